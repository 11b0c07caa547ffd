/**
 * Whose measured work may be due. Looked at once per payout period: those whose work has grown
 * since the last look, and everybody at the first look, once an hour, and after a failed round.
 */
import { changedWork } from "#pool";
import type { Queryable } from "#platform";
import { findAccounts } from "./work-table.ts";

const FULL_CHECK_MS = 3_600_000;
/** A batch is seen only once it is committed, a while after its time. */
const MARGIN_MS = 600_000;

export interface DueWork {
  /** Empty between two looks. */
  users(): Promise<string[]>;
  /** Somebody could not be paid: the next look is at everybody. */
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

/** People with work that was not counted, of those whose work has grown within that time. */
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
