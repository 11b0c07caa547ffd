/** Tests the analysis of a replay, which is never mixed with the live account. */
import { beforeAll, expect, test } from "vitest";
import { PRACTICE_LABEL } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, trader, order } from "../../../test/support/money/forex.ts";
import { moneyRequest, movableClock } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { closePosition } from "../orders/close-trade.ts";
import type { Forex } from "../open-forex.ts";
import { placeOrder, type PlaceOrder } from "../orders/place-order.ts";
import { withReplay, type OpenReplay } from "../replays/open-replay.ts";
import { setReplay } from "../replays/set-replay.ts";
import { startReplay } from "../replays/start-replay.ts";
import { forexAnalysisRoutes } from "../analysis-routes.ts";

const file = fileDatabase();
const START = "2026-09-16T09:00:00Z";
const ip = "192.0.2.1";
let userId: string;
let replayId: string;
let routes: ReturnType<typeof forexAnalysisRoutes>;

beforeAll(async () => {
  const clock = movableClock(START);
  const replays = replayDeps(file.database, clock);
  const desk = deskDeps(file.database);
  userId = await trader(desk);
  await order(desk, userId, { units: "1000" });
  ({ id: replayId } = await startReplay(replays, {
    request: moneyRequest(userId, "startReplay"),
    subject: { startsAt: new Date("2024-03-05T12:00:00Z"), instrument: "USD_JPY" },
    pace: 0,
  }));
  const inside = <Answer>(work: (replay: OpenReplay) => Promise<Answer>) =>
    withReplay(replays, { userId, replayId, ip }, work);
  const trade = (units: string, plan?: PlaceOrder["plan"]) =>
    inside(({ desk: past }) =>
      placeOrder(
        past,
        {
          request: moneyRequest(userId, "placeReplayOrder"),
          draft: { type: "MARKET", instrument: "USD_JPY", units },
          plan,
        },
        ({ id }) => id,
      ),
    );
  const jump = async (to: string) => {
    await inside((replay) => setReplay(replay, { jumpTo: new Date(to) }, clock.now()));
    for (let requests = 0; requests < 400; requests += 1)
      if ((await inside(async ({ row }) => row.jumpTo)) === null) return;
    throw new Error("the jump did not end");
  };
  await trade("2000", { text: "", tags: ["trend"] });
  await jump("2024-03-05T12:40:00Z");
  await inside(({ desk: past }) =>
    closePosition(
      past,
      { request: moneyRequest(userId, "closeReplayPosition"), instrument: "USD_JPY" },
      ({ id }) => id,
    ),
  );
  await trade("-1000");
  await jump("2024-03-06T23:00:00Z");
  // Only the live account's handlers need the market, which this test does not call.
  const forex = { market: undefined, desk, replays } as unknown as Forex;
  routes = forexAnalysisRoutes(forex, file.database);
}, 120_000);

const input = (query = {}) => ({ caller: { userId }, ip, query, params: { replayId } }) as never;

test("a replay's analysis has its own trades and its virtual start", async () => {
  const { figures, equity, totals, excursions, ...rest } = await routes.getReplayAnalysis(input());
  expect(rest.replayId).toBe(replayId);
  expect(figures.n).toBe(1);
  expect(totals).toMatchObject({ closedTrades: 1, openTrades: 1, transfersCents: 0n });
  expect(totals.eventsCents).toBe(totals.closedCents + totals.openBookedCents);
  expect(equity.days.map(({ day }) => day)).toEqual(["2024-03-05", "2024-03-06", "2024-03-07"]);
  expect(equity.days.every(({ depositedCents }) => depositedCents === 1_000_000n)).toBe(true);
  const last = equity.days.at(-1);
  expect(last?.equityCents).not.toBe(1_000_000n + totals.eventsCents);
  expect(excursions.rows[0]).toMatchObject({ key: "all", n: 1 });
  expect(excursions.rows[0]?.averageWorstCents).toBeLessThan(0n);
});

test.each([
  [{ tag: "trend" }, 1],
  [{ tag: "news" }, 0],
  [{ tag: "trend", mistake: "too late" }, 0],
])("an analysis of %j has %i trades, and the equity of all", async (query, n) => {
  const all = await routes.getReplayAnalysis(input());
  const { figures, equity, totals } = await routes.getReplayAnalysis(input(query));
  expect(figures.n).toBe(n);
  expect(equity).toEqual(all.equity);
  expect(totals).toEqual(all.totals);
});

test("a replay's CSV ends with the practice label", async () => {
  const csv = await routes.exportReplayAnalysis(input());
  expect(csv).toContain("all,,result,");
  expect(csv.trimEnd().split("\r\n").at(-1)).toContain(PRACTICE_LABEL);
});

test("another user's replay is not found", async () => {
  const stranger = await trader(deskDeps(file.database));
  const other = { caller: { userId: stranger }, ip, query: {}, params: { replayId } } as never;
  await expect(routes.getReplayAnalysis(other)).rejects.toMatchObject({ code: "replay_unknown" });
});

test("a period that ends before it begins is refused", async () => {
  const query = { from: new Date(START), to: new Date(0) };
  const swapped = { caller: { userId }, ip, query, params: { replayId } } as never;
  await expect(routes.getReplayAnalysis(swapped)).rejects.toMatchObject({
    code: "period_invalid",
  });
});
