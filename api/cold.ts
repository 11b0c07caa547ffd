/**
 * Routes of the cold wallet, whose coins can be spent only with keys that are not on this machine.
 */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { sats, time, txidText } from "./values.ts";

const DESCRIPTOR_CHARACTERS_MAX = 1_100;
/**
 * Maximum size of a PSBT. It is large enough for 20 coins, each with its complete previous
 * transaction, which some signers include.
 */
const PSBT_CHARACTERS_MAX = 700_000;
const BODY_BYTES_MAX = 1_000_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const approval = z.strictObject({
  approvalHash: hash.meta({
    description: "hash of the reviewed version; any other version is refused",
  }),
});
const reason = z
  .string()
  .trim()
  .min(limits.reasonCharacters.min)
  .max(limits.reasonCharacters.max)
  .meta({ description: "stored permanently in the audit log" });
const descriptorId = z.strictObject({ descriptorId: z.string().max(64) });
const returnId = z.strictObject({ returnId: z.string().max(64) });

/** Why the caller cannot approve the transfer. Null if the caller can. */
const obstacle = z
  .enum(["own_proposal", "second_factor_required", "authority_unconfirmed", "authority_waiting"])
  .nullable();

const transferState = z.enum([
  "chosen",
  "signed",
  "broadcast",
  "in_mempool",
  "confirming",
  "completed",
  "conflicted",
  "abandoned",
]);

const descriptor = z.object({
  id: z.string(),
  /** Output descriptor with checksum: the public keys and their origins. */
  descriptor: z.string(),
  threshold: z.int(),
  keysCount: z.int(),
  state: z.enum(["proposed", "approved"]),
  /**
   * True for the descriptor that receives new coins. Other descriptors are watched while they still
   * have coins.
   */
  isCurrent: z.boolean(),
  /**
   * Address at index 0. Administrators compare it with the address shown on the key holders'
   * devices.
   */
  firstAddress: z.string(),
  count: z.int(),
  sats,
  /** Maximum amount of one return to the hot wallet, after deducting the minimum miner's fee. */
  returnableSats: sats,
  reason: z.string(),
  proposedAt: time,
  proposedByEmail: z.string().nullable(),
  decidedByEmail: z.string().nullable(),
  approvalHash: hash,
  obstacle,
});

const move = z.object({
  id: z.string(),
  state: transferState,
  txid: txidText,
  address: z.string(),
  amountSats: sats,
  minerFeeSats: sats,
  confirmations: z.int(),
  chosenAt: time,
});

const comingBack = z.object({
  id: z.string(),
  descriptorId: z.string(),
  state: z.enum(["proposed", "approved", "cancelled", "imported"]),
  txid: txidText,
  address: z.string(),
  amountSats: sats,
  minerFeeSats: sats,
  coins: z.int(),
  /** Number of signatures that the descriptor requires. */
  threshold: z.int(),
  reason: z.string(),
  proposedAt: time,
  proposedByEmail: z.string().nullable(),
  approvedByEmail: z.string().nullable(),
  approvalHash: hash,
  obstacle,
  /**
   * The PSBT to sign on other devices, in base64. Null unless the transfer is approved and the
   * signed PSBT is not imported yet.
   */
  psbt: z.string().nullable(),
  /** Null until the signed PSBT is imported. */
  transaction: z.object({ state: transferState, confirmations: z.int() }).nullable(),
});

