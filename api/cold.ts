/** The cold part of the wallet: coins of keys that are nowhere on this machine. */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { sats, time, txidText } from "./values.ts";

const DESCRIPTOR_CHARACTERS_MAX = 1_100;
/** 20 coins, each with the whole transaction that made it, as some signers add it. */
const PSBT_CHARACTERS_MAX = 700_000;
const BODY_BYTES_MAX = 1_000_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const approval = z.strictObject({
  approvalHash: hash.meta({ description: "of what was looked at; another one is refused" }),
});
const reason = z
  .string()
  .trim()
  .min(limits.reasonCharacters.min)
  .max(limits.reasonCharacters.max)
  .meta({ description: "stored permanently in the audit log" });
const descriptorId = z.strictObject({ descriptorId: z.string().max(64) });
const returnId = z.strictObject({ returnId: z.string().max(64) });

/** Why the caller cannot approve it. */
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
  /** Public keys with their origins, and its checksum. */
  descriptor: z.string(),
  threshold: z.int(),
  keysCount: z.int(),
  state: z.enum(["proposed", "approved"]),
  /** Coins go to it; others are watched as long as they have some. */
  isCurrent: z.boolean(),
  /** Of index 0, to be compared with what the key holders' devices show. */
  firstAddress: z.string(),
  count: z.int(),
  sats,
  /** What can be brought back at once, less the miner's fee. */
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
  /** So many people have to sign it. */
  threshold: z.int(),
  reason: z.string(),
  proposedAt: time,
  proposedByEmail: z.string().nullable(),
  approvedByEmail: z.string().nullable(),
  approvalHash: hash,
  obstacle,
  /** To be signed elsewhere, base64; null unless it is approved and not imported. */
  psbt: z.string().nullable(),
  /** Once it was imported. */
  transaction: z.object({ state: transferState, confirmations: z.int() }).nullable(),
});

export const coldApi = {
  getCold: {
    method: "GET",
    path: "/api/v1/admin/cold",
    auth: "admin",
    summary: "What is hot and what is cold, what moves between them, and the transaction to sign",
    response: z.object({
      at: time,
      /** Why coins do not go to the cold part now; `ready` when they do. */
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
      /** The newest 10. */
      moves: z.array(move),
      returns: z.array(comingBack),
    }),
  },
  proposeColdDescriptor: {
    method: "POST",
    path: "/api/v1/admin/cold/descriptors",
    auth: "admin",
    summary:
      "Propose the descriptor that coins above the ceiling go to; another administrator sets it",
    body: z.strictObject({ descriptor: z.string().max(DESCRIPTOR_CHARACTERS_MAX), reason }),
    response: z.object({ id: z.string(), approvalHash: hash }),
  },
  approveColdDescriptor: {
    method: "POST",
    path: "/api/v1/admin/cold/descriptors/{descriptorId}/approve",
    auth: "admin",
    summary:
      "Set exactly the descriptor of the hash, as another administrator than who proposed it",
    params: descriptorId,
    body: approval,
    response: z.object({ isApproved: z.literal(true) }),
  },
  rejectColdDescriptor: {
    method: "POST",
    path: "/api/v1/admin/cold/descriptors/{descriptorId}/reject",
    auth: "admin",
    summary: "Reject a descriptor that waits, or take one's own proposal back",
    params: descriptorId,
    body: z.strictObject({ reason }),
    response: z.object({ isRejected: z.literal(true) }),
  },
  proposeColdReturn: {
    method: "POST",
    path: "/api/v1/admin/cold/returns",
    auth: "admin",
    summary:
      "Propose to bring cold coins back to the hot wallet; another administrator approves it",
    movesMoney: true,
    body: z.strictObject({ descriptorId: z.string().max(64), amountSats: sats, reason }),
    response: z.object({ id: z.string(), approvalHash: hash }),
  },
  approveColdReturn: {
    method: "POST",
    path: "/api/v1/admin/cold/returns/{returnId}/approve",
    auth: "admin",
    summary:
      "Approve exactly what the hash says: its PSBT can then be exported and signed elsewhere",
    params: returnId,
    body: approval,
    response: z.object({ isApproved: z.literal(true) }),
  },
  cancelColdReturn: {
    method: "POST",
    path: "/api/v1/admin/cold/returns/{returnId}/cancel",
    auth: "admin",
    summary: "Give a return up that was not imported: its coins can come back otherwise",
    params: returnId,
    body: z.strictObject({ reason }),
    response: z.object({ isCancelled: z.literal(true) }),
  },
  importColdReturn: {
    method: "POST",
    path: "/api/v1/admin/cold/returns/{returnId}/import",
    auth: "admin",
    summary: "Import the signed PSBT and send it; sent twice, it is answered the same",
    movesMoney: true,
    bodyBytesMax: BODY_BYTES_MAX,
    params: returnId,
    body: z.strictObject({
      psbt: z.string().max(PSBT_CHARACTERS_MAX).meta({ description: "base64 or hex" }),
    }),
    response: z.object({ txid: txidText, amountSats: sats, minerFeeSats: sats }),
  },
} as const satisfies Api;
