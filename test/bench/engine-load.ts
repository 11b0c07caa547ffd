/** Builds the Forex engine's in-memory state for many traders, without a database. */
import {
  INSTRUMENTS,
  marksOf,
  PAIRS,
  positionsIn,
  quotesAt,
  revalue,
  sumsOf,
  TICK_MS,
  type Instrument,
  type PracticeDay,
  type Quote,
  type Quotes,
} from "#market";
import type { QuoteFeed } from "#forex";
import { newUuid, silentLog } from "#platform";
import { practiceFeed } from "../../modules/forex/feed/practice-feed.ts";
import type { StoredOrder } from "../../modules/forex/book/orders-table.ts";
import {
  createEngineRun,
  processTicksUntil,
  type EngineRun,
} from "../../modules/forex/engine/process-ticks.ts";
import {
  noAccounts,
  setAccount,
  type WatchedAccount,
  type WatchedAccounts,
} from "../../modules/forex/engine/watched-accounts.ts";
import {
  noOrders,
  setOrders,
  type WatchedOrders,
} from "../../modules/forex/engine/watched-orders.ts";
import type { Rate } from "./yardstick.ts";

export interface Crowd {
  readonly accounts: WatchedAccounts;
  readonly orders: WatchedOrders;
}

const POSITIONS_EACH = 5;
const POSITIONS_AN_ORDER = 10;

/**
 * Creates traders with margin levels between 110 % and twenty times that level, and orders between
 * 1 % and 3 % below the current price.
 */
export function crowd(day: PracticeDay, positions: number, random: () => number): Crowd {
  const made = { accounts: noAccounts(), orders: noOrders() };
  const board = quotesAt(day, PAIRS, day.fromMs);
  const quotes: Quotes = ({ id }) => board[id];
  for (let count = 0; count < positions; count += POSITIONS_EACH) {
    const userId = `usr_${count}`;
    const own = PAIRS.toSorted(() => random() - 0.5).slice(0, POSITIONS_EACH);
    const level = 1.1 + random() ** 2 * 20;
    setAccount(made.accounts, userId, holding(userId, own, { quotes, level, random }));
    const isOrder = count % (POSITIONS_AN_ORDER * POSITIONS_EACH) === 0;
    const [instrument] = own;
    if (isOrder && instrument)
      setOrders(
        made.orders,
        userId,
        Array.from({ length: POSITIONS_EACH }, () => buyBelow(userId, instrument, quotes, random)),
      );
  }
  return made;
}

interface Holding {
  readonly quotes: Quotes;
  readonly level: number;
  readonly random: () => number;
}

/**
 * Returns a position bought at the current price. The account's balance is chosen to produce the
 * requested margin level.
 */
function holding(
  userId: string,
  instruments: readonly Instrument[],
  { quotes, level, random }: Holding,
): WatchedAccount {
  const positions = instruments.map((instrument) => {
    const units = Math.round((random() - 0.5) * 200_000) || 1;
    const { bid = 0, ask = 0 } = quotes(instrument) ?? {};
    return { userId, instrument, units, cost: units * Math.round((bid + ask) / 2) };
  });
  const marks = marksOf(INSTRUMENTS.map((one) => doubledMid(quotes(one))));
  const valued = {
    positions: positionsIn(
      positions.map((one) => ({ ...one, account: 0, instrument: one.instrument.id })),
      1,
    ),
    results: new Float64Array(positions.length),
    balanceCents: new Float64Array(1),
  };
  revalue(valued.positions, marks, valued.results);
  const { nav, margin } = sumsOf(valued, marks, 0);
  return { balanceCents: BigInt(Math.ceil(level * margin - nav)), isMarginCall: false, positions };
}

function doubledMid(quote: Quote | undefined): number {
  return quote ? quote.bid + quote.ask : 0;
}

function buyBelow(
  userId: string,
  instrument: Instrument,
  quotes: Quotes,
  random: () => number,
): StoredOrder {
  const { ask = 0 } = quotes(instrument) ?? {};
  const price = Math.round((ask * (0.99 - random() * 0.02)) / 10) * 10;
  return {
    id: newUuid(),
    userId,
    createdAt: new Date(0),
    state: "PENDING",
    endedAt: null,
    reason: null,
    fillTransaction: null,
    order: {
      type: "LIMIT",
      instrument,
      units: 1_000,
      price,
      timeInForce: "GTC",
      positionFill: "DEFAULT",
      triggerCondition: "DEFAULT",
      onFill: {},
    },
  };
}

/** Returns a trader who has one position in each of the given pairs. */
export function oneEach(day: PracticeDay, pairs: readonly Instrument[]): Crowd {
  const board = quotesAt(day, PAIRS, day.fromMs);
  const made = { accounts: noAccounts(), orders: noOrders() };
  const quotes: Quotes = ({ id }) => board[id];
  const account = holding("usr_1", pairs, { quotes, level: 50, random: () => 0.9 });
  setAccount(made.accounts, "usr_1", account);
  return made;
}

/** Processes this number of ticks from the start of the day. They fill no order. */
export async function catchUp(day: PracticeDay, held: Crowd, ticks: number): Promise<Rate> {
  const untilMs = day.fromMs + ticks * TICK_MS;
  const feed = practiceFeed({
    clock: { now: () => new Date(untilMs) },
    days: { open: async () => ({ path: day }), seedOf: () => new Uint8Array(32) },
  });
  const watched = { ...held, quiet: undefined };
  const run = { ...createEngineRun(withoutBooks(feed), day.fromMs), watched };
  const startedMs = performance.now();
  await processTicksUntil(run, untilMs);
  const meanMs = (performance.now() - startedMs) / ticks;
  return { perSecond: 1_000 / meanMs, meanMs };
}

/**
 * Returns the engine's dependencies without a database. No order is filled, so the engine never
 * opens an account.
 */
function withoutBooks(feed: QuoteFeed): EngineRun["deps"] {
  const deps: Pick<EngineRun["deps"], "feed" | "termsOf" | "log"> & {
    readonly accounts: Pick<EngineRun["deps"]["accounts"], "closeDay">;
  } = {
    feed,
    accounts: { closeDay: undefined },
    termsOf: async () => undefined,
    log: silentLog,
  };
  return deps as EngineRun["deps"];
}
