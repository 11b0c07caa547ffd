/** Before money of a payment that looks unsigned goes back. */
import type { Queryable } from "#platform";
import { isFollowedSince } from "../chain/chain-rules.ts";
import { readCursor, type Cursor } from "../chain/chain-table.ts";
import { refuse } from "../terms/refusals.ts";

/** Throws 409 `payments_locked`: what looks unsigned here may have been paid. */
export async function requireUnlocked(queryable: Queryable): Promise<void> {
  refuseLocked(await readCursor(queryable));
}

/** Throws 409 `payments_not_compared` too: these may be the books of an older copy. */
export async function requireFollowed(queryable: Queryable, openedAt: Date): Promise<void> {
  const cursor = await readCursor(queryable);
  refuseLocked(cursor);
  if (!isFollowedSince(cursor, openedAt)) throw refuse.payments_not_compared();
}

function refuseLocked(cursor: Cursor | undefined): void {
  if (cursor && cursor.lockedReason !== null) throw refuse.payments_locked();
}
