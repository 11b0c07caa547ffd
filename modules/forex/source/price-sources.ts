/**
 * Determines the live desk's price source: the practice market, or OANDA if the operator configured
 * an account. A change is announced at least one day ahead and takes effect on a Friday at 17:00
 * New York time.
 */
import { dayAt, newYorkClose } from "#market";
import type { Clock, Database } from "#platform";
import {
  insertPriceSource,
  lockPriceSources,
  priceSources,
  type LiveSource,
  type PriceSource,
} from "./price-sources-table.ts";

export interface PriceSources {
  at(timeMs: number): LiveSource;
  /**
   * Returns the time since which the source at `timeMs` has been in force, or 0 for the first
   * source.
   */
  since(timeMs: number): number;
  /**
   * Returns true once the previous source's positions are closed. Until then, no order is filled.
   */
  isReady(timeMs: number): boolean;
  /** Returns the announced change, if any. */
  next(nowMs: number): { readonly source: LiveSource; readonly fromMs: number } | undefined;
  /** Reads announcements made by other processes. */
  refresh(): Promise<void>;
  /** Refreshes the announcements if the last refresh is too old. Returns undefined otherwise. */
  refreshIfDue(): Promise<void> | undefined;
  /** Announces a change to the operator's source, or withdraws a pending change. */
  request(wanted: LiveSource): Promise<void>;
}

const REFRESH_MS = 10_000;
const NOTICE_MS = 86_400_000;
const FRIDAY = 5;

export async function openPriceSources({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<PriceSources> {
  let rows = await priceSources(database);
  let readAt = performance.now();
  const read = async () => {
    readAt = performance.now();
    rows = await priceSources(database);
  };
  return {
    at: (timeMs) => sourceAt(rows, timeMs),
    since: (timeMs) => holding(rows, timeMs)?.fromAt.getTime() ?? 0,
    isReady: (timeMs) => holding(rows, timeMs)?.movedAt !== null,
    next(nowMs) {
      const last = rows.at(-1);
      if (!last || last.fromAt.getTime() <= nowMs) return undefined;
      return { source: last.source, fromMs: last.fromAt.getTime() };
    },
    refresh: read,
    refreshIfDue: () => (performance.now() - readAt > REFRESH_MS ? read() : undefined),
    async request(wanted) {
      const current = rows.at(-1)?.source ?? "practice";
      if (current === wanted) return;
      await database.transaction(async (tx) => {
        const all = await lockPriceSources(tx);
        const last = all.at(-1);
        if ((last?.source ?? "practice") === wanted) return;
        const now = clock.now();
        // A request for the current source withdraws a pending change.
        const isTakenBack = sourceAt(all, now.getTime()) === wanted;
        const fromAt = isTakenBack ? now : new Date(nextFriday(now.getTime() + NOTICE_MS));
        const movedAt = isTakenBack ? now : null;
        await insertPriceSource(tx, { source: wanted, fromAt, movedAt, now });
      });
      await read();
    },
  };
}

function holding(rows: readonly PriceSource[], timeMs: number): PriceSource | undefined {
  return rows.findLast(({ fromAt }) => fromAt.getTime() <= timeMs);
}

function sourceAt(rows: readonly PriceSource[], timeMs: number): LiveSource {
  return holding(rows, timeMs)?.source ?? "practice";
}

/** Returns the first Friday at 17:00 New York time at or after a time. */
function nextFriday(timeMs: number): number {
  let day = dayAt(timeMs - 1);
  // 1 January 1970 was a Thursday.
  while ((day + 4) % 7 !== FRIDAY) day += 1;
  return newYorkClose(day);
}
