/**
 * Trades by script for days on the live desk and in a replay, and compares the analysis of each
 * account with an independent recomputation from its events, to the cent.
 */
import { accountBalance, userAccount, verifyLedger } from "#ledger";
import {
  dateText,
  dayAt,
  instrumentNamed,
  isTradingDay,
  newYorkClose,
  priceText,
  TICK_MS,
} from "#market";
import { Refusal } from "#platform";
import { expect, test } from "vitest";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import {
  deskDeps,
  modelledFeed,
  order,
  runEngineFor,
  trader,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest, movableClock } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { compareMonth } from "../../../test/support/money/compare-month.ts";
import { recomputeMonth, type Close } from "../../../test/support/money/recompute-month.ts";
import { length, newestSeed } from "../../../test/support/seeds.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import { markClosedDays } from "../marks/mark-equity.ts";
import { closePosition } from "../orders/close-trade.ts";
import { withReplay, type OpenReplay } from "../replays/open-replay.ts";
import { setReplay } from "../replays/set-replay.ts";
import { startReplay } from "../replays/start-replay.ts";
import { bringFunds } from "../funds/bring-funds.ts";
import { readSeason } from "../seasons/read-season.ts";
import { ALL_SEASONS } from "../book/season-range.ts";
import { currentSeason } from "../book/seasons-table.ts";
import { startSeason } from "../seasons/start-season.ts";
import { analyseAccount, type AccountAnalysis } from "./analyse-account.ts";
import { liveMarks, replayMarks } from "./equity-marks.ts";

const PEOPLE = length(8, 30);
const TRADING_DAYS = length(3, 22);
const SESSIONS_A_DAY = 3;
const ORDER_CHANCE = 0.8;
const SEASON_CHANCE = 1 / TRADING_DAYS;
const SECOND = 1_000;
const ALL = 10_000;
const PAIRS = ["EUR_USD", "USD_JPY", "EUR_CHF", "GBP_NZD", "USD_CAD"].flatMap(
  (name) => instrumentNamed(name) ?? [],
);
const file = fileDatabase();

test.each(newestSeed)(
  "live trading by script equals an independent recomputation to the cent (seed %i)",
  async (seed) => {
    const random = pseudoRandom(seed);
    const feed = modelledFeed(seed % 1_000, "2026-08-31");
    const deps = deskDeps(file.database, { start: "2026-09-01T07:00:00Z", feed });
    const people: string[] = [];
    for (let count = 0; count < PEOPLE; count += 1) people.push(await trader(deps, 5_000_000n));
    await runEngineFor(deps, 0);
    const closes: Close[] = [];
    for (let day = dayAt(deps.clock.now().getTime()); closes.length < TRADING_DAYS; day += 1) {
      if (!isTradingDay(day)) continue;
      await tradeUntil(deps, { people, random, untilMs: newYorkClose(day) - 60 * SECOND });
      for (const userId of people)
        if (random() < SEASON_CHANCE || (userId === people[0] && closes.length === 0))
          await startSeasonOf(deps, userId).catch(allowRefusal);
      await runEngineUntil(deps, newYorkClose(day) + SECOND);
      await markClosedDays(deps);
      closes.push(await closeOf(deps.feed, day));
    }
    expect(await verifyLedger(file.database)).toEqual([]);
    let [tradeCount, seasonCount] = [0, 0];
    for (const userId of people) {
      seasonCount += await compareSeasons(deps, userId, closes);
      const analysis = await analysisOf(deps, userId);
      const events = await transactionsOf(file.database, userId, { limit: ALL });
      const month = recomputeMonth(events.toReversed(), closes);
      tradeCount += month.trades.length;
      compareMonth(analysis, month);
      expect(analysis.totals.eventsCents).toBe(
        await accountBalance(file.database, userAccount(userId, "available", "USD")),
      );
    }
    expect(tradeCount).toBeGreaterThan(PEOPLE / 2);
    expect(seasonCount).toBeGreaterThan(PEOPLE);
  },
  900_000,
);

