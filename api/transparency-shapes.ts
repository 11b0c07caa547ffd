/** Shapes of proofs of liabilities and of the coins behind them, as published without a session. */
import { z } from "zod";
import { sats, time, txidText } from "./values.ts";

export const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: "32 bytes in hex" });

export const proof = z
  .object({
    id: z.string(),
    /** Block at which the balances were read. */
    height: z.int(),
    blockHash: z.string(),
    takenAt: time,
    /** Number of leaves, including the zero leaves that fill the tree. */
    leaves: z.int(),
    /** Digest of the root, which commits to all leaves and to their sum. */
    root: digest,
    /** Satoshis owed to all users. */
    sumSats: sats,
    /** Part of `sumSats` that is in the users' ledger accounts, available and held. */
    ledgerSats: sats,
  })
  .meta({ id: "LiabilityProof" });

export const reserves = z.object({
  proof,
  /** Origin and network of the installation in the signed message. */
  site: z.string(),
  network: z.string(),
  /** Text that the owner of each script signs (BIP-322). */
  message: z.string(),
  /** Hot + cold + in flight - out of chain - not credited = booked, as in `coins`. */
  sums: z.object({
    hotSats: sats,
    coldSats: sats,
    inFlightSats: sats,
    outOfChainSats: sats,
    uncreditedSats: sats,
    bookedSats: sats,
  }),
  /** Number of different scripts of hot outputs. */
  hotScripts: z.int(),
  /** When the signer had signed for every hot script. Null until then. */
  signedAt: time.nullable(),
});

export const reserveOutput = z.object({
  kind: z.enum(["hot", "cold"]),
  txid: txidText,
  vout: z.int(),
  sats,
  address: z.string(),
  scriptHex: z.string(),
  /** Script that the output's hash commits to. Null unless it is P2WSH. */
  witnessScriptHex: z.string().nullable(),
  /** BIP-322 signature in base64: "simple" for hot outputs, any format for cold ones. */
  signature: z.string().nullable(),
  /** The proof whose message was signed. For cold outputs, usually an earlier one. */
  signedProofId: z.string().nullable(),
  state: z.enum(["signed", "not_signed_yet", "not_signed_here", "signed_by_key_holders"]),
});

export const reserveLine = z.object({
  term: z.enum(["inFlight", "outOfChain", "uncredited"]),
  kind: z.enum(["payment", "consolidation", "child", "abandonment", "deposit"]),
  txid: txidText,
  /** Output of a deposit. Null for transactions. */
  vout: z.int().nullable(),
  sats,
});

export const reservesQuery = z.strictObject({
  proofId: z.string().max(64).optional().meta({ description: "default: the newest proof" }),
  cursor: z.string().max(200).optional(),
});
