/** Evaluates alerts on prices at every tick between two times, with the feed's quotes. */
import { dayAt, openingOf, quotesAt, TICK_MS } from "#market";
import { beginSlice, type Clock } from "#platform";
import { nextTickOf } from "../book/next-tick.ts";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import { checkTick, openDay, type PriceAlerts } from "./price-alerts.ts";
import type { Firing } from "./watched-alert.ts";

/** Number of ticks between two checks of the time slice. */
const TICKS_TOGETHER = 64;
/**
 * How far back ticks are read one by one from a feed that cannot recompute them. Such a feed keeps
 * the quotes of the last seconds only.
 */
const RECENT_MS = 60_000;

export interface WalkDeps {
  readonly clock: Clock;
  readonly feed: QuoteFeed;
}

export interface PriceWalk {
  readonly alerts: PriceAlerts;
  /** The last evaluated tick. */
  atMs: number;
  /** The day whose opening quotes apply. */
  day: number | undefined;
}

/** Begins at a time, at which the conditions are noted without firing. */
export async function beginPrices(
  { feed, clock }: WalkDeps,
  alerts: PriceAlerts,
  atMs: number,
): Promise<PriceWalk> {
  const walk: PriceWalk = { alerts, atMs, day: undefined };
  await turnDay(walk, feed, atMs);
  const quotes = await feed.valuedAt(atMs);
  const nowMs = clock.now().getTime();
  checkTick(
    alerts,
    alerts.instruments.map((one) => quotes?.(one)),
    { timeMs: atMs, nowMs },
    () => {
      throw new Error("an alert cannot fire at the time at which its walk begins");
    },
  );
  return walk;
}

/** Evaluates every tick up to `untilMs`. Stops early if the signal is aborted. */
export async function walkPrices(
  { feed, clock }: WalkDeps,
  walk: PriceWalk,
  untilMs: number,
  { fire, signal }: { readonly fire: (firing: Firing) => void; readonly signal?: AbortSignal },
): Promise<void> {
  const slice = beginSlice();
  const { alerts } = walk;
  if (alerts.groupOf.size === 0) {
    walk.atMs = Math.max(walk.atMs, untilMs);
    return;
  }
  // A streamed feed learns a day's opening quotes only after the day has begun.
  if (feed.source === "oanda") await readOpening(walk, feed);
  let tickMs = nextTickOf(walk.atMs);
  const goesOn = () => tickMs <= untilMs && !signal?.aborted;
  while (goesOn()) {
    if (slice.isOver()) await slice.next();
    await turnDay(walk, feed, tickMs);
    const path = await feed.pathAt(tickMs);
    const nowMs = clock.now().getTime();
    if (path) {
      const lastMs = Math.min(untilMs, path.untilMs - 1, tickMs + (TICKS_TOGETHER - 1) * TICK_MS);
      for (let timeMs = tickMs; timeMs <= lastMs; timeMs += TICK_MS) {
        checkTick(alerts, quotesAt(path, alerts.instruments, timeMs), { timeMs, nowMs }, fire);
        walk.atMs = timeMs;
      }
    } else {
      const quotes = await feed.quotesAt(tickMs);
      if (quotes)
        checkTick(alerts, alerts.instruments.map(quotes), { timeMs: tickMs, nowMs }, fire);
      const isLost = !quotes && tickMs < untilMs - RECENT_MS;
      walk.atMs = isLost ? Math.floor((untilMs - RECENT_MS) / TICK_MS) * TICK_MS : tickMs;
    }
    tickMs = nextTickOf(walk.atMs);
  }
  if (!signal?.aborted) walk.atMs = Math.max(walk.atMs, untilMs);
}

/** Reads the opening quotes of a tick's day, unless they apply already. */
async function turnDay(walk: PriceWalk, feed: QuoteFeed, timeMs: number): Promise<void> {
  const day = dayAt(timeMs);
  if (walk.day === day) return;
  walk.day = day;
  await readOpening(walk, feed);
}

/** Reads the opening quotes again, for alerts that were added since. */
export async function readOpening({ alerts, day }: PriceWalk, feed: QuoteFeed): Promise<void> {
  if (day === undefined) return;
  const quotes = await feed.quotesAt(openingOf(day));
  openDay(alerts, (instrument) => quotes?.(instrument) ?? feed.opening?.(instrument));
}
