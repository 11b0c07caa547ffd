/**
 * Whose prices the live desk has: the practice market's, or OANDA's where the operator named an
 * account. A change is announced, and comes on a Friday at 17:00 in New York a day ahead at least.
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
  /** When the source that holds at a time began; 0: it always was. */
  since(timeMs: number): number;
  /** Whether what was open before has been closed: until then nothing is filled. */
  isReady(timeMs: number): boolean;
  /** The change that is announced. */
  next(nowMs: number): { readonly source: LiveSource; readonly fromMs: number } | undefined;
  /** Reads again what others may have announced. */
  refresh(): Promise<void>;
  /** The same now and then; undefined while what was read is new enough. */
  refreshIfDue(): Promise<void> | undefined;
  /** Announces the change to what the operator wants, or takes one back that is still to come. */
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
        // One that has not begun is taken back: what holds now goes on.
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

/** The first Friday's 17:00 in New York at or after a time. */
function nextFriday(timeMs: number): number {
  let day = dayAt(timeMs - 1);
  // The first of January 1970 was a Thursday.
  while ((day + 4) % 7 !== FRIDAY) day += 1;
  return newYorkClose(day);
}