test.each(newestSeed)(
  "a scripted replay equals an independent recomputation to the cent (seed %i)",
  async (seed) => {
    const random = pseudoRandom(seed);
    const clock = movableClock("2026-09-16T09:00:00Z");
    const replays = replayDeps(file.database, clock);
    const userId = await trader(deskDeps(file.database));
    const { id: replayId } = await startReplay(replays, {
      request: moneyRequest(userId, "startReplay"),
      subject: { startsAt: new Date("2016-06-21T07:00:00Z"), instrument: "EUR_USD" },
      pace: 0,
    });
    const inside = <Answer>(work: (replay: OpenReplay) => Promise<Answer>) =>
      withReplay(replays, { userId, replayId, ip: "192.0.2.1" }, work);
    const jump = async (toMs: number) => {
      await inside((replay) => setReplay(replay, { jumpTo: new Date(toMs) }, clock.now()));
      while ((await inside(async ({ row }) => row.jumpTo)) !== null);
    };
    const first = dayAt(Date.parse("2016-06-21T07:00:00Z"));
    const closes: Close[] = [];
    for (let day = first; closes.length < TRADING_DAYS; day += 1) {
      if (!isTradingDay(day)) continue;
      for (let session = 0; session < SESSIONS_A_DAY; session += 1) {
        await inside(({ desk }) => tradeOnce(desk, userId, random).catch(allowRefusal));
        const nowMs = await inside(async ({ row }) => row.clockAt.getTime());
        await jump(nowMs + (newYorkClose(day) - nowMs) * (0.2 + random() / 2));
      }
      await jump(newYorkClose(day) + SECOND);
      closes.push(await closeOf(replays.past.widening, day));
    }
    const analysis = await inside(({ row, desk }) =>
      analyseAccount(
        {
          database: file.database,
          accountId: row.id,
          marks: () => replayMarks(desk, row),
          candlesOf: async () => [],
          prices: "M5-candles",
          limits: { count: 1, reads: 1 },
        },
        { from: undefined, to: undefined },
      ),
    );
    const events = await transactionsOf(file.database, replayId, { limit: ALL });
    const month = recomputeMonth(events.toReversed(), closes);
    expect(month.resultsByDay.size).toBe(TRADING_DAYS);
    compareMonth(analysis, month);
  },
  900_000,
);

interface Script {
  readonly people: readonly string[];
  readonly random: () => number;
  readonly untilMs: number;
}

/** Lets each trader place or close something a few times, with random pauses in between. */
async function tradeUntil(deps: DeskTestDeps, { people, random, untilMs }: Script): Promise<void> {
  const lengthMs = untilMs - deps.clock.now().getTime();
  for (let session = 0; session < SESSIONS_A_DAY; session += 1) {
    await runEngineFor(deps, Math.floor((lengthMs / SESSIONS_A_DAY) * (0.5 + random() / 3)));
    for (const userId of people)
      if (random() < ORDER_CHANCE) await tradeOnce(deps, userId, random).catch(allowRefusal);
  }
}

/** A refusal is a valid outcome. Any other error is a bug. */
function allowRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

async function tradeOnce(deps: DeskDeps, userId: string, random: () => number): Promise<void> {
  const pair = PAIRS[Math.floor(random() * PAIRS.length)];
  const quotes = await deps.feed.quotesAt(deps.clock.now().getTime());
  const quote = pair && quotes?.(pair);
  if (!pair || !quote) return;
  if (random() < 1 / 3) {
    const request = moneyRequest(userId, "closeForexPosition");
    await closePosition(deps, { request, instrument: pair.name }, ({ id }) => id);
    return;
  }
  const side = random() < 0.5 ? 1 : -1;
  const near = side > 0 ? quote.ask : quote.bid;
  const away = (share: number) => ({
    price: priceText(Math.round((near * (1 - side * share)) / 10) * 10, pair),
  });
  await order(deps, userId, {
    instrument: pair.name,
    units: String(side * Math.ceil(random() * 40_000)),
    ...(random() < 0.2 ? { type: "LIMIT", ...away(0.001) } : {}),
    ...(random() < 0.6 ? { stopLossOnFill: away(0.004) } : {}),
    ...(random() < 0.4 ? { takeProfitOnFill: away(-0.006) } : {}),
  });
}

