/** Tests that replays of uploaded files skip calm ticks, and that this changes no result. */
import { expect, test } from "vitest";
import { instrumentNamed } from "#market";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { newAddress, saver } from "../../../test/support/money/earn.ts";
import { order } from "../../../test/support/money/forex.ts";
import { moneyRequest, movableClock } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { addPriceFile } from "../price-files/add-price-file.ts";
import { withReplay, type OpenReplay, type ReplayDeps } from "./open-replay.ts";
import { setReplay } from "./set-replay.ts";
import { startReplay } from "./start-replay.ts";
import { viewReplay } from "./view-replay.ts";

const file = fileDatabase();
const START_MS = Date.UTC(2026, 4, 5, 22);
const QUARTER_MINUTE_MS = 15_000;
const MINUTE_MS = 60_000;

/** Minutes of a random walk, so that prices often cross stops. */
function minutes(count: number, seed: number, startMs = START_MS): string {
  let [state, price] = [seed, 110_000];
  const step = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state % 31) - 15;
  };
  const lines = ["time,o,h,l,c,spread"];
  for (let at = 0; at < count; at += 1) {
    const prices = [price, price + step(), price + step(), price + step()];
    const [o = 0, , , c = 0] = prices;
    const text = [o, Math.max(...prices), Math.min(...prices), c].map((one) =>
      (one / 100_000).toFixed(5),
    );
    const time = new Date(startMs + at * MINUTE_MS).toISOString().slice(0, 16);
    lines.push(`${time}:00Z,${text.join(",")},1`);
    price = c;
  }
  return lines.join("\n");
}

async function replayOf(deps: ReplayDeps, userId: string, text: string, instrument = "EUR_USD") {
  async function* parts() {
    yield Buffer.from(text);
  }
  const ip = newAddress();
  const { id: priceFile } = await addPriceFile(deps, {
    userId,
    ip,
    name: "walk.csv",
    instrument,
    parts: parts(),
  });
  return playFile(deps, userId, priceFile);
}

async function playFile(deps: ReplayDeps, userId: string, priceFile: string) {
  const request = moneyRequest(userId, "startReplay");
  const { id } = await startReplay(deps, { request, subject: { priceFile }, pace: 0 });
  const opened = <Answer>(work: (replay: OpenReplay) => Promise<Answer>) =>
    withReplay(deps, { userId, replayId: id, ip: "127.0.0.1" }, work);
  return {
    id,
    priceFile,
    opened,
    async jump(toMs: number) {
      const now = deps.clock.now();
      await opened((replay) => setReplay(replay, { jumpTo: new Date(toMs) }, now));
      while ((await opened(viewReplay)).replay.jumpTo !== null);
    },
  };
}

test.each([
  ["EUR_USD", START_MS],
  // Converted at the ECB's rates.
  ["EUR_CHF", Date.UTC(2015, 4, 5, 21)],
])("a day with an open trade in %s is replayed within four seconds", async (instrument, fromMs) => {
  const userId = await saver(file.database, 0n);
  const deps = replayDeps(file.database, movableClock("2026-09-16T09:00:00Z"));
  const replay = await replayOf(deps, userId, minutes(2_000, 7, fromMs), instrument);
  await replay.opened(({ desk }) => order(desk, userId, { units: "1000", instrument }));
  const startMs = performance.now();
  await replay.jump(fromMs + 1_440 * MINUTE_MS);
  const tookMs = performance.now() - startMs;
  expect(tookMs).toBeLessThan(4_000);
  const view = await replay.opened(viewReplay);
  expect(view.account.openTradeCount).toBe(1);
});

test.each([1, 2, 3])("skipping calm ticks changes no fill (seed %i)", async (seed) => {
  const deps = replayDeps(file.database, movableClock("2026-09-16T09:00:00Z"));
  const text = minutes(60, seed);
  const eventsOf = async (own: ReplayDeps, priceFile?: string) => {
    const userId = await saver(file.database, 0n);
    const replay = priceFile
      ? await playFile(own, userId, priceFile)
      : await replayOf(own, userId, text);
    for (const [units, distance] of [
      ["5000", "0.00060"],
      ["-7000", "0.00080"],
    ] as const)
      await replay.opened(({ desk }) =>
        order(desk, userId, {
          units,
          trailingStopLossOnFill: { distance },
          positionFill: "OPEN_ONLY",
        }),
      );
    await replay.opened(({ desk }) =>
      order(desk, userId, { type: "LIMIT", units: "3000", price: "1.09950" }),
    );
    await replay.jump(START_MS + 59 * MINUTE_MS);
    const events = await transactionsOf(file.database, replay.id, { limit: 50 });
    // A latency is drawn from the order's random id, so only the quote's quarter minute is
    // compared.
    return events.map(({ type, price, at }) => [
      type,
      price,
      Math.floor(at.getTime() / QUARTER_MINUTE_MS),
    ]);
  };
  const skipping = await eventsOf(deps);
  const files: ReplayDeps["files"] = async (id) => {
    const { steadyQuotes: _none, ...market } = await deps.files(id);
    return market;
  };
  const everyTick = await eventsOf({ ...deps, files });
  expect(everyTick.length).toBeGreaterThan(2);
  expect(skipping).toEqual(everyTick);
});

test("candles of the file match its lines at every granularity", async () => {
  const userId = await saver(file.database, 0n);
  const deps = replayDeps(file.database, movableClock("2026-09-16T09:00:00Z"));
  const text = minutes(3_000, 11);
  const replay = await replayOf(deps, userId, text);
  const nowMs = START_MS + 2_500 * MINUTE_MS + 31_000;
  await replay.jump(nowMs);
  const instrument = instrumentNamed("EUR_USD");
  if (!instrument) throw new Error("no EUR/USD");
  const market = await deps.files(replay.priceFile);
  const lines = text
    .split("\n")
    .slice(1)
    .map((line) =>
      line
        .split(",")
        .slice(1, 5)
        .map((price) => Math.round(Number(price) * 1e6)),
    );
  for (const [granularity, length] of [
    ["M1", 1],
    ["M30", 30],
    ["H1", 60],
    ["H4", 240],
  ] as const) {
    const candles = await market.candles(
      { instrument, granularity, count: 12, beforeMs: nowMs + 1, sinceMs: START_MS },
      nowMs,
    );
    expect(candles).toHaveLength(Math.min(12, Math.ceil(2_501 / length)));
    const last = candles.at(-1);
    expect(last?.complete).toBe(false);
    const whole = candles.at(-3);
    const first = ((whole?.timeMs ?? 0) - START_MS) / MINUTE_MS;
    const own = lines.slice(first, first + length);
    expect(whole?.bid).toEqual({
      o: own[0]?.[0],
      h: Math.max(...own.map(([, h = 0]) => h)),
      l: Math.min(...own.map(([, , l = 0]) => l)),
      c: own.at(-1)?.[3],
    });
    // Only quotes that differ from the one before count.
    expect(whole?.volume).toBeLessThanOrEqual(4 * length);
    expect(whole?.volume).toBeGreaterThan(2 * length);
  }
});
