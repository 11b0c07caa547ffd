/**
 * Routes for receipts: files with which a user shows that one booking is true, also to a reader
 * without an account. `/verify` checks them.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { marketDay } from "./forex.ts";
import { statement } from "./mining-statements.ts";
import { cents, decimal, sats, time, txidText } from "./values.ts";

const KINDS = ["withdrawal", "deposit", "mining", "fill"] as const;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const side = z.object({
  /** `own:available` or `own:held` for the user's accounts, otherwise the account's name. */
  account: z.string(),
  /** Number of transfers of the user's account so far. Null for accounts of the platform. */
  version: sats.nullable().meta({ description: "whole number" }),
});

const transfer = z.object({
  id: z.string(),
  at: time,
  code: z.string(),
  asset: z.enum(["BTC", "USD"]),
  amount: sats.meta({ description: "whole satoshis or cents" }),
  debit: side,
  credit: side,
  /** Proof that the public log contains the transfer. Null if the log does not contain it yet. */
  log: z
    .object({
      /** The transfer as canonical JSON, which the log commits to. */
      leaf: z.string(),
      index: z.int(),
      path: z.array(digest),
      /** Place of the ledger digest in the log. */
      digestIndex: z.int(),
      digest: z.string(),
      digestPath: z.array(digest),
      checkpoint: z.string(),
    })
    .nullable(),
});

/** Bytes that prove that the transaction is in the chain. */
const chain = z.object({
  txid: txidText,
  rawHex: z.string(),
  outputIndex: z.int(),
  blockHeight: z.int(),
  blockHash: digest,
  /** Position of the transaction in the block. */
  position: z.int(),
  /** Siblings on the way from the transaction to the block's Merkle root. */
  branch: z.array(digest),
  /** Header of the block, then headers of the following blocks, 80 bytes each. */
  headers: z.array(z.string()),
  confirmationsRequired: z.int(),
});

const withdrawal = z.object({
  amountSats: sats,
  /** Fixed fee, which is part of the amount. */
  feeSats: sats,
  receivedSats: sats,
  /** Additional cost of a higher miner's fee that the user asked for. */
  bumpSats: sats,
  address: z.string(),
  requestedAt: time,
  completedAt: time,
  approvals: z.object({
    /** Hash of id, network, address, amount and fee, which administrators approve. */
    hash: digest,
    required: z.int(),
    given: z.int(),
  }),
  chain,
});

const deposit = z.object({
  amountSats: sats,
  address: z.string(),
  seenAt: time,
  creditedAt: time,
  chain,
});

const quote = z.object({ bid: decimal, ask: decimal, time });

const fill = z.object({
  orderId: z.string(),
  instrument: z.string(),
  units: z.int(),
  /** Position before the fill. */
  heldUnits: z.int(),
  price: decimal,
  at: time,
  amountCents: cents,
  balanceCents: cents,
  /** Label of the price source. */
  source: z.string(),
  sentAt: time,
  latencyMs: z.int(),
  /** Quote at the time of the fill. */
  used: quote,
  /** Inputs of the trading day. Null for a fill at OANDA's prices. */
  day: marketDay.nullable(),
  /**
   * Proof that the public log contains the commitment of the day. Null if the log does not contain
   * it.
   */
  dayLog: z
    .object({ index: z.int(), fact: z.string(), path: z.array(digest), checkpoint: z.string() })
    .nullable(),
});

const receipt = z
  .object({
    format: z.literal("hashfloor-receipt"),
    version: z.literal(1),
    kind: z.enum(KINDS),
    id: z.string(),
    issuedAt: time,
    installation: z.object({
      site: z.string(),
      network: z.string(),
      genesisHash: digest,
      /** Key of the public log as a C2SP verifier key. */
      log: z.string(),
    }),
    /** The user's ledger transfers, oldest first. */
    transfers: z.array(transfer),
    withdrawal: withdrawal.nullable(),
    deposit: deposit.nullable(),
    statement: statement.nullable(),
    fill: fill.nullable(),
    /**
     * Ed25519 signature in base64 by the log's key. It covers the UTF-8 bytes of this object
     * without `signature`, as JSON with sorted keys and no whitespace.
     */
    signature: z.string(),
  })
  .meta({ id: "Receipt" });

const blockState = z
  .object({
    hash: digest,
    height: z.int(),
    /** 0 if a reorg removed the block. */
    confirmations: z.int(),
    /** Last block at which the block was in the chain. Null while it is in the chain. */
    trueUntil: z.object({ height: z.int(), hash: digest }).nullable(),
  })
  .meta({ id: "BlockState" });

export const receiptsApi = {
  getReceipt: {
    method: "GET",
    path: "/api/v1/receipts/{kind}/{id}",
    auth: "user",
    keyScope: "read",
    summary:
      "Get the receipt of a completed withdrawal, credited deposit, mining statement or Forex fill",
    params: z.strictObject({ kind: z.enum(KINDS), id: z.string().max(64) }),
    response: receipt,
  },
  getBlockState: {
    method: "GET",
    path: "/api/v1/public/blocks/{hash}",
    auth: "anonymous",
    summary: "Get whether a block is in the chain, and until when it was",
    params: z.strictObject({ hash: digest }),
    response: blockState,
  },
} as const satisfies Api;
