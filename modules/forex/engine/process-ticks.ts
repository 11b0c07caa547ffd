/**
 * Processes the market's ticks in order, each exactly once: fills due orders, ends expired orders,
 * triggers orders whose price is reached, and stops out accounts with too little margin. Ticks
 * missed during an outage are processed later in the same way, so stops and limits still take
 * effect.
 */
import {
  dayAt,
  financingDays,
  isReady,
  newYorkClose,
  openingOf,
  TICK_MS,
  trailed,
  triggersInOrder,
  type MarginRates,
  type Quotes,
} from "#market";
import { beginSlice, isolateFailure, type Log } from "#platform";
import { actsFromMs, type StoredOrder } from "../book/orders-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { nextTickOf } from "../book/next-tick.ts";
import { lastQuietTick, quietBoundsOf, quotesOfPath } from "./quiet-ticks.ts";
import { financeAccount } from "./finance.ts";
import { stopOutAccount } from "./stop-out.ts";
import {
  endOrdersOf,
  expireOrder,
  fillTriggered,
  markMarginCall,
  type Tick,
  type TriggeredOrder,
} from "./account-actions.ts";
import { isEmpty, nothingWatched, watch, type Watched } from "./watched.ts";
import { heldIn, whoIsNear } from "./watched-accounts.ts";
import { noteMove, type Moves } from "./trailing-moves.ts";
import { expiredBy, keepOrder, stirred } from "./watched-orders.ts";

/** Number of accounts whose orders are filled at the same time. */
const ACCOUNTS_AT_ONCE = 4;
/** Number of quiet ticks to skip between two checks of the wall clock. */
const QUIET_TICKS = 256;

export interface EngineRun {
  readonly deps: DeskDeps & { readonly log: Log };
  readonly watched: Watched;
  /** Triggered orders that have not reached the market yet, by order id. */
  readonly due: Map<string, TriggeredOrder>;
  /** Trailing stops that have moved since they were last stored. */
  readonly moved: Moves;
  /** Last tick that caused an action. */
  actedMs: number;
  /** Last tick that was saved as processed. */
  savedMs: number;
  /** Margin rates of the day being processed. */
  rates: { readonly day: number; readonly marginRates: MarginRates | undefined } | undefined;
  /** Last processed tick. */
  processedMs: number;
  /** Time of the last save, by the process's monotonic clock. */
  savedAtMs: number;
  /** Time of the last check for disabled users, by the process's monotonic clock. */
  checkedAtMs: number;
}

export function createEngineRun(deps: EngineRun["deps"], processedMs: number): EngineRun {
  return {
    deps,
    watched: nothingWatched(),
    due: new Map(),
    moved: new Map(),
    actedMs: -Infinity,
    savedMs: processedMs,
    rates: undefined,
    processedMs,
    savedAtMs: -Infinity,
    checkedAtMs: -Infinity,
  };
}

interface ProcessOptions {
  readonly signal?: AbortSignal;
  /** Called before each slice of processing, after all actions of the last tick. */
  readonly betweenSlices?: () => Promise<void>;
}

/** Processes every tick up to `untilMs`, in order. Stops early if the run is aborted. */
export async function processTicksUntil(
  run: EngineRun,
  untilMs: number,
  { signal, betweenSlices }: ProcessOptions = {},
): Promise<void> {
  const slice = beginSlice();
  let tickMs = nextTickOf(run.processedMs);
  const goesOn = () => !signal?.aborted && tickMs <= untilMs && !isEmpty(run.watched);
  while (goesOn()) {
    if (slice.isOver()) {
      await betweenSlices?.();
      await slice.next();
      if (!goesOn()) break;
    }
    if (!(await skipQuietTicks(run, tickMs, untilMs))) await processTick(run, tickMs);
    tickMs = nextTickOf(run.processedMs);
  }
  if (signal?.aborted) return;
  await pauseUntil(run, untilMs);
  await betweenSlices?.();
}

/**
 * Returns the last tick whose orders have all reached the market. After a crash, an order that was
 * still on its way must trigger again, so its tick is not included.
 */
