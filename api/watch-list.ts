/**
 * Routes of the watch list: transactions that a user follows, including transactions of other
 * owners.
 */
import { z } from "zod";
import { watchListLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, time, txidText } from "./values.ts";

const followed = z
  .object({
    txid: txidText,
    /**
     * `taken_back`: a reorg removed the transaction's block, and no other block contains the
     * transaction yet. `gone`: the transaction left the mempool, for example because it was
     * replaced.
     */
    state: z.enum(["not_seen", "in_mempool", "in_block", "taken_back", "gone"]),
    confirmations: z.int(),
    confirmationsRequired: z.int(),
    blockHeight: z.int().nullable(),
    /** True if notifications about the transaction are also sent by e-mail. */
    isMailed: z.boolean(),
    followedAt: time,
    seenAt: time.nullable(),
    /** When a reorg last removed the transaction's block. */
    takenBackAt: time.nullable(),
  })
  .meta({ id: "FollowedTransaction" });

const txid = z.string().max(watchListLimits.txidCharactersMax);
const params = z.strictObject({ txid });

export const watchListApi = {
  listFollowed: {
    method: "GET",
    path: "/api/v1/wallet/followed",
    auth: "user",
    keyScope: "read",
    summary: "List the transactions that the user follows, newest first",
    response: listOf(followed),
  },
  followTransaction: {
    method: "POST",
    path: "/api/v1/wallet/followed",
    auth: "user",
    summary:
      "Follow a transaction: get messages when it is first seen, at its sixth confirmation, and when a reorg removes it",
    body: z.strictObject({
      txid,
      isMailed: z.boolean().default(false).meta({ description: "also send e-mail" }),
    }),
    response: followed,
  },
  changeFollowed: {
    method: "PATCH",
    path: "/api/v1/wallet/followed/{txid}",
    auth: "user",
    summary: "Switch e-mail about a followed transaction on or off",
    params,
    body: z.strictObject({ isMailed: z.boolean() }),
    response: followed,
  },
  unfollowTransaction: {
    method: "DELETE",
    path: "/api/v1/wallet/followed/{txid}",
    auth: "user",
    summary: "Stop following a transaction",
    params,
    response: z.object({ isRemoved: z.literal(true) }),
  },
} as const satisfies Api;
