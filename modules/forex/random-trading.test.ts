/**
 * Tests random trading by a few users through price jumps and quiet hours. After every step, their
 * books must add up to the ledger to the cent, each order must have ended at most once, and no
 * account may be negative.
 */
import { accountBalance, balancesOf, houseAccount, trialBalance, verifyLedger } from "#ledger";
import { instrumentNamed, priceText, type Instrument, type Quote } from "#market";
import { Refusal } from "#platform";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  deskDeps,
  movedFeed,
  order,
  trader,
  runEngineFor,
  type DeskTestDeps,
} from "../../test/support/money/forex.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { isFullLength, length, newestSeed } from "../../test/support/seeds.ts";
import { analyseAccount } from "./analysis/analyse-account.ts";
import { liveMarks } from "./analysis/equity-marks.ts";
import { findAccount } from "./book/accounts-table.ts";
import { ordersOf, pendingOrdersOf, type StoredOrder } from "./book/orders-table.ts";
import { openTradesOf, tradesOf, type StoredTrade } from "./book/trades-table.ts";
import { currentSeason, endedSeasons } from "./book/seasons-table.ts";
import { transactionsOf } from "./book/transactions-table.ts";
import { readSeason } from "./seasons/read-season.ts";
import { startSeason } from "./seasons/start-season.ts";
import { bringFunds } from "./funds/bring-funds.ts";
import { takeBack } from "./funds/take-back.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { changeExits } from "./orders/change-exits.ts";
import { closeAll } from "./orders/close-all.ts";
import { closePosition, closeTrade } from "./orders/close-trade.ts";

const PEOPLE = 3;
const SECOND = 1_000;
const PAIRS = ["EUR_USD", "USD_JPY", "EUR_CHF", "GBP_NZD"].flatMap(
  (name) => instrumentNamed(name) ?? [],
);
const ALL = 10_000;
const ADVANCE = houseAccount("forex-advance", "USD");
const file = fileDatabase();

