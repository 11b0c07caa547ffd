/**
 * Folds old payouts into one for each earner and UTC day, so that mining takes the disk of some
 * days of payouts and not of all: what a person was paid stays, to the last 10^-9 sat, with lines
 * that add up by the same formula; the single times of an old day go. The ledger keeps every
 * transfer. What was folded is compared with the books before it is committed, for the last time
 * that single payouts can be.
 */
import { transferSums } from "#ledger";
import {
  failpoint,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
} from "#platform";
import { earnersToFold, foldOldestDays, type Fold, type FoldTimes } from "./compactions-table.ts";

export interface FoldParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** So many whole UTC days keep each payout, beside the one that has begun. */
  readonly keptDays: number;
  /** How old a payout gets before the next one follows: a day has so many. */
  readonly payoutSeconds: number;
}

export interface FoldRound {
  /** Nothing is left to fold but what failed. */
  readonly isDone: boolean;
  /** Payouts that are gone. */
  readonly payouts: number;
  /** Earners whose day was not folded. */
  readonly failures: number;
}

/** More would hold their transaction open for seconds. A day of one earner is never divided. */
const PAYOUTS_TOGETHER_MAX = 5_000;
const DAY_SECONDS = 86_400;

/** Until nothing is left or the signal says so. One earner's failure does not stop the others. */
export async function foldPayouts(parts: FoldParts, signal?: AbortSignal): Promise<FoldRound> {
  const { database, log, clock, keptDays, payoutSeconds } = parts;
  const now = clock.now();
  const times = { before: foldedBefore(now, keptDays), now };
  const perDay = Math.ceil(DAY_SECONDS / payoutSeconds);
  const limit = Math.max(1, Math.floor(PAYOUTS_TOGETHER_MAX / perDay));
  const failed: string[] = [];
  let payouts = 0;
  const fold = async (earnerIds: readonly string[]) => {
    for (const one of await foldOnce(database, earnerIds, times)) payouts += one.payouts;
  };
  let from = "";
  for (;;) {
    if (signal?.aborted) return { isDone: false, payouts, failures: failed.length };
    const search = { from, before: times.before, except: failed, limit };
    const earnerIds = await earnersToFold(database, search);
    [from = ""] = earnerIds;
    if (earnerIds.length === 0) return { isDone: true, payouts, failures: failed.length };
    try {
      await fold(earnerIds);
    } catch (error) {
      log.warn({ error, earners: earnerIds.length }, "payouts not folded, trying each alone");
      for (const earnerId of earnerIds) {
        try {
          await fold([earnerId]);
        } catch (failure) {
          failed.push(earnerId);
          log.error({ error: failure, earnerId }, "payouts not folded");
        }
      }
    }
  }
}

/** The UTC midnight up to which payouts fold. */
export function foldedBefore(now: Date, keptDays: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - keptDays));
}

/** One transaction: the oldest day of each of the earners, or of none. */
export async function foldOnce(
  database: Database,
  earnerIds: readonly string[],
  times: FoldTimes,
): Promise<Fold[]> {
  const folds = await database.transaction(async (tx) => {
    // At a payout each second a day has 86,400.
    await tx.takeTime();
    const written = await foldOldestDays(tx, earnerIds, times);
    failpoint("mining.fold-written");
    await compareWithBooks(tx, written);
    failpoint("mining.fold-compared");
    return written;
  });
  failpoint("mining.fold-committed");
  return folds;
}

async function compareWithBooks(tx: DatabaseTransaction, folds: readonly Fold[]): Promise<void> {
  const earned = await transferSums(
    tx,
    folds.map(({ transferIds }) => transferIds),
  );
  const charged = await transferSums(
    tx,
    folds.map(({ powerTransferIds }) => powerTransferIds),
  );
  const wrong = folds.find(
    ({ payoutSats, chargedSats }, index) =>
      earned[index] !== payoutSats || charged[index] !== chargedSats,
  );
  if (wrong) throw new Error(`the payouts of ${wrong.id} are not what the ledger posted`);
}
