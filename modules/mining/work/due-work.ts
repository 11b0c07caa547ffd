/**
 * Finds users whose measured work may be due: all of them at each full hour, at the start and after
 * a failed round. A user's first payout does not wait for the hour.
 */
import { changedWork, workAccounts } from "#pool";
import type { Queryable } from "#platform";
import { findAccounts } from "./work-table.ts";

const NEWCOMERS_CHECK_MS = 30_000;
/** A batch becomes visible when it is committed, which may be some time after its timestamp. */
const MARGIN_MS = 600_000;

export interface DueWork {
  /** `hour` is the last full hour. Returns no users until the next check is due. */
  users(hour: Date): Promise<string[]>;
  /** A user could not be paid, so the next check covers all users. */
  failed(): void;
}

export function watchDueWork(queryable: Queryable): DueWork {
  let checkedHour: number | undefined;
  let newcomersAtMs = -Infinity;
  return {
    async users(hour) {
      if (checkedHour !== hour.getTime()) {
        const userIds = await usersBehind(queryable);
        checkedHour = hour.getTime();
        return userIds;
      }
      const nowMs = performance.now();
      if (nowMs - newcomersAtMs < NEWCOMERS_CHECK_MS) return [];
      newcomersAtMs = nowMs;
      return newcomers(queryable);
    },
    failed() {
      checkedHour = undefined;
    },
  };
}

/** Users with uncounted work. */
export async function usersBehind(queryable: Queryable): Promise<string[]> {
  return uncounted(queryable, await changedWork(queryable, null));
}

/** Those of the users with uncounted work. */
export async function usersBehindAmong(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<string[]> {
  return uncounted(queryable, [...(await workAccounts(queryable, userIds)).values()]);
}

interface Changes {
  readonly userId: string;
  readonly changes: bigint;
}

async function uncounted(queryable: Queryable, changed: readonly Changes[]): Promise<string[]> {
  const counted = await countedChanges(queryable, changed);
  return changed
    .filter(({ userId, changes }) => changes > (counted.get(userId) ?? 0n))
    .map(({ userId }) => userId);
}

/** Users with recent work who were never paid for any. */
async function newcomers(queryable: Queryable): Promise<string[]> {
  const changed = await changedWork(queryable, MARGIN_MS);
  const counted = await countedChanges(queryable, changed);
  return changed.map(({ userId }) => userId).filter((userId) => !counted.has(userId));
}

async function countedChanges(
  queryable: Queryable,
  changed: readonly Changes[],
): Promise<ReadonlyMap<string, bigint>> {
  if (changed.length === 0) return new Map();
  const accounts = await findAccounts(
    queryable,
    changed.map(({ userId }) => userId),
  );
  return new Map(accounts.map(({ userId, countedChange }) => [userId, countedChange]));
}
