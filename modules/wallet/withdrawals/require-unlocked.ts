/** Checks whether a payment that is unsigned in this database may be refunded. */
import type { Queryable } from "#platform";
import { isFollowedSince } from "../chain/chain-rules.ts";
import { readCursor, type Cursor } from "../chain/chain-table.ts";
import { refuse } from "../terms/refusals.ts";

/**
 * Throws 409 `payments_locked` while payments are locked, because a payment that is unsigned in
 * this database may already be paid.
 */
export async function requireUnlocked(queryable: Queryable): Promise<void> {
  refuseLocked(await readCursor(queryable));
}

/**
 * Like `requireUnlocked`, but also throws 409 `payments_not_compared` until the chain has been
 * compared with the ledger since `openedAt`, because this database may be an older copy.
 */
export async function requireFollowed(queryable: Queryable, openedAt: Date): Promise<void> {
  const cursor = await readCursor(queryable);
  refuseLocked(cursor);
  if (!isFollowedSince(cursor, openedAt)) throw refuse.payments_not_compared();
}

function refuseLocked(cursor: Cursor | undefined): void {
  if (cursor && cursor.lockedReason !== null) throw refuse.payments_locked();
}
