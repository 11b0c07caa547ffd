/**
 * Creates the dependencies for Forex desk tests: a clock that advances while an order waits, the
 * practice market from a fixed root, and users with coins.
 */
import {
  daySeed,
  dayAt,
  dayOf,
  firstStart,
  latencyMs,
  nextTick,
  openDay,
  PAIRS,
  quotesAt,
  startAfter,
  type OrderRequest,
  type PracticeDay,
  type Quotes,
} from "#market";
import { createBus, silentLog, type Database, type Log } from "#platform";
import { liveAccounts } from "../../../modules/forex/book/live-accounts.ts";
import { takeOrdersInBatches } from "../../../modules/forex/book/take-order.ts";
import { lastTick } from "../../../modules/forex/feed/last-tick.ts";
import { openEngineRun, save, processAndSave } from "../../../modules/forex/engine/worker.ts";
import { bringFunds, placeOrder, type DeskDeps, type QuoteFeed, type StoredOrder } from "#forex";
import { addNetworkHit, findDisabled, requirePerson } from "#users";
import { saver } from "./earn.ts";
import { RATES, rootOf } from "./market-days.ts";
import { moneyRequest, movableClock, type MovableClock } from "./mining.ts";
import { nothingPromised } from "./treasury.ts";
import { noEarnings } from "./no-earnings.ts";

export interface DeskTestDeps extends DeskDeps {
  readonly log: Log;
  readonly clock: MovableClock;
}

/** Functions of the users module that uploads and replays depend on. */
export const people = { addNetworkHit, requirePerson };

/** A Wednesday, in London trading hours. */
export const START = "2026-09-16T09:00:00Z";

export function deskDeps(
  database: Database,
  options: {
    readonly start?: string;
    readonly feed?: QuoteFeed;
    readonly marginRates?: number[];
  } = {},
): DeskTestDeps {
  const clock = movableClock(options.start ?? START);
  const bus = createBus();
  const accounts = liveAccounts(bus);
  const termsOf = async () => ({
    interest: RATES,
    markUp: 10_000,
    marginRates: options.marginRates ?? [],
  });
  const feed = options.feed ?? modelledFeed(1, "2026-09-14");
  return {
    database,
    clock,
    bus,
    accounts,
    takeOrder: takeOrdersInBatches({ database, accounts, termsOf, feed }),
    feed,
    treasury: nothingPromised,
    termsOf,
    log: silentLog,
    frozenAmong: async () => new Set<string>(),
    settleEarnings: noEarnings,
    requirePerson,
    disabledAmong: (userIds) => findDisabled(database, userIds, clock.now()),
    until: async (timeMs) => clock.advance(Math.max(0, timeMs - clock.now().getTime())),
  };
}

/**
 * Returns a feed of consecutive practice-market days. The same seed always results in the same
 * prices.
 */
export function modelledFeed(seed: number, firstDate: string): QuoteFeed {
  const root = rootOf(seed);
  const days = new Map<number, PracticeDay>();
  let newest = openDay(firstStart(dayOf(firstDate)), daySeed(root, dayOf(firstDate)));
  days.set(newest.start.day, newest);
  const dayOfTime = (timeMs: number): PracticeDay | undefined => {
    const day = dayAt(timeMs);
    while (newest.start.day < day) {
      const start = startAfter(newest, () => RATES);
      newest = openDay(start, daySeed(root, start.day));
      days.set(start.day, newest);
    }
    return days.get(day);
  };
  const quotesOf = async (timeMs: number): Promise<Quotes | undefined> => {
    const day = dayOfTime(timeMs);
    if (!day) return undefined;
    const quotes = quotesAt(day, PAIRS, timeMs);
    return ({ id }) => quotes[id];
  };
  return {
    source: "practice",
    label: "Modelled prices of a test",
    quotesAt: quotesOf,
    valuedAt: (timeMs) => quotesOf(lastTick(timeMs)),
    pathAt: async (timeMs) => dayOfTime(timeMs),
    async arrivalOf(orderId, sentMs) {
      const day = dayOfTime(sentMs);
      if (!day) throw new Error("the market is closed");
      const latency = latencyMs(daySeed(root, day.start.day), orderId);
      return { latencyMs: latency, timeMs: nextTick(day, sentMs + latency) };
    },
  };
}

/** Returns a feed of the same prices, which a test can shift by an amount from a given time on. */
export function movedFeed(feed: QuoteFeed) {
  const moves: { readonly name: string; readonly fromMs: number; readonly by: number }[] = [];
  const movedQuotes = (quotes: Quotes | undefined, timeMs: number): Quotes | undefined =>
    quotes &&
    ((instrument) => {
      const quote = quotes(instrument);
      const isOf = (one: (typeof moves)[number]) =>
        one.name === instrument.name && one.fromMs <= timeMs;
      const by = moves.findLast(isOf)?.by;
      return quote && by !== undefined
        ? { ...quote, bid: quote.bid + by, ask: quote.ask + by }
        : quote;
    });
  const moved: QuoteFeed = {
    ...feed,
    // The path would not include the shifts, so there is none while prices are shifted.
    pathAt: async (timeMs) => (moves.length === 0 ? feed.pathAt(timeMs) : undefined),
    quotesAt: async (timeMs) => movedQuotes(await feed.quotesAt(timeMs), timeMs),
    valuedAt: async (timeMs) => movedQuotes(await feed.valuedAt(timeMs), timeMs),
  };
  return {
    feed: moved,
    move(name: string, fromMs: number, by: number): void {
      moves.push({ name, fromMs, by });
    },
  };
}

/** Returns the same dependencies with an installation's live market. */
export function asLive(deps: DeskTestDeps) {
  return { ...deps, feed: { ...deps.feed, source: "practice" as const } };
}

/** Creates a user with `sats` on the desk account. Returns the user's id. */
export async function trader(deps: DeskDeps, sats = 10_000_000n): Promise<string> {
  const userId = await saver(deps.database, sats);
  const request = moneyRequest(userId, "transferForexFunds");
  await bringFunds(deps, { request, amountSats: sats });
  return userId;
}

export function order(
  deps: DeskDeps,
  userId: string,
  draft: Partial<OrderRequest> & { readonly units: string },
): Promise<StoredOrder> {
  const request = moneyRequest(userId, "placeForexOrder", draft);
  const whole = { type: "MARKET", instrument: "EUR_USD", ...draft } as const;
  return placeOrder(deps, { request, draft: whole }, (stored) => stored);
}

/**
 * Advances the clock by this time while the engine runs. The engine continues from its last
 * position.
 */
export async function runEngineFor(deps: DeskTestDeps, milliseconds: number): Promise<void> {
  const run = await openEngineRun(deps);
  deps.clock.advance(milliseconds);
  await processAndSave(run, deps.clock.now().getTime());
  await save(run);
}
