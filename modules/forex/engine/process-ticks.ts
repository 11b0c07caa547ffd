/**
 * Walks the ticks of the market in order, one after the other and none twice: what is due is
 * filled, what is over ends, what is reached wakes, and who has too little is stopped out. After an
 * outage the missed ticks are walked in the same way, so stops and limits are promises.
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
import type { StoredOrder } from "../book/orders-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { nextTickOf } from "../book/next-tick.ts";
import { quietBoundsOf, lastQuietTick } from "./quiet-ticks.ts";
import { financeAccount } from "./finance.ts";
import { stopOutAccount } from "./stop-out.ts";
import {
  endOrdersOf,
  expireOrder,
  fillTriggered,
  markMarginCall,
  type TriggeredOrder,
} from "./account-actions.ts";
import { isEmpty, nothingWatched, watch, type Watched } from "./watched.ts";
import { heldIn, whoIsNear } from "./watched-accounts.ts";
import { noteMove, type Moves } from "./trailing-moves.ts";
import { expiredBy, keepOrder, stirred } from "./watched-orders.ts";

/** So many that nothing happens at are passed between two looks at the clock. */
const QUIET_TICKS = 256;

export interface EngineRun {
  readonly deps: DeskDeps & { readonly log: Log };
  readonly watched: Watched;
  /** On their way, by the time at which they meet the market. */
  readonly due: Map<string, TriggeredOrder>;
  /** Trailing stops that have moved since they were last stored. */
  readonly moved: Moves;
  /** The last tick at which something was done. */
  actedMs: number;
  /** The tick that was last saved as done. */
  savedMs: number;
  /** Of margin, of the day that is being walked. */
  rates: { readonly day: number; readonly marginRates: MarginRates | undefined } | undefined;
  /** The last tick that was walked. */
  processedMs: number;
  /** By the process's own clock. */
  savedAtMs: number;
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
  };
}

interface ProcessOptions {
  readonly signal?: AbortSignal;
  /** Called before each slice of the event loop, with everything done up to the last tick. */
  readonly betweenSlices?: () => Promise<void>;
}

/** Every tick until then, in order. Ends early when it is stopped. */
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

/** So far everything has been done: an order on its way is woken again after a crash. */
export function completedUntil({ due, processedMs }: EngineRun): number {
  let completedMs = processedMs;
  for (const { triggeredMs } of due.values())
    completedMs = Math.min(completedMs, triggeredMs - TICK_MS);
  return completedMs;
}

/** Ticks of one trading day at which nothing can happen; false when the first is none of them. */
async function skipQuietTicks(run: EngineRun, fromMs: number, untilMs: number): Promise<boolean> {
  const { deps, watched, due } = run;
  const { quiet } = watched;
  if (!quiet || due.size > 0 || dayAt(fromMs) !== dayAt(run.processedMs)) return false;
  const path = await deps.feed.pathAt(fromMs);
  if (!path) return false;
  const toMs = Math.min(untilMs, fromMs + QUIET_TICKS * TICK_MS);
  const last = lastQuietTick(quiet, path, [fromMs, toMs]);
  if (last === undefined) return false;
  run.processedMs = last;
  return true;
}

/** One tick, looked at. */
async function processTick(run: EngineRun, timeMs: number): Promise<void> {
  const { deps, watched, due } = run;
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
  for (const triggered of dueAt(due, timeMs)) {
    due.delete(triggered.order.id);
    await act(run, { userId: triggered.order.userId, timeMs }, () =>
      fillTriggered(deps, triggered, now),
    );
  }
  await triggerOrders(run, now);
  const near = whoIsNear(watched.accounts, values, await ratesOf(run, dayAt(timeMs)));
  for (const userId of near.stopOut)
    await act(run, { userId, timeMs }, () => stopOutAccount(deps, userId, now));
  for (const userId of near.marginCall)
    await act(run, { userId, timeMs }, () => markMarginCall(deps, userId, now));
  watched.quiet = quietBoundsOf(watched.orders, watched.accounts);
}

