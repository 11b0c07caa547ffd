/** The watch list: transactions that somebody follows, whoever's they are. */
import { z } from "zod";
import { watchListLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, time, txidText } from "./values.ts";

const followed = z
  .object({
    txid: txidText,
    /**
     * "taken_back": a reorg removed its block, and no block has it since. "gone": it was in the
     * mempool and is there no longer, as when another one took its place.
     */
    state: z.enum(["not_seen", "in_mempool", "in_block", "taken_back", "gone"]),
    confirmations: z.int(),
    confirmationsRequired: z.int(),
    blockHeight: z.int().nullable(),
    /** Whether messages about it also go out by e-mail. */
    isMailed: z.boolean(),
    followedAt: time,
    seenAt: time.nullable(),
    /** When a reorg removed its block last. */
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
    summary: "The transactions that the user follows, newest first",
    response: listOf(followed),
  },
  followTransaction: {
    method: "POST",
    path: "/api/v1/wallet/followed",
    auth: "user",
    summary:
      "Be told when a transaction is first seen, at its sixth confirmation, and when a reorg takes it back",
    body: z.strictObject({
      txid,
      isMailed: z.boolean().default(false).meta({ description: "by e-mail too" }),
    }),
    response: followed,
  },
  changeFollowed: {
    method: "PATCH",
    path: "/api/v1/wallet/followed/{txid}",
    auth: "user",
    summary: "Whether messages about a followed transaction go out by e-mail too",
    params,
    body: z.strictObject({ isMailed: z.boolean() }),
    response: followed,
  },
  unfollowTransaction: {
    method: "DELETE",
    path: "/api/v1/wallet/followed/{txid}",
    auth: "user",
    summary: "Follow a transaction no longer",
    params,
    response: z.object({ isRemoved: z.literal(true) }),
  },
} as const satisfies Api;
