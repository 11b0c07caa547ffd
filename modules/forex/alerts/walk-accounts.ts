/**
 * Evaluates alerts on accounts at every tick between two times, with the balance and trades that
 * each account had at that tick.
 */
import { dayAt, INSTRUMENTS, quotesAt, TICK_MS, type MarginRates, type Quotes } from "#market";
import { beginSlice, type Database } from "#platform";
import { nextTickOf } from "../book/next-tick.ts";
import type { HeldTerms } from "../feed/desk-deps.ts";
import { areAllFlat, checkAccounts, setStates, type AccountAlerts } from "./account-alerts.ts";
import { accountsAtTime, EVENTS_MAX, eventsSince } from "./account-states.ts";
import type { WalkDeps } from "./walk-prices.ts";
import type { Firing } from "./watched-alert.ts";

export interface AccountWalkDeps extends WalkDeps {
  readonly database: Database;
  readonly termsOf: (day: number) => Promise<HeldTerms | undefined>;
}

export interface AccountWalk {
  readonly alerts: AccountAlerts;
  /** The last evaluated tick. */
  atMs: number;
}

interface Options {
  readonly fire: (firing: Firing) => void;
  readonly signal?: AbortSignal;
}

/** Begins at a time, at which the conditions are noted without firing. */
export async function beginAccounts(
  deps: AccountWalkDeps,
  alerts: AccountAlerts,
  atMs: number,
): Promise<AccountWalk> {
  const walk = { alerts, atMs };
  const userIds = [...alerts.byUser.keys()];
  setStates(alerts, await accountsAtTime(deps.database, userIds, new Date(atMs)));
  await checkAt(deps, walk, atMs, () => {
    throw new Error("an alert cannot fire at the time at which its walk begins");
  });
  return walk;
}

/** Evaluates every tick up to `untilMs`. Stops early if the signal is aborted. */
export async function walkAccounts(
  deps: AccountWalkDeps,
  walk: AccountWalk,
  untilMs: number,
  options: Options,
): Promise<void> {
  const { alerts } = walk;
  if (untilMs <= walk.atMs) return;
  for (let isMore = alerts.byUser.size > 0; isMore;) {
    const lastEvents = new Map(
      [...alerts.byUser.keys()].map((id) => [id, alerts.states.get(id)?.lastEvent ?? 0]),
    );
    const events = await eventsSince(deps.database, lastEvents, new Date(untilMs));
    isMore = events.length === EVENTS_MAX;
    // An event that was written late applies from the next tick on.
    const tickOf = (at: Date) =>
      Math.max(Math.ceil(at.getTime() / TICK_MS) * TICK_MS, walk.atMs + 1);
    for (const [atMs, changed] of Map.groupBy(events, ({ at }) => tickOf(at))) {
      if (atMs > untilMs) {
        isMore = false;
        break;
      }
      await walkTicks(deps, walk, atMs - 1, options);
      if (options.signal?.aborted) return;
      const userIds = [...new Set(changed.map(({ userId }) => userId))];
      setStates(alerts, await accountsAtTime(deps.database, userIds, new Date(atMs)));
      await checkAt(deps, walk, atMs, options.fire);
      walk.atMs = atMs;
    }
    // Ticks after the last event that was read follow its later events.
    if (!isMore) await walkTicks(deps, walk, untilMs, options);
  }
  if (!options.signal?.aborted) walk.atMs = Math.max(walk.atMs, untilMs);
}

/** Evaluates ticks between which no account changes. */
async function walkTicks(
  { feed, clock, termsOf }: AccountWalkDeps,
  walk: AccountWalk,
  untilMs: number,
  { fire, signal }: Options,
): Promise<void> {
  const { alerts } = walk;
  const slice = beginSlice();
  let day: number | undefined;
  let marginRates: MarginRates | undefined;
  for (
    let timeMs = nextTickOf(walk.atMs);
    timeMs <= untilMs && !areAllFlat(alerts);
    timeMs = nextTickOf(timeMs)
  ) {
    if (slice.isOver()) {
      await slice.next();
      if (signal?.aborted) return;
    }
    const path = await feed.pathAt(timeMs);
    const quotes = path
      ? quotesOf(quotesAt(path, INSTRUMENTS, timeMs))
      : await feed.quotesAt(timeMs);
    if (!quotes) continue;
    if (day !== dayAt(timeMs)) {
      day = dayAt(timeMs);
      marginRates = (await termsOf(day))?.marginRates;
    }
    checkAccounts(alerts, { timeMs, nowMs: clock.now().getTime(), quotes, marginRates }, fire);
    walk.atMs = timeMs;
  }
}

/** Evaluates a time at which an account changes, also while the market is closed. */
async function checkAt(
  { feed, clock, termsOf }: AccountWalkDeps,
  { alerts }: AccountWalk,
  timeMs: number,
  fire: (firing: Firing) => void,
): Promise<void> {
  const quotes = await feed.valuedAt(timeMs);
  if (!quotes && !areAllFlat(alerts)) return;
  const marginRates = (await termsOf(dayAt(timeMs)))?.marginRates;
  const nowMs = clock.now().getTime();
  checkAccounts(alerts, { timeMs, nowMs, quotes: quotes ?? (() => undefined), marginRates }, fire);
}

function quotesOf(quotes: ReturnType<typeof quotesAt>): Quotes {
  return ({ id }) => quotes[id];
}
