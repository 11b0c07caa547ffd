/** Tests the figures of closed trades against published formulas and values computed by hand. */
import { expect, test } from "vitest";
import { analyse } from "./analyse.ts";
import { breakdownOf } from "./breakdowns.ts";
import type { ClosedTrade } from "./closed-trade.ts";
import { equityOf } from "./equity.ts";
import { excursionsOf } from "./excursions.ts";
import { figuresOf } from "./figures.ts";
import { habitsOf, inSequence } from "./habits.ts";
import { meanInterval, quotientInterval, wilsonInterval } from "./intervals.ts";

/** A Wednesday, 14:00 in London: the overlap with New York begins at 13:00 UTC. */
const OPENED = Date.parse("2026-09-16T14:00:00Z");
const MINUTE = 60_000;
let number = 0;

function trade(resultCents: number, change: Partial<ClosedTrade> = {}): ClosedTrade {
  number += 1;
  return {
    id: `fxt_${number}`,
    instrument: "EUR_USD",
    side: "long",
    openedMs: OPENED + number * 60 * MINUTE,
    closedMs: OPENED + number * 60 * MINUTE + 5 * MINUTE,
    realisedCents: BigInt(resultCents),
    financingCents: 0n,
    spreadCents: 0n,
    conversionCents: 0n,
    sizeCents: 100_000n,
    hadStop: false,
    riskCents: undefined,
    excursion: undefined,
    ...change,
  };
}

// https://www.metatrader5.com/en/terminal/help/algotrading/testing_report defines the figures:
// profit factor = gross profit / gross loss, expected payoff = net profit / trades, and recovery
// factor = net profit / maximal drawdown.
test("profit factor and expected payoff follow MetaTrader 5's definitions", () => {
  const figures = figuresOf([300, 200, -100, -150, 0].map((cents) => trade(cents)));
  expect(figures).toMatchObject({
    n: 5,
    wins: 2,
    losses: 2,
    gainCents: 500n,
    lossCents: -250n,
    resultCents: 250n,
    winRate: { value: "0.4000" },
    payoff: { value: "2.0000" },
    profitFactor: { value: "2.0000" },
    expectancy: { cents: 50n },
  });
});

test("maximal drawdown is the largest fall from a peak, as in MetaTrader 5", () => {
  const marks = [1_000, 1_400, 1_100, 1_300, 900, 1_500].map((equity, index) => ({
    day: `2026-09-0${index + 1}`,
    equityCents: BigInt(equity),
    depositedCents: 1_000n,
  }));
  const { largest, recoveryFactor, resultCents } = equityOf(marks);
  expect(largest).toEqual({
    cents: 500n,
    share: "0.3571",
    fromDay: "2026-09-02",
    lowDay: "2026-09-05",
    recoveredDay: "2026-09-06",
  });
  expect(resultCents).toBe(500n);
  expect(recoveryFactor).toBe("1.0000");
});

test("a withdrawal is no drawdown, and a deposit hides none", () => {
  const mark = (day: string, equity: number, deposited: number) => ({
    day,
    equityCents: BigInt(equity),
    depositedCents: BigInt(deposited),
  });
  const withdrawn = equityOf([mark("2026-09-01", 1_000, 1_000), mark("2026-09-02", 400, 400)]);
  expect(withdrawn.largest).toBeNull();
  const hidden = equityOf([mark("2026-09-01", 1_000, 1_000), mark("2026-09-02", 1_400, 1_600)]);
  expect(hidden.largest).toMatchObject({ cents: 200n, lowDay: "2026-09-02", share: "0.1250" });
});

test("an account that became empty after a loss has a drawdown without a share", () => {
  const mark = (day: string, equity: bigint, deposited: bigint) => ({
    day,
    equityCents: equity,
    depositedCents: deposited,
  });
  const full = mark("2026-09-01", 1_000n, 1_000n);
  const lost = mark("2026-09-02", 900n, 1_000n);
  const empty = mark("2026-09-03", 0n, 100n);
  const shares = (marks: Parameters<typeof equityOf>[0]) =>
    equityOf(marks).days.map(({ drawdownCents, drawdownShare }) => [drawdownCents, drawdownShare]);
  expect(shares([full, lost, empty])).toEqual([
    [0n, "0.0000"],
    [100n, "0.1000"],
    [100n, null],
  ]);
  expect(equityOf([full, lost, empty]).largest).toMatchObject({ cents: 100n, share: "0.1000" });
  expect(equityOf([full, empty]).largest).toMatchObject({ cents: 100n, share: null });
});