export const coldApi = {
  getCold: {
    method: "GET",
    path: "/api/v1/admin/cold",
    auth: "admin",
    summary: "Get hot and cold balances, transfers between them, and the transactions to sign",
    response: z.object({
      at: time,
      /** `ready` if coins move to the cold wallet now. Any other value states why no coins move. */
      state: z.enum([
        "no_descriptor",
        "off",
        "paused",
        "no_rate",
        "too_dear",
        "below_ceiling",
        "under_way",
        "ready",
      ]),
      hotSats: sats,
      coldSats: sats,
      ceilingSats: sats,
      keepSats: sats,
      rateMaxSatsPerVb: sats,
      descriptors: z.array(descriptor),
      /** The 10 newest transfers to the cold wallet. */
      moves: z.array(move),
      returns: z.array(comingBack),
    }),
  },
  getColdProof: {
    method: "GET",
    path: "/api/v1/admin/cold/proof",
    auth: "admin",
    summary: "Get the message that the cold wallet's key holders sign once a month",
    response: z.object({
      /** Null until the first proof of liabilities. */
      request: z
        .object({
          height: z.int(),
          /** Text to sign (BIP-322). */
          message: z.string(),
          /** Addresses of the cold wallet with coins at this block. */
          scripts: z.array(
            z.object({
              address: z.string(),
              sats,
              witnessScriptHex: z.string().nullable(),
              signedAt: time.nullable(),
              /** True if there is no signature of the last 31 days. */
              isDue: z.boolean(),
            }),
          ),
        })
        .nullable(),
    }),
  },
  addColdProof: {
    method: "POST",
    path: "/api/v1/admin/cold/proof",
    auth: "admin",
    summary: "Add BIP-322 signatures of the cold wallet's key holders, which are then published",
    bodyBytesMax: BODY_BYTES_MAX,
    body: z.strictObject({
      message: z.string().max(1_000).meta({ description: "the text that was signed" }),
      signatures: z
        .array(
          z.strictObject({
            address: z.string().max(100),
            signature: z.string().max(2_000).meta({ description: "base64" }),
          }),
        )
        .min(1)
        .max(400),
    }),
    response: z.object({ isAdded: z.literal(true) }),
  },
  proposeColdDescriptor: {
    method: "POST",
    path: "/api/v1/admin/cold/descriptors",
    auth: "admin",
    summary:
      "Propose the descriptor that receives coins above the ceiling; another administrator approves it",
    body: z.strictObject({ descriptor: z.string().max(DESCRIPTOR_CHARACTERS_MAX), reason }),
    response: z.object({ id: z.string(), approvalHash: hash }),
  },
  approveColdDescriptor: {
    method: "POST",
    path: "/api/v1/admin/cold/descriptors/{descriptorId}/approve",
    auth: "admin",
    summary: "Approve exactly the descriptor that the hash identifies, as a second administrator",
    params: descriptorId,
    body: approval,
    response: z.object({ isApproved: z.literal(true) }),
  },
  rejectColdDescriptor: {
    method: "POST",
    path: "/api/v1/admin/cold/descriptors/{descriptorId}/reject",
    auth: "admin",
    summary: "Reject a waiting descriptor, or withdraw your own proposal",
    params: descriptorId,
    body: z.strictObject({ reason }),
    response: z.object({ isRejected: z.literal(true) }),
  },
  proposeColdReturn: {
    method: "POST",
    path: "/api/v1/admin/cold/returns",
    auth: "admin",
    summary:
      "Propose a return of coins from the cold to the hot wallet; another administrator approves it",
    movesMoney: true,
    body: z.strictObject({ descriptorId: z.string().max(64), amountSats: sats, reason }),
    response: z.object({ id: z.string(), approvalHash: hash }),
  },
  approveColdReturn: {
    method: "POST",
    path: "/api/v1/admin/cold/returns/{returnId}/approve",
    auth: "admin",
    summary:
      "Approve exactly the return that the hash identifies; its PSBT can then be exported and signed",
    params: returnId,
    body: approval,
    response: z.object({ isApproved: z.literal(true) }),
  },
  cancelColdReturn: {
    method: "POST",
    path: "/api/v1/admin/cold/returns/{returnId}/cancel",
    auth: "admin",
    summary: "Cancel a return that was not imported, so that its coins can be used by another one",
    params: returnId,
    body: z.strictObject({ reason }),
    response: z.object({ isCancelled: z.literal(true) }),
  },
  importColdReturn: {
    method: "POST",
    path: "/api/v1/admin/cold/returns/{returnId}/import",
    auth: "admin",
    summary:
      "Import the signed PSBT and broadcast its transaction; a repeated import gets the same answer",
    movesMoney: true,
    bodyBytesMax: BODY_BYTES_MAX,
    params: returnId,
    body: z.strictObject({
      psbt: z.string().max(PSBT_CHARACTERS_MAX).meta({ description: "base64 or hex" }),
    }),
    response: z.object({ txid: txidText, amountSats: sats, minerFeeSats: sats }),
  },
} as const satisfies Api;