export function completedUntil({ due, processedMs }: EngineRun): number {
  let completedMs = processedMs;
  for (const { triggeredMs } of due.values())
    completedMs = Math.min(completedMs, triggeredMs - TICK_MS);
  return completedMs;
}

/**
 * Skips the ticks of one trading day at which nothing can happen. Returns false if the first tick
 * may cause an action.
 */
async function skipQuietTicks(run: EngineRun, fromMs: number, untilMs: number): Promise<boolean> {
  const { deps, watched, due } = run;
  const { quiet } = watched;
  if (!quiet || due.size > 0 || dayAt(fromMs) !== dayAt(run.processedMs)) return false;
  const path = await deps.feed.pathAt(fromMs);
  const quotes = path ? quotesOfPath(path) : await deps.feed.steadyQuotes?.(fromMs);
  if (!quotes) return false;
  const toMs = Math.min(untilMs, fromMs + QUIET_TICKS * TICK_MS);
  const last = lastQuietTick(quiet, quotes, [fromMs, toMs]);
  if (last === undefined) return false;
  run.processedMs = last;
  return true;
}

async function processTick(run: EngineRun, timeMs: number): Promise<void> {
  const { deps, watched } = run;
  watched.quiet = undefined;
  await rollOver(run, timeMs);
  await expire(run, timeMs);
  const [quotes, values] = await Promise.all([
    deps.feed.quotesAt(timeMs),
    deps.feed.valuedAt(timeMs),
  ]);
  run.processedMs = timeMs;
  if (!quotes || !values) return;
  const now = { timeMs, quotes, values };
  await fillDue(run, now);
  await triggerOrders(run, now);
  const near = whoIsNear(watched.accounts, values, await ratesOf(run, dayAt(timeMs)));
  for (const userId of near.stopOut)
    await act(run, { userId, timeMs }, () => stopOutAccount(deps, userId, now));
  for (const userId of near.marginCall)
    await act(run, { userId, timeMs }, () => markMarginCall(deps, userId, now));
  watched.quiet = quietBoundsOf(watched.orders, watched.accounts);
}

/** Returns a day's margin rates, which are read once per day. */
async function ratesOf(run: EngineRun, day: number): Promise<MarginRates | undefined> {
  if (run.rates?.day !== day)
    run.rates = { day, marginRates: (await run.deps.termsOf(day))?.marginRates };
  return run.rates.marginRates;
}

/**
 * Advances through hours without ticks, or without orders and positions to watch. Positions are
 * still financed, and orders still expire.
 */
async function pauseUntil(run: EngineRun, timeMs: number): Promise<void> {
  if (nextTickOf(run.processedMs) <= timeMs && !isEmpty(run.watched)) return;
  await rollOver(run, timeMs);
  await expire(run, timeMs);
  run.processedMs = Math.max(run.processedMs, timeMs);
}

/**
 * Ends each expired order at its own expiry, with or without prices, so that the result does not
 * depend on when ticks are processed.
 */
async function expire(run: EngineRun, timeMs: number): Promise<void> {
  for (const order of expiredBy(run.watched.orders, timeMs))
    await act(run, { userId: order.userId, timeMs }, () => expireOrder(run.deps, order));
}

/**
 * Fills the orders that have reached the market. Orders of different accounts do not affect each
 * other, so a few accounts are processed at the same time, each with its orders in sequence.
 */
async function fillDue(run: EngineRun, now: Tick): Promise<void> {
  const { deps, due } = run;
  const byUser = Map.groupBy(dueAt(due, now.timeMs), ({ order }) => order.userId);
  const queue = byUser.entries();
  const fillNext = async () => {
    // The workers share the iterator, so each account is taken once.
    for (const [userId, orders] of queue)
      for (const triggered of orders) {
        due.delete(triggered.order.id);
        // oxlint-disable-next-line no-await-in-loop -- one account's orders fill one after another
        await act(run, { userId, timeMs: now.timeMs }, () => fillTriggered(deps, triggered, now));
      }
  };
  // Wait for all accounts even if one fails, so that no account is filled after the run has ended.
  const outcomes = await Promise.allSettled(Array.from({ length: ACCOUNTS_AT_ONCE }, fillNext));
  const failure = outcomes.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}