const side = fc.constantFrom(1, -1);
const who = fc.nat(PEOPLE - 1);
const pair = fc.constantFrom(...PAIRS);
/** Distance from the price in 10^-5. An exit at a negative distance loses money. */
const distance = fc.integer({ min: -300, max: 300 });
const exits = fc.option(fc.integer({ min: 5, max: 400 }), { nil: undefined });
const units = fc.oneof(
  fc.integer({ min: 1, max: 3_000 }),
  fc.integer({ min: 10_000, max: 200_000 }),
);

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("market" as const), who, pair, side, units, exits }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("rest" as const),
      type: fc.constantFrom(
        "LIMIT" as const,
        "STOP" as const,
        "STOP_LIMIT" as const,
        "MARKET_IF_TOUCHED" as const,
      ),
      who,
      pair,
      side,
      units,
      distance,
      exits,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("close" as const), who, which: fc.nat(), part: units }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("close part" as const), who, pair, part: units }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close all" as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("season" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("break even" as const), who, which: fc.nat() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("targets" as const),
      who,
      which: fc.nat(),
      parts: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
      distance: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("cancel" as const), who, which: fc.nat() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("bring" as const),
      who,
      sats: fc.bigInt({ min: 1n, max: 90_000n }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("back" as const),
      who,
      cents: fc.bigInt({ min: -1n, max: 60_000n }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("walk" as const),
      seconds: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("jump" as const),
      pair,
      percent: fc.integer({ min: -12, max: 12 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface World {
  readonly deps: DeskTestDeps;
  readonly moved: ReturnType<typeof movedFeed>;
  readonly people: readonly string[];
  /** Total amount that the platform has advanced. */
  readonly advancedCents: bigint;
}

test.each(newestSeed)(
  "events add up to the ledger after random trading (seed %i)",
  async (seed) => {
    const steps = length(40, 2_000);
    const history = fc.array(step, { minLength: steps, maxLength: steps, size: "max" });
    const [played = []] = fc.sample(history, { seed, numRuns: 1 });
    const moved = movedFeed(deskDeps(file.database).feed);
    const deps = deskDeps(file.database, { feed: moved.feed });
    const people: string[] = [];
    for (let count = 0; count < PEOPLE; count += 1) people.push(await trader(deps, 5_000_000n));
    const advancedCents = await accountBalance(file.database, ADVANCE);
    const world = { deps, moved, people, advancedCents };
    await runEngineFor(deps, 0);
    for (const one of played) {
      await play(world, one).catch((error: unknown) => {
        // A refusal is a valid outcome. Any other error is a bug.
        if (!(error instanceof Refusal)) throw error;
      });
      await check(world);
    }
    await runEngineFor(deps, 60 * SECOND);
    await check(world);
    await checkAnalyses(world);
    expect(await verifyLedger(file.database)).toEqual([]);
    // Only a full-length run is certain to contain every kind of event.
    const expected = isFullLength ? EVERYTHING : EVERYTHING.slice(0, 1);
    expect(await kindsOf(people)).toEqual(expect.arrayContaining(expected));
  },
  600_000,
);

const EVERYTHING = [
  "TRANSFER_FUNDS",
  "MARKET_ORDER",
  "LIMIT_ORDER",
  "STOP_ORDER",
  "STOP_LIMIT_ORDER",
  "STOP_LIMIT_TRIGGERED",
  "TAKE_PROFIT_ORDER",
  "TAKE_PROFIT_REDUCED",
  "MARKET_IF_TOUCHED_ORDER",
  "STOP_LOSS_ORDER",
  "ORDER_FILL",
  "ORDER_CANCEL",
  "MARGIN_CALL_ENTER",
  "MARGIN_CALL_EXIT",
  "NEGATIVE_BALANCE_PROTECTION",
  "SEASON_END",
];

async function kindsOf(people: readonly string[]): Promise<readonly string[]> {
  const kinds = new Set<string>();
  for (const userId of people)
    for (const { type } of await transactionsOf(file.database, userId, { limit: ALL }))
      kinds.add(type);
  return [...kinds];
}

async function play({ deps, moved, people }: World, one: Step): Promise<void> {
  const { database, clock, feed } = deps;
  // Avoids the limit of ten orders per second, which this test does not cover.
  clock.advance(SECOND);
  if (one.do === "walk") return runEngineFor(deps, one.seconds * SECOND);
  const nowMs = clock.now().getTime();
  const quotes = await feed.quotesAt(nowMs);
  if (one.do === "jump") {
    const mid = quotes?.(one.pair)?.bid ?? 0;
    moved.move(one.pair.name, nowMs, Math.round((mid * one.percent) / 1_000) * 10);
    return runEngineFor(deps, SECOND);
  }
  const userId = people[one.who] ?? "";
  const request = moneyRequest(userId, one.do);
  const trades = await openTradesOf(database, userId);
  const pending = await pendingOrdersOf(database, userId);
  switch (one.do) {
    case "market":
    case "rest": {
      const quote = quotes?.(one.pair);
      if (!quote) return;
      const ask = one.side > 0;
      const now = ask ? quote.ask : quote.bid;
      const near = one.do === "rest" ? now + (now * one.distance) / 1e5 : now;
      const stop = one.exits === undefined ? undefined : near - (one.side * near * one.exits) / 1e5;
      await order(deps, userId, {
        instrument: one.pair.name,
        units: String(one.side * one.units),
        ...(one.do === "rest" ? { type: one.type, price: onGrid(near, one.pair) } : {}),
        ...(one.do === "rest" && one.type === "STOP_LIMIT"
          ? { limitPrice: onGrid(near - (one.side * near) / 5e4, one.pair) }
          : {}),
        ...(stop === undefined ? {} : { stopLossOnFill: { price: onGrid(stop, one.pair) } }),
      });
      return;
    }
    case "close": {
      const trade = trades[one.which % (trades.length || 1)];
      if (!trade) return;
      const isPart = one.part < Math.abs(trade.units);
      const closing = { request, tradeId: trade.id, ...(isPart ? { units: one.part } : {}) };
      await closeTrade(deps, closing, ({ id }) => id);
      return;
    }
    case "close part": {
      const part = { units: one.part, side: undefined };
      await closePosition(deps, { request, instrument: one.pair.name, part }, ({ id }) => id);
      return;
    }
    case "close all":
      await closeAll(deps, request, ({ id }) => id);
      return;
    case "season": {
      const { number: ends } = await currentSeason(database, userId);
      const { amountSats } = await startSeason(deps, { request, ends });
      const again = moneyRequest(userId, "bring", { season: ends + 1 });
      await bringFunds(deps, { request: again, amountSats });
      return;
    }
    case "break even":
    case "targets": {
      const trade = trades[one.which % (trades.length || 1)];
      const quote = trade && quotes?.(trade.instrument);
      if (!trade || !quote) return;
      const changes =
        one.do === "break even"
          ? ({ breakEven: true } as const)
          : { takeProfits: targetsOf(one, trade, quote) };
      await changeExits(deps, { request, tradeId: trade.id, exits: changes }, () => null);
      return;
    }
    case "cancel": {
      const stored = pending[one.which % (pending.length || 1)];
      if (stored) await cancelOrder(deps, { request, orderId: stored.id }, ({ id }) => id);
      return;
    }
    case "bring":
      await bringFunds(deps, { request, amountSats: one.sats });
      return;
    case "back":
      await takeBack(deps, { request, amountCents: one.cents });
  }
}

/** Returns take profits at growing distances, each for a share of the trade in percent. */
function targetsOf(
  { parts, distance: apart }: Extract<Step, { do: "targets" }>,
  { instrument, units: open }: Pick<StoredTrade, "instrument" | "units">,
  { bid, ask }: Quote,
) {
  const now = open > 0 ? bid : ask;
  return parts.map((percent, index) => ({
    price: onGrid(now + (Math.sign(open) * now * apart * (index + 1)) / 1e5, instrument),
    units: String(Math.max(1, Math.floor((Math.abs(open) * percent) / 100))),
  }));
}

/** Take profits for parts of a trade never have more units than the trade together. */
function assertTargetsFit(trades: readonly StoredTrade[], pending: readonly StoredOrder[]): void {
  for (const { id, units: open } of trades) {
    const targets = pending.filter(({ order: { tradeId, isPart } }) => tradeId === id && isPart);
    const total = targets.reduce((sum, { order: { units: size } }) => sum + Math.abs(size), 0);
    expect(total).toBeLessThanOrEqual(Math.abs(open));
  }
}

function onGrid(price: number, instrument: Instrument): string {
  return priceText(Math.round(price / 10) * 10, instrument);
}

async function check({ people, advancedCents }: World): Promise<void> {
  const { database } = file;
  let advances = 0n;
  for (const userId of people) {
    const [account, { availableCents, heldCents }, trades, orders, events, pending] =
      await Promise.all([
        findAccount(database, userId),
        balancesOf(database, userId),
        tradesOf(database, userId, { state: "ALL", limit: ALL }),
        ordersOf(database, userId, { state: "ALL", limit: ALL }),
        transactionsOf(database, userId, { limit: ALL }),
        pendingOrdersOf(database, userId),
      ]);
    if (!account) throw new Error("no account");
    advances += account.advanceCents;
    const oldestFirst = events.toReversed();
    expect(oldestFirst.map(({ id }) => id)).toEqual(oldestFirst.map((_, index) => index + 1));
    let balance = 0n;
    for (const event of oldestFirst) {
      balance += event.amountCents;
      expect(event.balanceCents, `event ${event.id} ${event.type}`).toBe(balance);
    }
    expect(balance).toBe(availableCents - account.advanceCents);
    expect(heldCents).toBe(0n);
    expect(account.advanceCents > 0n && availableCents > 0n).toBe(false);
    const sum = (type: string) =>
      events.reduce((all, one) => (one.type === type ? all + one.amountCents : all), 0n);
    expect(trades.reduce((all, { realisedCents }) => all + realisedCents, 0n)).toBe(
      sum("ORDER_FILL"),
    );
    const filled = orders.filter(({ state }) => state === "FILLED");
    const fills = events.filter(({ type }) => type === "ORDER_FILL");
    expect(new Set(fills.map(({ orderId }) => orderId)).size).toBe(fills.length);
    expect(new Set(filled.map(({ fillTransaction }) => fillTransaction))).toEqual(
      new Set(fills.map(({ id }) => id)),
    );
    const open = new Set(trades.filter(({ state }) => state === "OPEN").map(({ id }) => id));
    const orphans = pending.filter(({ order: { tradeId } }) => tradeId && !open.has(tradeId));
    expect(orphans).toEqual([]);
    assertTargetsFit(trades, pending);
    const { cents } = account.principal;
    expect(cents <= (balance > 0n ? balance : 0n)).toBe(true);
  }
  const lines = await trialBalance(database);
  for (const counted of ["BTC", "USD"] as const)
    expect(
      lines.reduce((all, { asset, balance }) => (asset === counted ? all + balance : all), 0n),
    ).toBe(0n);
  expect(await accountBalance(database, ADVANCE)).toBe(advancedCents - advances);
}

/** The analysis of each user adds up to the user's events, which add up to the ledger. */
async function checkAnalyses({ deps, people }: World): Promise<void> {
  for (const userId of people) {
    const account = {
      database: file.database,
      accountId: userId,
      marks: (totals: Parameters<typeof liveMarks>[2]) => liveMarks(deps, userId, totals),
      candlesOf: async () => [],
      prices: "M5-candles" as const,
      limits: { count: 1, reads: 1 },
    };
    const period = { from: undefined, to: undefined };
    const { figures, breakdowns, habits, totals, isComplete } = await analyseAccount(
      account,
      period,
    );
    const events = await transactionsOf(file.database, userId, { limit: ALL });
    const sum = (rows: readonly { readonly resultCents: bigint }[]) =>
      rows.reduce((all, { resultCents }) => all + resultCents, 0n);
    expect(isComplete).toBe(true);
    expect(figures.n).toBe(totals.closedTrades);
    expect(figures.resultCents).toBe(totals.closedCents);
    for (const rows of [...Object.values(breakdowns), ...Object.values(habits)])
      expect(sum(rows)).toBe(figures.resultCents);
    expect(totals.eventsCents).toBe(events[0]?.balanceCents);
    const { closedCents, openBookedCents, transfersCents, protectionCents } = totals;
    expect(closedCents + openBookedCents + transfersCents + protectionCents).toBe(
      totals.eventsCents,
    );
    const ended = await endedSeasons(file.database, userId, { limit: ALL });
    const season = await readSeason(file.database, userId, "current");
    const current = await analyseAccount({ ...account, season }, period);
    const sumOf = (valueOf: (one: (typeof ended)[number]) => bigint) =>
      ended.reduce((all, one) => all + valueOf(one), 0n);
    expect(sumOf((one) => one.closedCents) + current.totals.closedCents).toBe(closedCents);
    expect(sumOf((one) => one.transfersCents) + current.totals.transfersCents).toBe(transfersCents);
    expect(current.totals.eventsCents).toBe(totals.eventsCents);
  }
}
