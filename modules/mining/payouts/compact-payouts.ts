/**
 * Compacts old payouts into one per hash-rate source and UTC day, to limit disk use. Amounts stay
 * exact to 10^-9 sat and can still be recomputed from the lines; only the times of single payouts
 * within a day are lost. The ledger keeps every transfer. Each compaction is compared with the
 * ledger before the commit, because the deleted payouts cannot be compared later.
 */
import { transferSums } from "#ledger";
import {
  failpoint,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
} from "#platform";
import {
  sourcesToCompact,
  compactOldestDays,
  type Compaction,
  type CompactionTimes,
} from "./compactions-table.ts";

export interface CompactionDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Number of full UTC days before today whose single payouts are kept. */
  readonly keptDays: number;
  /** Seconds between two payouts, which determine how many payouts a day has. */
  readonly payoutSeconds: number;
}

export interface CompactionRound {
  /** True if everything except failed sources is compacted. */
  readonly isDone: boolean;
  readonly payouts: number;
  /** Number of hash-rate sources that could not be compacted. */
  readonly failures: number;
}

/**
 * Maximum number of payouts per transaction, which limits a transaction to a few seconds. One
 * source's day is never split, even if it has more payouts.
 */
const PAYOUTS_TOGETHER_MAX = 5_000;
const DAY_SECONDS = 86_400;

/**
 * Compacts until everything is done or the signal aborts. If one source fails, the other sources
 * are still compacted.
 */
export async function compactPayouts(
  deps: CompactionDeps,
  signal?: AbortSignal,
): Promise<CompactionRound> {
  const { database, log, clock, keptDays, payoutSeconds } = deps;
  const now = clock.now();
  const times = { before: compactedBefore(now, keptDays), now };
  const perDay = Math.ceil(DAY_SECONDS / payoutSeconds);
  const limit = Math.max(1, Math.floor(PAYOUTS_TOGETHER_MAX / perDay));
  const failed: string[] = [];
  let payouts = 0;
  const compact = async (sourceIds: readonly string[]) => {
    for (const one of await compactOnce(database, sourceIds, times)) payouts += one.payouts;
  };
  let from = "";
  for (;;) {
    if (signal?.aborted) return { isDone: false, payouts, failures: failed.length };
    const search = { from, before: times.before, except: failed, limit };
    const sourceIds = await sourcesToCompact(database, search);
    [from = ""] = sourceIds;
    if (sourceIds.length === 0) return { isDone: true, payouts, failures: failed.length };
    try {
      await compact(sourceIds);
    } catch (error) {
      log.warn(
        { error, earners: sourceIds.length },
        "compacting payouts failed; trying each hash-rate source singly",
      );
      for (const sourceId of sourceIds) {
        try {
          await compact([sourceId]);
        } catch (failure) {
          failed.push(sourceId);
          log.error({ error: failure, earnerId: sourceId }, "compacting payouts failed");
        }
      }
    }
  }
}

/** Returns the UTC midnight up to which payouts are compacted. */
export function compactedBefore(now: Date, keptDays: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - keptDays));
}

/** Compacts the oldest day of each hash-rate source in one transaction. */
export async function compactOnce(
  database: Database,
  sourceIds: readonly string[],
  times: CompactionTimes,
): Promise<Compaction[]> {
  const compactions = await database.transaction(async (tx) => {
    // Remove the time limit, because a source's day can have up to 86,400 payouts, one per second.
    await tx.takeTime();
    const written = await compactOldestDays(tx, sourceIds, times);
    failpoint("mining.fold-written");
    await compareWithBooks(tx, written);
    failpoint("mining.fold-compared");
    return written;
  });
  failpoint("mining.fold-committed");
  return compactions;
}

async function compareWithBooks(
  tx: DatabaseTransaction,
  compactions: readonly Compaction[],
): Promise<void> {
  const earned = await transferSums(
    tx,
    compactions.map(({ transferIds }) => transferIds),
  );
  const charged = await transferSums(
    tx,
    compactions.map(({ powerTransferIds }) => powerTransferIds),
  );
  const wrong = compactions.find(
    ({ payoutSats, chargedSats }, index) =>
      earned[index] !== payoutSats || charged[index] !== chargedSats,
  );
  if (wrong) throw new Error(`the payouts of ${wrong.id} differ from the ledger`);
}
