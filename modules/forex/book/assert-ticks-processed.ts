/**
 * Prevents users from acting on prices that the engine has not processed yet. While the engine is
 * behind, a missed tick may fill one of the account's orders or stop the account out. A user who
 * has seen this tick must not cancel the order, move the stop, close the trade or move money before
 * the engine has processed the tick.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isReady, stopOut, trailed, type Quote, type Quotes } from "#market";
import type { Database } from "#platform";
import { forexRefusals } from "../terms/refusals.ts";
import type { Accounts } from "./accounts.ts";
import { accountOf, type Book } from "./book.ts";
import { nextTickOf } from "./next-tick.ts";
import { actsFromMs, type StoredOrder } from "./orders-table.ts";

/**
 * Maximum number of missed ticks: 15 seconds plus an order's latency. If the engine is further
 * behind, it must catch up first.
 */
const MISSED_TICKS_MAX = 80;
/**
 * Maximum wait for the engine: twice the time in which it normally processes, fills and saves a
 * tick.
 */
const WAIT_MS_MAX = 1_500;
const RECHECK_MS = 50;

/** Prices at any time within the last few seconds. */
export interface PastPrices {
  quotesAt(timeMs: number): Promise<Quotes | undefined>;
  valuedAt(timeMs: number): Promise<Quotes | undefined>;
}

/**
 * Thrown if a missed tick must be processed first. Not a refusal, because a refusal would be stored
 * as the response to the request.
 */
export class TicksPendingError extends Error {
  /** Missed tick that affects the account. Undefined if too many ticks are missing. */
  readonly tickMs: number | undefined;

  constructor(tickMs?: number) {
    super("the engine has not processed the ticks that this depends on");
    this.tickMs = tickMs;
  }
}

/** Throws `TicksPendingError` if a missed tick fills an order of the account or stops it out. */
export async function assertTicksProcessed(feed: PastPrices, book: Book): Promise<void> {
  const { processedMs } = book;
  if (processedMs === undefined || isIdle(book)) return;
  let { pending } = book;
  const endMs = book.at.getTime();
  let missed = 0;
  for (let tickMs = nextTickOf(processedMs); tickMs <= endMs; tickMs = nextTickOf(tickMs)) {
    missed += 1;
    if (missed > MISSED_TICKS_MAX) throw new TicksPendingError();
    const [quotes, values] = await Promise.all([feed.quotesAt(tickMs), feed.valuedAt(tickMs)]);
    if (!quotes || !values) continue;
    pending = pending.map((stored) => followed(stored, quotes(stored.order.instrument), tickMs));
    const isReached = pending.some((stored) => wakes(stored, quotes, book, tickMs));
    if (isReached || isStoppedOut(book, quotes, values)) throw new TicksPendingError(tickMs);
  }
}

/**
 * Runs `work`. If a missed tick must be processed first, waits for the engine and runs `work`
 * again. Throws `market_halted` if the engine takes too long.
 */
export async function retryAfterTicks<Answer>(
  { database, accounts }: { readonly database: Database; readonly accounts: Accounts },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const endsMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TicksPendingError)) throw error;
      const { tickMs = Infinity } = error;
      const isBehind = async () =>
        ((await accounts.processedUntil?.(database)) ?? Infinity) < tickMs;
      if (tickMs === Infinity) throw forexRefusals.market_halted();
      while (await isBehind()) {
        if (performance.now() > endsMs) throw forexRefusals.market_halted();
        await sleep(RECHECK_MS);
      }
    }
  }
}

function isIdle({ pending, trades }: Book): boolean {
  return pending.length === 0 && trades.length === 0;
}

/** Returns a trailing stop after a tick that the engine has not processed yet. */
function followed(stored: StoredOrder, quote: Quote | undefined, tickMs: number): StoredOrder {
  if (stored.order.type !== "TRAILING_STOP_LOSS" || !quote) return stored;
  if (actsFromMs(stored) > tickMs) return stored;
  return { ...stored, order: trailed(stored.order, quote) };
}

function wakes(stored: StoredOrder, quotes: Quotes, { trades }: Book, tickMs: number): boolean {
  const { order } = stored;
  const quote = quotes(order.instrument);
  if (!quote || actsFromMs(stored) > tickMs) return false;
  const held = trades
    .filter(({ instrument }) => instrument === order.instrument)
    .reduce((sum, { units }) => sum + units, 0);
  return isReady(order, quote, held);
}

function isStoppedOut(book: Book, quotes: Quotes, values: Quotes): boolean {
  if (book.trades.length === 0) return false;
  const { closes } = stopOut(accountOf(book), values, (pair) => quotes(pair) !== undefined);
  return closes.length > 0;
}