test("the result includes financing, and costs are a share of the gains", () => {
  const figures = figuresOf([
    trade(1_000, { financingCents: -100n, spreadCents: 60n, conversionCents: 20n }),
    trade(-400, { spreadCents: 60n, conversionCents: undefined }),
  ]);
  expect(figures).toMatchObject({
    resultCents: 500n,
    gainCents: 900n,
    spreadCents: 120n,
    conversionCents: 20n,
    financingCents: -100n,
    withoutConversion: 1,
    costShare: { value: "0.2667" },
  });
});

test("R is the result divided by the loss at the stop, of trades with a stop", () => {
  const { expectancyR } = figuresOf([
    trade(300, { riskCents: 100n, hadStop: true }),
    trade(-100, { riskCents: 100n, hadStop: true }),
    trade(5_000),
  ]);
  expect(expectancyR).toMatchObject({ n: 2, value: "1.0000" });
});

test("figures that would divide by zero are null", () => {
  expect(figuresOf([])).toMatchObject({
    n: 0,
    winRate: { value: null, low: null, high: null },
    expectancy: { cents: null },
    costShare: { value: null },
    averageSizeCents: null,
  });
  expect(figuresOf([trade(100)]).profitFactor).toEqual({ value: null, low: null, high: null });
});

// Newcombe (1998), Statistics in Medicine 17, table I, method 3: 81 of 263 and 15 of 148.
test("Wilson intervals equal published values", () => {
  const rounded = (hits: number, n: number) => {
    const { low, high } = wilsonInterval(hits, n) ?? { low: NaN, high: NaN };
    return [low.toFixed(4), high.toFixed(4)];
  };
  expect(rounded(81, 263)).toEqual(["0.2553", "0.3662"]);
  expect(rounded(15, 148)).toEqual(["0.0624", "0.1605"]);
  expect(wilsonInterval(0, 0)).toBeUndefined();
});

test("the mean's interval is Student's, and covers a true mean in 95 % of samples", () => {
  const sums = { n: 4, sum: 10n, squares: 30n };
  // Mean 2.5, standard deviation 1.29099, t(3) 3.1824.
  expect(meanInterval(sums)?.low).toBeCloseTo(2.5 - (3.1824 * 1.29099) / 2, 3);
  const covered = samples(1_000, (values) => {
    const interval = meanInterval({
      n: values.length,
      sum: BigInt(values.reduce((a, b) => a + b, 0)),
      squares: BigInt(values.reduce((a, b) => a + b * b, 0)),
    });
    return interval !== undefined && interval.low <= MEAN && MEAN <= interval.high;
  });
  expect(covered).toBeGreaterThan(0.93);
  expect(covered).toBeLessThan(0.97);
});

test("the profit factor's interval covers its true value in about 95 % of samples", () => {
  const covered = samples(1_000, (values) => {
    const results = values.map((value) => value - 400);
    const [gains, losses] = [
      results.map((r) => Math.max(r, 0)),
      results.map((r) => Math.max(-r, 0)),
    ];
    const sum = (all: readonly number[]) => BigInt(all.reduce((a, b) => a + b, 0));
    const interval = quotientInterval({
      n: results.length,
      top: sum(gains),
      bottom: sum(losses),
      topSquares: sum(gains.map((value) => value * value)),
      bottomSquares: sum(losses.map((value) => value * value)),
      products: 0n,
    });
    // Results are spread evenly from -400 to 599: gains 179,700, losses 80,200.
    const factor = 179_700 / 80_200;
    return interval !== undefined && interval.low <= factor && factor <= interval.high;
  });
  expect(covered).toBeGreaterThan(0.92);
  expect(covered).toBeLessThan(0.98);
});

const MEAN = 499.5;

/** Returns the share of samples of 60 whole numbers, spread evenly from 0 to 999, that pass. */
function samples(count: number, passes: (values: readonly number[]) => boolean): number {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % 1_000;
  let passed = 0;
  for (let sample = 0; sample < count; sample += 1)
    if (passes(Array.from({ length: 60 }, next))) passed += 1;
  return passed / count;
}

