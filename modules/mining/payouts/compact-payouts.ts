/**
 * Compacts old payouts into one for each hash-rate source and UTC day, so that mining takes the
 * disk of some days of payouts and not of all: what a person was paid stays, to the last 10^-9 sat,
 * with lines that add up by the same formula; the single times of an old day go. The ledger keeps
 * every transfer. What was compacted is compared with the books before it is committed, for the
 * last time that single payouts can be.
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
  /** So many whole UTC days keep each payout, beside the one that has begun. */
  readonly keptDays: number;
  /** How old a payout gets before the next one follows: a day has so many. */
  readonly payoutSeconds: number;
}

export interface CompactionRound {
  /** Nothing is left to compact but what failed. */
  readonly isDone: boolean;
  /** Payouts that are gone. */
  readonly payouts: number;
  /** Hash-rate sources whose day was not compacted. */
  readonly failures: number;
}

/**
 * More would hold their transaction open for seconds. A day of one hash-rate source is never
 * divided.
 */
const PAYOUTS_TOGETHER_MAX = 5_000;
const DAY_SECONDS = 86_400;

/** Until nothing is left or the signal says so. One source's failure does not stop the others. */
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
      log.warn({ error, earners: sourceIds.length }, "payouts not folded, trying each alone");
      for (const sourceId of sourceIds) {
        try {
          await compact([sourceId]);
        } catch (failure) {
          failed.push(sourceId);
          log.error({ error: failure, earnerId: sourceId }, "payouts not folded");
        }
      }
    }
  }
}

/** The UTC midnight up to which payouts are compacted. */
export function compactedBefore(now: Date, keptDays: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - keptDays));
}

/** One transaction: the oldest day of each of the hash-rate sources, or of none. */
export async function compactOnce(
  database: Database,
  sourceIds: readonly string[],
  times: CompactionTimes,
): Promise<Compaction[]> {
  const compactions = await database.transaction(async (tx) => {
    // At a payout each second a day has 86,400.
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
  if (wrong) throw new Error(`the payouts of ${wrong.id} are not what the ledger posted`);
}