async function runEngineUntil(deps: DeskTestDeps, timeMs: number): Promise<void> {
  await runEngineFor(deps, timeMs - deps.clock.now().getTime());
}

async function closeOf(feed: Pick<QuoteFeed, "valuedAt">, day: number): Promise<Close> {
  const atMs = newYorkClose(day);
  const quotes = await feed.valuedAt(atMs - TICK_MS);
  return {
    day: dateText(day),
    at: new Date(atMs),
    priceOf(name) {
      const pair = instrumentNamed(name);
      const quote = pair && quotes?.(pair);
      return quote && { doubled: quote.bid + quote.ask, scale: pair.priceScale };
    },
  };
}

/** Starts a new season and brings all returned coins to the desk again. */
async function startSeasonOf(deps: DeskTestDeps, userId: string): Promise<void> {
  const { number: ends } = await currentSeason(file.database, userId);
  const request = moneyRequest(userId, "startForexSeason", { ends });
  const { amountSats } = await startSeason(deps, { request, ends });
  const again = moneyRequest(userId, "transferForexFunds", { season: ends + 1 });
  await bringFunds(deps, { request: again, amountSats });
}

/**
 * Compares each season with a recomputation from its events, and their sums with the whole account.
 * Returns the number of seasons.
 */
async function compareSeasons(
  deps: DeskTestDeps,
  userId: string,
  closes: readonly Close[],
): Promise<number> {
  const all = await analysisOf(deps, userId);
  const events = (await transactionsOf(file.database, userId, { limit: ALL })).toReversed();
  const ends = events.flatMap(({ type }, index) => (type === "SEASON_END" ? [index + 1] : []));
  let [sumCents, equityCents, count, from] = [0n, 0n, 0, 0];
  for (const [index, to] of [...ends, events.length].entries()) {
    const own = events.slice(from, to);
    const [before, last] = [events[from - 1], own.at(-1)];
    const isEnded = index < ends.length;
    const ownCloses = closes.filter(
      ({ at }) => (!before || at >= before.at) && (!isEnded || !last || at < last.at),
    );
    // At the end of a season, no position is open, so its value needs no prices.
    const end = { day: "end", at: last?.at ?? new Date(0), priceOf: () => undefined };
    const month = recomputeMonth(own, isEnded ? [...ownCloses, end] : ownCloses);
    const resultCents = month.resultsByDay.get("end");
    const byDay = new Map(month.resultsByDay);
    byDay.delete("end");
    const season = await readSeason(file.database, userId, String(index + 1));
    const analysis = await analysisOf(deps, userId, season);
    compareMonth(analysis, { ...month, resultsByDay: byDay });
    expect(analysis.equity.resultCents).toBe(resultCents ?? analysis.equity.resultCents);
    expect(analysis.totals.eventsCents).toBe(own.reduce((sum, one) => sum + one.amountCents, 0n));
    sumCents += analysis.figures.resultCents;
    equityCents += analysis.equity.resultCents;
    count += analysis.figures.n;
    from = to;
  }
  expect([sumCents, count]).toEqual([all.figures.resultCents, all.figures.n]);
  expect(equityCents).toBe(all.equity.resultCents);
  return ends.length + 1;
}

function analysisOf(
  deps: DeskTestDeps,
  userId: string,
  season = ALL_SEASONS,
): Promise<AccountAnalysis> {
  return analyseAccount(
    {
      database: file.database,
      accountId: userId,
      season,
      marks: (totals) => liveMarks(deps, userId, totals, season),
      candlesOf: async () => [],
      prices: "M5-candles",
      limits: { count: 1, reads: 1 },
    },
    { from: undefined, to: undefined },
  );
}