test("rows of a breakdown add up to the whole", () => {
  const trades = [
    trade(100, { instrument: "USD_JPY", side: "short" }),
    trade(-50),
    trade(70, { closedMs: OPENED + 20 * 24 * 60 * MINUTE }),
  ];
  for (const by of ["instrument", "side", "session", "weekday", "holding"] as const) {
    const rows = breakdownOf(trades, by);
    expect(rows.reduce((sum, row) => sum + row.resultCents, 0n)).toBe(120n);
    expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(3);
  }
  expect(breakdownOf(trades, "instrument").map(({ key, n }) => [key, n])).toEqual([
    ["EUR_USD", 2],
    ["USD_JPY", 1],
  ]);
  expect(breakdownOf(trades, "holding").map(({ key }) => key)).toEqual(["under-10m", "over-1d"]);
});

test.each([
  ["2026-09-15T21:30:00Z", "rollover", "Wednesday"],
  ["2026-09-16T03:00:00Z", "asia", "Wednesday"],
  ["2026-09-16T09:00:00Z", "london", "Wednesday"],
  ["2026-09-16T14:00:00Z", "overlap", "Wednesday"],
  ["2026-09-16T20:59:59Z", "afternoon", "Wednesday"],
  ["2026-01-14T22:30:00Z", "rollover", "Thursday"],
])("a trade opened at %s is in %s on %s", (time, session, weekday) => {
  const one = [trade(1, { openedMs: Date.parse(time), closedMs: Date.parse(time) + 1 })];
  expect(breakdownOf(one, "session")[0]?.key).toBe(session);
  expect(breakdownOf(one, "weekday")[0]?.key).toBe(weekday);
});

test("habits follow the trade that closed last before a trade opened", () => {
  const at = (minute: number) => OPENED + minute * MINUTE;
  const loss = trade(-100, { openedMs: at(0), closedMs: at(5), hadStop: true, riskCents: 100n });
  const hasty = trade(-60, { openedMs: at(15), closedMs: at(20), sizeCents: 300_000n });
  const gain = trade(50, { openedMs: at(40), closedMs: at(50) });
  const calm = trade(20, { openedMs: at(55), closedMs: at(56) });
  const { stops, haste, after } = habitsOf(inSequence([calm, gain, hasty, loss]));
  const short = (rows: typeof stops) =>
    rows.map(({ key, n, resultCents }) => [key, n, resultCents]);
  expect(short(stops)).toEqual([
    ["with-stop", 1, -100n],
    ["without-stop", 3, 10n],
  ]);
  expect(short(haste)).toEqual([
    ["after-loss-10m", 1, -60n],
    ["other", 3, -30n],
  ]);
  expect(short(after)).toEqual([
    ["after-loss", 2, -10n],
    ["after-gain", 1, 20n],
    ["after-none", 1, -100n],
  ]);
  expect(after[0]?.averageSizeCents).toBe(200_000n);
});

test("excursions average the trades whose prices are known", () => {
  const rows = excursionsOf([
    trade(60, { excursion: { worstCents: -20n, bestCents: 100n } }),
    trade(-40, { excursion: { worstCents: -50n, bestCents: 10n } }),
    trade(9_999),
  ]);
  expect(rows[0]).toEqual({
    key: "all",
    n: 2,
    averageWorstCents: -35n,
    averageBestCents: 55n,
    averageResultCents: 10n,
    keptShare: "0.1818",
  });
  expect(rows.map(({ key, n }) => [key, n])).toEqual([
    ["all", 2],
    ["winners", 1],
    ["losers", 1],
  ]);
});

test("a selection leaves the order of all trades as it is", () => {
  const at = (minute: number) => OPENED + minute * MINUTE;
  const loss = trade(-100, { openedMs: at(0), closedMs: at(5) });
  const hasty = trade(60, { openedMs: at(10), closedMs: at(20) });
  const steps = analyse({
    trades: [loss, hasty],
    isSelected: ({ id }) => id === hasty.id,
    marks: [],
  });
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(step.value.figures.resultCents).toBe(60n);
  expect(step.value.habits.haste.map(({ key }) => key)).toEqual(["after-loss-10m"]);
  expect(step.value.calendar).toEqual([
    { day: "2026-09-16", n: 1, resultCents: 60n, changeCents: null },
  ]);
});

test("a trade closed at the close of Friday belongs to Friday", () => {
  const closes = ["2026-09-18T21:00:00Z", "2026-11-06T22:00:00Z"].map((time) => Date.parse(time));
  const trades = closes.map((closedMs) => trade(10, { openedMs: closedMs - MINUTE, closedMs }));
  const steps = analyse({ trades, marks: [] });
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(step.value.calendar.map(({ day }) => day)).toEqual(["2026-09-18", "2026-11-06"]);
});
