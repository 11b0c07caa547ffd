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
import { calmOf, lastCalmTick } from "./quiet-ticks.ts";
import { financeAccount } from "./finance.ts";
import { stopOutAccount } from "./stop-out.ts";
import {
  endOrdersOf,
  expireOrder,
  fillWoken,
  markMarginCall,
  type Woken,
} from "./account-actions.ts";
import { isEmpty, nothingWatched, watch, type Watched } from "./watched.ts";
import { heldIn, whoIsNear } from "./watched-accounts.ts";
import { noteMove, type Moves } from "./trailing-moves.ts";
import { expiredBy, keepOrder, stirred } from "./watched-orders.ts";

/** So many that nothing happens at are passed between two looks at the clock. */
const CALM_TICKS = 256;

export interface Walk {
  readonly deps: DeskDeps & { readonly log: Log };
  readonly watched: Watched;
  /** On their way, by the time at which they meet the market. */
  readonly due: Map<string, Woken>;
  /** Trailing stops that have moved since they were last stored. */
  readonly moved: Moves;
  /** The last tick at which something was done. */
  actedMs: number;
  /** The tick that was last saved as done. */
  savedMs: number;
  /** Of margin, of the day that is being walked. */
  rates: { readonly day: number; readonly marginRates: MarginRates | undefined } | undefined;
  /** The last tick that was walked. */
  walkedMs: number;
  /** By the process's own clock. */
  savedAtMs: number;
}

export function startWalk(deps: Walk["deps"], walkedMs: number): Walk {
  return {
    deps,
    watched: nothingWatched(),
    due: new Map(),
    moved: new Map(),
    actedMs: -Infinity,
    savedMs: walkedMs,
    rates: undefined,
    walkedMs,
    savedAtMs: -Infinity,
  };
}

interface Walking {
  readonly signal?: AbortSignal;
  /** Called before each slice of the event loop, with everything done up to the last tick. */
  readonly meanwhile?: () => Promise<void>;
}

/** Every tick until then, in order. Ends early when it is stopped. */
export async function walkTo(
  walk: Walk,
  untilMs: number,
  { signal, meanwhile }: Walking = {},
): Promise<void> {
  const slice = beginSlice();
  let tickMs = nextTickOf(walk.walkedMs);
  const goesOn = () => !signal?.aborted && tickMs <= untilMs && !isEmpty(walk.watched);
  while (goesOn()) {
    if (slice.isOver()) {
      await meanwhile?.();
      await slice.next();
      if (!goesOn()) break;
    }
    if (!(await passCalm(walk, tickMs, untilMs))) await walkTick(walk, tickMs);
    tickMs = nextTickOf(walk.walkedMs);
  }
  if (signal?.aborted) return;
  await pauseUntil(walk, untilMs);
  await meanwhile?.();
}

/** So far everything has been done: an order on its way is woken again after a crash. */
export function doneUntil({ due, walkedMs }: Walk): number {
  let done = walkedMs;
  for (const { wokenMs } of due.values()) done = Math.min(done, wokenMs - TICK_MS);
  return done;
}

/** Ticks of one trading day at which nothing can happen; false when the first is none of them. */
async function passCalm(walk: Walk, fromMs: number, untilMs: number): Promise<boolean> {
  const { deps, watched, due } = walk;
  const { calm } = watched;
  if (!calm || due.size > 0 || dayAt(fromMs) !== dayAt(walk.walkedMs)) return false;
  const path = await deps.feed.pathAt(fromMs);
  if (!path) return false;
  const toMs = Math.min(untilMs, fromMs + CALM_TICKS * TICK_MS);
  const last = lastCalmTick(calm, path, [fromMs, toMs]);
  if (last === undefined) return false;
  walk.walkedMs = last;
  return true;
}

/** One tick, looked at. */
async function walkTick(walk: Walk, timeMs: number): Promise<void> {
  const { deps, watched, due } = walk;
  watched.calm = undefined;
  await rollOver(walk, timeMs);
  await expire(walk, timeMs);
  const [quotes, values] = await Promise.all([
    deps.feed.quotesAt(timeMs),
    deps.feed.valuedAt(timeMs),
  ]);
  walk.walkedMs = timeMs;
  if (!quotes || !values) return;
  const now = { timeMs, quotes, values };
  for (const woken of dueAt(due, timeMs)) {
    due.delete(woken.order.id);
    await act(walk, { userId: woken.order.userId, timeMs }, () => fillWoken(deps, woken, now));
  }
  await wake(walk, now);
  const near = whoIsNear(watched.accounts, values, await ratesOf(walk, dayAt(timeMs)));
  for (const userId of near.stopOut)
    await act(walk, { userId, timeMs }, () => stopOutAccount(deps, userId, now));
  for (const userId of near.marginCall)
    await act(walk, { userId, timeMs }, () => markMarginCall(deps, userId, now));
  watched.calm = calmOf(watched.orders, watched.accounts);
}