/** Read once a day. */
async function ratesOf(run: EngineRun, day: number): Promise<MarginRates | undefined> {
  if (run.rates?.day !== day)
    run.rates = { day, marginRates: (await run.deps.termsOf(day))?.marginRates };
  return run.rates.marginRates;
}

/** Hours without ticks, or without anybody: financing goes on, and orders end. */
async function pauseUntil(run: EngineRun, timeMs: number): Promise<void> {
  if (nextTickOf(run.processedMs) <= timeMs && !isEmpty(run.watched)) return;
  await rollOver(run, timeMs);
  await expire(run, timeMs);
  run.processedMs = Math.max(run.processedMs, timeMs);
}

/** Each at its own end, with prices or without, so that it is the same however time is walked. */
async function expire(run: EngineRun, timeMs: number): Promise<void> {
  for (const order of expiredBy(run.watched.orders, timeMs))
    await act(run, { userId: order.userId, timeMs }, () => expireOrder(run.deps, order));
}

function dueAt(due: ReadonlyMap<string, TriggeredOrder>, timeMs: number): TriggeredOrder[] {
  return [...due.values()]
    .filter(({ fillMs }) => fillMs <= timeMs)
    .toSorted((a, b) => a.fillMs - b.fillMs);
}

/** Starts those on their way that this tick wakes; those passed furthest first. */
async function triggerOrders(
  { deps, watched, due, moved }: EngineRun,
  { timeMs, quotes }: { readonly timeMs: number; readonly quotes: Quotes },
): Promise<void> {
  for (const { quote, orders, settle } of stirred(watched.orders, watched.accounts, quotes)) {
    const triggered: (StoredOrder & { readonly createdMs: number })[] = [];
    for (const stored of orders) {
      const createdMs = stored.createdAt.getTime();
      if (due.has(stored.id) || createdMs > timeMs) continue;
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

/** Every 17:00 between the last tick and this one, by the last quotes before it. */
async function rollOver(run: EngineRun, timeMs: number): Promise<void> {
  const { deps, watched } = run;
  await closeDays(run, timeMs);
  // A replay may be over years with nothing to finance: no day of them is made.
  if (watched.accounts.byUser.size === 0) return;
  for (let day = dayAt(run.processedMs); newYorkClose(day) <= timeMs; day += 1) {
    const days = financingDays(day);
    const closeMs = newYorkClose(day);
    if (days === 0 || closeMs <= run.processedMs) continue;
    const quotes = await deps.feed.valuedAt(closeMs - TICK_MS);
    if (!quotes) continue;
    // A copy: each account is read again, and so set anew, while they are gone through.
    for (const userId of Array.from(watched.accounts.byUser.keys()))
      await act(run, { userId, timeMs }, () =>
        financeAccount(deps, userId, { day, timeMs: closeMs, days }, quotes),
      );
  }
}

/** Sees who came to have something open until then, however late it was written. */
async function closeDays({ deps, watched, processedMs }: EngineRun, timeMs: number): Promise<void> {
  const closeMs = openingOf(dayAt(timeMs));
  if (!deps.accounts.closeDay || closeMs <= processedMs) return;
  await deps.accounts.closeDay(deps.database, closeMs);
  await watch(deps, watched);
}

/** Whoever has been disabled meanwhile has no orders for something new. */
export async function endOrdersOfDisabled(run: EngineRun): Promise<void> {
  const { deps, watched, processedMs } = run;
  const owners = new Set<string>();
  for (const { userId, order } of watched.orders.byId.values())
    if (order.tradeId === undefined) owners.add(userId);
  if (owners.size === 0) return;
  for (const userId of await deps.disabledAmong([...owners]))
    await act(run, { userId, timeMs: processedMs }, () => endOrdersOf(deps, userId, processedMs));
}

/** Does it, and reads the account again; one that fails does not keep the others waiting. */
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
