/**
 * Tests the stored day candles of the modelled history: they equal the computed ones, a new process
 * answers its first request fast, and no request holds up the event loop.
 */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  CURRENCIES,
  dayOf,
  instrumentNamed,
  anchoredRates,
  loadFixings,
  type Granularity,
  type Instrument,
} from "#market";
import { silentLog } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { createHistory } from "./history.ts";
import { listCandles } from "./list-candles.ts";

const file = fileDatabase();
const FIRST_DAY = dayOf("2026-11-30");
/** The requirement for 500 candles of any granularity. */
const ANSWER_MS_MAX = 100;
/** The requirement for the event loop. */
const HELD_MS_MAX = 50;

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const list = (of: MovedMarket, name: string, granularity: Granularity, count = 500) =>
  listCandles(of, { instrument: named(name), granularity, count, beforeMs: Infinity });

let market: MovedMarket;
beforeAll(async () => {
  market = await forexMarketAt(file.database, "2026-11-30T02:04:03.500Z");
});

/**
 * Returns the processor time, and the longest block of the event loop, in milliseconds. The block
 * is processor time of this thread, because other programs may stop it at any moment.
 */
async function measured(run: () => Promise<unknown>) {
  const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [heldMs, lastMs] = [0, threadMs()];
  const note = () => {
    const nowMs = threadMs();
    heldMs = Math.max(heldMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(note, 1);
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  note();
  clearInterval(timer);
  return { usedMs: (user + system) / 1_000, heldMs };
}

describe("before the days are stored", () => {
  test.each([
    ["D", 5_000],
    ["M", 500],
  ] as const)("%s candles do not hold up the event loop", async (granularity, count) => {
    const held: number[] = [];
    for (const name of ["EUR_USD", "GBP_JPY", "USD_PLN", "AUD_NZD"])
      held.push((await measured(() => list(market, name, granularity, count))).heldMs);
    expect(Math.max(...held)).toBeLessThan(HELD_MS_MAX);
  });
});

describe("stored days", () => {
  const levels = Float64Array.from(CURRENCIES, (_, index) => 1 + index / 10);

  test("equal the days that are computed on request", async () => {
    const fixings = await loadFixings();
    const rates = anchoredRates(fixings, FIRST_DAY, levels);
    const deps = { database: file.database, log: silentLog };
    await createHistory(rates, deps).store();
    const [stored, computed] = [createHistory(rates, deps), createHistory(rates)];
    const past = createHistory({ rows: fixings, lastRealMs: Infinity }, deps);
    for (const instrument of ["EUR_USD", "GBP_JPY", "USD_PLN", "NZD_CHF"].map(named)) {
      const query = { instrument, granularity: "D", count: 8_000, beforeMs: Infinity } as const;
      const expected = await computed.list({ ...query, lastDay: FIRST_DAY - 1 });
      expect(await stored.list({ ...query, lastDay: FIRST_DAY - 1 })).toEqual(expected);
      const lastDay = dayOf("2015-06-30");
      const replayed = await past.list({ ...query, count: 500, lastDay });
      const end = expected.findLastIndex(({ timeMs }) => timeMs < Date.parse("2015-06-30"));
      expect(replayed).toEqual(expected.slice(end - 499, end + 1));
    }
  });

  test("belong to this version of the history", async () => {
    const fixings = await loadFixings();
    const history = createHistory({ rows: fixings, lastRealMs: Infinity });
    const hash = createHash("sha256");
    for (const name of ["EUR_USD", "GBP_JPY", "USD_PLN"]) {
      const query = { instrument: named(name), granularity: "D", count: 300 } as const;
      for (const date of ["2000-06-30", "2015-01-30", "2026-04-10"])
        hash.update(
          JSON.stringify(
            await history.list({ ...query, beforeMs: Infinity, lastDay: dayOf(date) }),
          ),
        );
    }
    // If this digest changes, HISTORY_VERSION must change, because stored days are then outdated.
    expect(hash.digest("hex")).toBe(
      "975176c144e89463d478126d49fe1082c00ddbbf472191741239b85cb3f137ca",
    );
  });

  test("answer the first request of a process in time", async () => {
    await (await market.historyBefore(FIRST_DAY)).store();
    for (const granularity of ["D", "W", "M"] as const) {
      const runs: { usedMs: number; heldMs: number }[] = [];
      for (const name of ["EUR_USD", "NZD_JPY", "USD_PLN"]) {
        const process = await market.again();
        await list(process, "GBP_USD", "M1", 1);
        runs.push(await measured(() => list(process, name, granularity)));
      }
      expect(Math.min(...runs.map(({ usedMs }) => usedMs))).toBeLessThan(ANSWER_MS_MAX);
      expect(Math.min(...runs.map(({ heldMs }) => heldMs))).toBeLessThan(HELD_MS_MAX);
    }
  });
});