/** Read once a day. */
async function ratesOf(walk: Walk, day: number): Promise<MarginRates | undefined> {
  if (walk.rates?.day !== day)
    walk.rates = { day, marginRates: (await walk.deps.termsOf(day))?.marginRates };
  return walk.rates.marginRates;
}

/** Hours without ticks, or without anybody: financing goes on, and orders end. */
async function pauseUntil(walk: Walk, timeMs: number): Promise<void> {
  if (nextTickOf(walk.walkedMs) <= timeMs && !isEmpty(walk.watched)) return;
  await rollOver(walk, timeMs);
  await expire(walk, timeMs);
  walk.walkedMs = Math.max(walk.walkedMs, timeMs);
}

/** Each at its own end, with prices or without, so that it is the same however time is walked. */
async function expire(walk: Walk, timeMs: number): Promise<void> {
  for (const order of expiredBy(walk.watched.orders, timeMs))
    await act(walk, { userId: order.userId, timeMs }, () => expireOrder(walk.deps, order));
}

function dueAt(due: ReadonlyMap<string, Woken>, timeMs: number): Woken[] {
  return [...due.values()]
    .filter(({ fillMs }) => fillMs <= timeMs)
    .toSorted((a, b) => a.fillMs - b.fillMs);
}

/** Starts those on their way that this tick wakes; those passed furthest first. */
async function wake(
  { deps, watched, due, moved }: Walk,
  { timeMs, quotes }: { readonly timeMs: number; readonly quotes: Quotes },
): Promise<void> {
  for (const { quote, orders, settle } of stirred(watched.orders, watched.accounts, quotes)) {
    const woken: (StoredOrder & { readonly createdMs: number })[] = [];
    for (const stored of orders) {
      const createdMs = stored.createdAt.getTime();
      if (due.has(stored.id) || createdMs > timeMs) continue;
      const order = trailed(stored.order, quote);
      if (order.price !== stored.order.price) {
        keepOrder(watched.orders, { ...stored, order });
        noteMove(moved, stored.id, { timeMs, price: order.price }, due.size === 0);
      }
      const held = heldIn(watched.accounts, stored.userId, order.instrument);
      if (isReady(order, quote, held)) woken.push({ ...stored, order, createdMs });
    }
    settle();
    for (const order of triggersInOrder(woken, quote)) {
      const { latencyMs, timeMs: fillMs } = await deps.feed.arrivalOf(order.id, timeMs);
      due.set(order.id, { order, wokenMs: timeMs, seen: quotes, latencyMs, fillMs });
    }
  }
}

/** Every 17:00 between the last tick and this one, by the last quotes before it. */
async function rollOver(walk: Walk, timeMs: number): Promise<void> {
  const { deps, watched } = walk;
  await closeDays(walk, timeMs);
  // A replay may be over years with nothing to finance: no day of them is made.
  if (watched.accounts.byUser.size === 0) return;
  for (let day = dayAt(walk.walkedMs); newYorkClose(day) <= timeMs; day += 1) {
    const days = financingDays(day);
    const closeMs = newYorkClose(day);
    if (days === 0 || closeMs <= walk.walkedMs) continue;
    const quotes = await deps.feed.valuedAt(closeMs - TICK_MS);
    if (!quotes) continue;
    // A copy: each account is read again, and so set anew, while they are gone through.
    for (const userId of Array.from(watched.accounts.byUser.keys()))
      await act(walk, { userId, timeMs }, () =>
        financeAccount(deps, userId, { day, timeMs: closeMs, days }, quotes),
      );
  }
}

/** Sees who came to have something open until then, however late it was written. */
async function closeDays({ deps, watched, walkedMs }: Walk, timeMs: number): Promise<void> {
  const closeMs = openingOf(dayAt(timeMs));
  if (!deps.accounts.closeDay || closeMs <= walkedMs) return;
  await deps.accounts.closeDay(deps.database, closeMs);
  await watch(deps, watched);
}

/** Whoever has been disabled meanwhile has no orders for something new. */
export async function endOrdersOfDisabled(walk: Walk): Promise<void> {
  const { deps, watched, walkedMs } = walk;
  const owners = new Set<string>();
  for (const { userId, order } of watched.orders.byId.values())
    if (order.tradeId === undefined) owners.add(userId);
  if (owners.size === 0) return;
  for (const userId of await deps.disabledAmong([...owners]))
    await act(walk, { userId, timeMs: walkedMs }, () => endOrdersOf(deps, userId, walkedMs));
}

/** Does it, and reads the account again; one that fails does not keep the others waiting. */
async function act(
  walk: Walk,
  { userId, timeMs }: { readonly userId: string; readonly timeMs: number },
  work: () => Promise<void>,
): Promise<void> {
  const { deps, watched } = walk;
  walk.actedMs = Math.max(walk.actedMs, timeMs);
  await isolateFailure(deps, userId, work);
  await watch(deps, watched, [userId]);
}
