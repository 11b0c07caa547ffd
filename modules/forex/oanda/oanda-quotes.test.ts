/** Tests the filter for OANDA's ticks, halts during silence, and quotes at past times. */
import { instrumentNamed, PAIRS, type Instrument } from "#market";
import { beforeEach, expect, test } from "vitest";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { movableClock, type MovableClock } from "../../../test/support/money/mining.ts";
import { createOandaQuotes, type OandaQuotes } from "./oanda-quotes.ts";

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const EUR_USD = named("EUR_USD");
let clock: MovableClock;
let quotes: OandaQuotes;
const now = () => clock.now().getTime();
const tell = (bid: number, ask: number, timeMs = now()) =>
  quotes.receive({ kind: "price", instrument: EUR_USD, quote: { bid, ask, timeMs } });
const quoted = (atMs = now()) => quotes.quotesAt(atMs)?.(EUR_USD);

beforeEach(() => {
  clock = movableClock("2026-09-16T09:00:00Z");
  quotes = createOandaQuotes(clock);
  for (const instrument of PAIRS)
    quotes.receive({
      kind: "price",
      instrument,
      quote: { bid: 1_168_400, ask: 1_168_500, timeMs: now() },
    });
  clock.advance(1_000);
});

test.each<[string, number, number, number?]>([
  ["crossed", 1_168_600, 1_168_500],
  ["without a spread", 1_168_500, 1_168_500],
  ["of nothing", 0, 1_168_500],
  ["a jump", 1_500_000, 1_500_100],
  ["older than the last", 1_168_410, 1_168_510, -1_001],
  ["more than a minute old", 1_168_410, 1_168_510, -60_001],
  ["of a time to come", 1_168_410, 1_168_510, 5_001],
])("a tick that is %s is counted and changes no price", (_, bid, ask, offMs = 0) => {
  tell(bid, ask, now() + offMs);
  expect(quotes.badTicks()).toBe(1);
  expect(quoted()).toMatchObject({ bid: 1_168_400 });
  expect(quotes.minutes.all().at(-1)?.candles.get(EUR_USD)?.volume).toBe(1);
});

test("100,000 bad ticks change no quote", () => {
  const random = pseudoRandom(7);
  const before = quotes.newest();
  for (let count = 0; count < 100_000; count += 1) {
    const bid = Math.floor(random() * 2e6);
    tell(bid, bid - Math.floor(random() * 10), now() - Math.floor(random() * 1e6));
  }
  expect(quotes.badTicks()).toBe(100_000);
  expect(quotes.newest()).toEqual(before);
});

test("ten seconds of silence halt fills until the next valid quote", () => {
  const lastMs = now();
  quotes.receive({ kind: "heartbeat" });
  clock.advance(10_000);
  expect(quoted()).toBeDefined();
  clock.advance(1);
  expect(quoted()).toBeUndefined();
  expect(quotes.valuedAt(now())?.(EUR_USD)).toMatchObject({ bid: 1_168_400 });
  clock.advance(3_600_000);
  quotes.receive({ kind: "heartbeat" });
  expect(quoted()).toMatchObject({ bid: 1_168_400 });
  tell(1_160_000, 1_160_100);
  expect(quoted()).toMatchObject({ bid: 1_160_000 });
  // Quotes during the silence are unknown.
  expect(quoted(now() - 1_000)).toBeUndefined();
  expect(quoted(lastMs)).toBeUndefined();
});

test("silence is detected even after the clock was set back", () => {
  clock.advance(-3_600_000);
  expect(quotes.quotesAt(now())).toBeUndefined();
  quotes.receive({ kind: "heartbeat" });
  clock.advance(10_000);
  expect(quotes.quotesAt(now())).toBeDefined();
  clock.advance(1);
  expect(quotes.quotesAt(now())).toBeUndefined();
});

test("each moment of the last few seconds has its own quote", () => {
  const times = [1, 2, 3].map((step) => {
    clock.advance(200);
    tell(1_168_400 + step * 10, 1_168_500 + step * 10);
    return now();
  });
  expect(times.map((timeMs) => quoted(timeMs)?.bid)).toEqual([1_168_410, 1_168_420, 1_168_430]);
  expect(quoted((times[1] ?? 0) + 199)).toMatchObject({ bid: 1_168_420 });
  expect(quoted(now() + 1)).toBeUndefined();
});

test("a halted instrument has a quote for valuation but none for fills", () => {
  quotes.receive({ kind: "price", instrument: EUR_USD, quote: undefined });
  expect(quoted()).toBeUndefined();
  expect(quotes.quotesAt(now())?.(named("GBP_USD"))).toBeDefined();
  expect(quotes.valuedAt(now())?.(EUR_USD)).toMatchObject({ bid: 1_168_400 });
});

test("no order is filled while the market is closed", () => {
  clock.advance(Date.parse("2026-09-18T21:00:00Z") - now());
  quotes.receive({ kind: "heartbeat" });
  expect(quoted()).toBeUndefined();
  clock.advance(Date.parse("2026-09-20T21:00:01Z") - now());
  tell(800_000, 800_100);
  expect(quoted()).toMatchObject({ bid: 800_000 });
});

test("after a restart, open positions are valued at the stored quotes", () => {
  const again = createOandaQuotes(clock, quotes.newest());
  expect(again.valuedAt(now())?.(EUR_USD)).toMatchObject({ bid: 1_168_400 });
  expect(again.quotesAt(now())).toBeUndefined();
  expect(createOandaQuotes(clock).valuedAt(now())).toBeUndefined();
});
