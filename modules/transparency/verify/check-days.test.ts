/** Tests the checks of past trading days with days that the practice market published. */
import { beforeAll, expect, test } from "vitest";
import { forexMarketApi } from "#api/forex";
import { forexMarketRoutes } from "#forex";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { forexMarketAt } from "../../../test/support/money/forex-market.ts";
import { anonymous, wireOf } from "../../../test/support/servers/route-input.ts";
import { checkDays, checkPrices, checkSeeds, readPastDays, type PastDays } from "./check-days.ts";

const NOW = "2026-09-19T12:00:00Z";
/** Half an hour of candles, because a whole day takes seconds to compute. */
const CANDLES = 6;

const file = fileDatabase();
let past: PastDays;

beforeAll(async () => {
  const root = Buffer.alloc(32, 4);
  const market = await forexMarketAt(file.database, "2026-09-15T12:00:00Z", { root });
  for (const at of ["2026-09-15T12:00:00Z", "2026-09-17T12:00:00Z", NOW]) {
    market.moveTo(at);
    await market.days.keepUp();
  }
  const handlers = forexMarketRoutes(market);
  const wire = wireOf(forexMarketApi);
  const read = async (route: object, params = {}, query = {}) => {
    for (const name of ["listMarketDays", "getMarketDay", "listCandles"] as const) {
      const { response } = forexMarketApi[name];
      if (route !== forexMarketApi[name]) continue;
      const parsed = name === "listCandles" ? forexMarketApi[name].query.parse(query) : query;
      const handler = handlers[name] as (input: object) => Promise<never>;
      const answer = await handler({ ...anonymous, params, query: parsed });
      return response.parse(JSON.parse(JSON.stringify(wire(name, answer)))) as never;
    }
    throw new Error("another route was read");
  };
  past = await readPastDays(read, new Date(NOW));
});

const withDay = (place: number, change: object): PastDays => ({
  ...past,
  days: past.days.map((day, index) => (index === place ? { ...day, ...change } : day)),
});

test("published days pass, from the newest one to the first", () => {
  expect(past.days.map(({ date }) => date)).toEqual([
    "2026-09-18",
    "2026-09-17",
    "2026-09-16",
    "2026-09-15",
  ]);
  expect(checkSeeds(past)).toMatchObject({
    state: "ok",
    text: "the seeds of 4 past trading days match their commitments",
  });
  expect(checkPrices(past, CANDLES).state).toBe("ok");
});

test("a missing announcement fails", () => {
  expect(checkSeeds(withDay(2, { announcements: [] }))).toMatchObject({
    state: "failed",
    text: expect.stringContaining("2026-09-16 breaks the rule of announcements") as string,
  });
});

test("another seed fails, and so does a missing day", () => {
  expect(checkSeeds(withDay(1, { seed: "01".repeat(32) }))).toMatchObject({
    state: "failed",
    text: "the seed of 2026-09-17 is not the one that was committed to",
  });
  const { days } = past;
  expect(checkSeeds({ days: days.filter((_, place) => place !== 1) })).toMatchObject({
    state: "failed",
    text: "2026-09-17 is missing",
  });
});

test.each([0, 3])("a changed start of day %i fails", (place) => {
  const start = past.days[place]?.start;
  if (!start) throw new Error("no start");
  const changed = withDay(place, { start: { ...start, variance: start.variance + 1 } });
  expect(checkSeeds(changed).text).toMatch(/ does not follow from the day before: variance is /);
});

test.each<[string, object]>([
  ["without a start", { start: null }],
  ["without terms", { terms: null }],
  ["with a seed that is not hex", { seed: "zz".repeat(32) }],
  ["with a short seed", { seed: "5e" }],
  ["with half a byte of a seed", { seed: "5" }],
  ["of another calendar", { date: "0001-01-01" }],
  ["without levels", { start: { model: "2026-01-02", levels: {}, variance: 1 } }],
])("a day %s fails and does not stop the command", (_, change) => {
  for (const place of [0, 3])
    expect(checkDays(withDay(place, change))[0]).toMatchObject({ state: "failed" });
});

test.each(["", "abc", "0001-01-01", "9999-12-31"])("a day of the model %j fails", (model) => {
  const start = past.days[3]?.start;
  expect(checkDays(withDay(3, { start: { ...start, model } }))[0]).toMatchObject({
    state: "failed",
  });
});

test.each([-1, 0, Number.MAX_SAFE_INTEGER])("a day of the variance %i fails", (variance) => {
  const start = past.days[3]?.start;
  expect(checkDays(withDay(3, { start: { ...start, variance } }))[0]).toMatchObject({
    state: "failed",
  });
});

test("a changed candle fails, and so does a missing one", () => {
  const [first, ...rest] = past.candles.get("EUR_USD") ?? [];
  if (!first?.mid) throw new Error("no candle");
  const changed = { ...first, mid: { ...first.mid, h: "9.99999" } };
  for (const [candles, text] of [
    [[changed, ...rest], "EUR_USD 21:00.mid.h is 9.99999 instead of"],
    [rest, "EUR_USD 21:00.volume is nothing instead of"],
  ] as const) {
    const bent = { ...past, candles: new Map(past.candles).set("EUR_USD", [...candles]) };
    expect(checkPrices(bent, CANDLES)).toMatchObject({
      state: "failed",
      text: expect.stringContaining(text) as string,
    });
  }
});

test("nothing is checked before the first day is over", () => {
  const none = { days: [], candles: new Map<string, never>() };
  expect([checkSeeds(none).state, checkPrices(none).state]).toEqual(["not checked", "not checked"]);
});
