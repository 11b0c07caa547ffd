/**
 * Finds users whose measured work may be due, once per payout period. Usually examines only users
 * whose work has grown since the last check. At start, once an hour and after a failed round,
 * examines all users.
 */
import { changedWork } from "#pool";
import type { Queryable } from "#platform";
import { findAccounts } from "./work-table.ts";

const FULL_CHECK_MS = 3_600_000;
/**
 * Overlap with the previous check. A batch becomes visible when it is committed, which may be some
 * time after its timestamp.
 */
const MARGIN_MS = 600_000;

export interface DueWork {
  /** Returns the ids of the users to pay, or none until the next check is due. */
  users(): Promise<string[]>;
  /** Call this if a user could not be paid, so that the next check covers all users. */
  failed(): void;
}

export function watchDueWork(queryable: Queryable, payoutSeconds: number): DueWork {
  let checkedAtMs = -Infinity;
  let fullAtMs = -Infinity;
  return {
    async users() {
      const nowMs = performance.now();
      if (nowMs - checkedAtMs < payoutSeconds * 1_000) return [];
      const isFull = nowMs - fullAtMs >= FULL_CHECK_MS;
      const userIds = await usersBehind(queryable, isFull ? null : nowMs - checkedAtMs + MARGIN_MS);
      checkedAtMs = nowMs;
      if (isFull) fullAtMs = nowMs;
      return userIds;
    },
    failed() {
      fullAtMs = -Infinity;
    },
  };
}

/**
 * Returns the users with uncounted work. If `withinMs` is set, returns only those whose work has
 * grown within that time.
 */
export async function usersBehind(
  queryable: Queryable,
  withinMs: number | null,
): Promise<string[]> {
  const changed = await changedWork(queryable, withinMs);
  if (changed.length === 0) return [];
  const accounts = await findAccounts(
    queryable,
    changed.map(({ userId }) => userId),
  );
  const counted = new Map(accounts.map(({ userId, countedChange }) => [userId, countedChange]));
  return changed
    .filter(({ userId, changes }) => changes > (counted.get(userId) ?? 0n))
    .map(({ userId }) => userId);
}