function dueAt(due: ReadonlyMap<string, TriggeredOrder>, timeMs: number): TriggeredOrder[] {
  return [...due.values()]
    .filter(({ fillMs }) => fillMs <= timeMs)
    .toSorted((a, b) => a.fillMs - b.fillMs);
}

/**
 * Triggers the orders whose price this tick reaches. The order that the price has passed furthest
 * comes first.
 */
async function triggerOrders(
  { deps, watched, due, moved }: EngineRun,
  { timeMs, quotes }: { readonly timeMs: number; readonly quotes: Quotes },
): Promise<void> {
  for (const { quote, orders, settle } of stirred(watched.orders, watched.accounts, quotes)) {
    const triggered: (StoredOrder & { readonly createdMs: number })[] = [];
    for (const stored of orders) {
      const createdMs = stored.createdAt.getTime();
      if (due.has(stored.id) || actsFromMs(stored) > timeMs) continue;
      const order = trailed(stored.order, quote);
      if (order.price !== stored.order.price) {
        keepOrder(watched.orders, { ...stored, order });
        noteMove(moved, stored.id, { timeMs, price: order.price }, due.size === 0);
      }
      const held = heldIn(watched.accounts, stored.userId, order.instrument);
      if (isReady(order, quote, held)) triggered.push({ ...stored, order, createdMs });
    }
    settle();
    for (const order of triggersInOrder(triggered, quote)) {
      const { latencyMs, timeMs: fillMs } = await deps.feed.arrivalOf(order.id, timeMs);
      due.set(order.id, { order, triggeredMs: timeMs, startQuotes: quotes, latencyMs, fillMs });
    }
  }
}

/**
 * Finances the accounts at every 17:00 between the last tick and this tick, using the last quotes
 * before each 17:00.
 */
async function rollOver(run: EngineRun, timeMs: number): Promise<void> {
  const { deps, watched } = run;
  await closeDays(run, timeMs);
  // A replay may skip years without open positions. Avoid computing the days of those years.
  if (watched.accounts.byUser.size === 0) return;
  for (let day = dayAt(run.processedMs); newYorkClose(day) <= timeMs; day += 1) {
    const days = financingDays(day);
    const closeMs = newYorkClose(day);
    if (days === 0 || closeMs <= run.processedMs) continue;
    const quotes = await deps.feed.valuedAt(closeMs - TICK_MS);
    if (!quotes) continue;
    // Copy the keys, because each account is removed and added again during the loop.
    for (const userId of Array.from(watched.accounts.byUser.keys()))
      await act(run, { userId, timeMs }, () =>
        financeAccount(deps, userId, { day, timeMs: closeMs, days }, quotes),
      );
  }
}

/**
 * Closes the day, and then reloads all accounts so that the engine knows positions that were
 * written late.
 */
async function closeDays({ deps, watched, processedMs }: EngineRun, timeMs: number): Promise<void> {
  const closeMs = openingOf(dayAt(timeMs));
  if (!deps.accounts.closeDay || closeMs <= processedMs) return;
  await deps.accounts.closeDay(deps.database, closeMs);
  await watch(deps, watched);
}

/** Ends the entry orders of disabled users. */
export async function endOrdersOfDisabled(run: EngineRun): Promise<void> {
  const { deps, watched, processedMs } = run;
  const owners = new Set<string>();
  for (const { userId, order } of watched.orders.byId.values())
    if (order.tradeId === undefined) owners.add(userId);
  if (owners.size === 0) return;
  for (const userId of await deps.disabledAmong([...owners]))
    await act(run, { userId, timeMs: processedMs }, () => endOrdersOf(deps, userId, processedMs));
}

/** Runs the action and reloads the account. A failed action does not delay other accounts. */
async function act(
  run: EngineRun,
  { userId, timeMs }: { readonly userId: string; readonly timeMs: number },
  work: () => Promise<void>,
): Promise<void> {
  const { deps, watched } = run;
  run.actedMs = Math.max(run.actedMs, timeMs);
  await isolateFailure(deps, userId, work);
  await watch(deps, watched, [userId]);
}
