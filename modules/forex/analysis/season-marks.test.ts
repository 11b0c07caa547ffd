/** Tests the equity curve and the drawdown of accounts that were emptied by a new season. */
import { beforeAll, expect, test } from "vitest";
import {
  deskDeps,
  order,
  runEngineFor,
  trader,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { endedSeasons } from "../book/seasons-table.ts";
import { bringFunds } from "../funds/bring-funds.ts";
import { markClosedDays } from "../marks/mark-equity.ts";
import { readSeason } from "../seasons/read-season.ts";
import { startSeason } from "../seasons/start-season.ts";
import { analyseAccount } from "./analyse-account.ts";
import { analysisCsv } from "./analysis-csv.ts";
import { liveMarks } from "./equity-marks.ts";

const HOUR = 3_600_000;

const file = fileDatabase();
let deps: DeskTestDeps;
let userId: string;

async function analysisOf(name: string) {
  const { database } = file;
  const season = await readSeason(database, userId, name);
  return analyseAccount(
    {
      database,
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

// Two seasons with losses by the spread. A close of a trading day follows each of them.
beforeAll(async () => {
  deps = deskDeps(file.database, { start: "2026-09-21T18:00:00Z" });
  await file.database.query("update forex_engine set walked_at = null, closed_at = null");
  userId = await trader(deps);
  await runEngineFor(deps, 0);
  await markClosedDays(deps);
  for (const ends of [1, 2]) {
    await order(deps, userId, { units: "100000" });
    await order(deps, userId, { units: "-100000" });
    await runEngineFor(deps, 1_000);
    await startSeason(deps, { request: moneyRequest(userId, "startForexSeason", ends), ends });
    // Past 17:00 in New York, and to 18:00 on the next day.
    await runEngineFor(deps, 4 * HOUR);
    await markClosedDays(deps);
    if (ends === 2) break;
    await runEngineFor(deps, 20 * HOUR);
    const request = moneyRequest(userId, "transferForexFunds", "second season");
    await bringFunds(deps, { request, amountSats: 5_000_000n });
  }
}, 60_000);

test("the curve of all seasons has the end of each season, and no total loss", async () => {
  const { equity } = await analysisOf("all");
  const [second, first] = await endedSeasons(file.database, userId, { limit: 2 });
  if (!first || !second) throw new Error("no seasons");
  const resultOf = ({ transfersCents, fundsCostCents }: typeof first) =>
    -(transfersCents + fundsCostCents);
  const results = [resultOf(first), resultOf(first) + resultOf(second)] as const;
  expect(results[0]).toBeLessThan(0n);
  const curve = equity.days.map(({ day, equityCents, resultCents }) => [
    day,
    equityCents,
    resultCents,
  ]);
  expect(curve).toEqual([
    ["2026-09-21", first.equityCents, results[0]],
    ["2026-09-21", 0n, results[0]],
    ["2026-09-22", second.equityCents, results[1]],
    ["2026-09-22", 0n, results[1]],
    ["2026-09-23", 0n, results[1]],
  ]);
  expect(equity.days.map(({ drawdownShare }) => drawdownShare === null)).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
  const lost = Number(-results[1]);
  const share = lost / (Number(second.equityCents) + lost);
  expect(share).toBeLessThan(0.1);
  expect(equity.largest).toMatchObject({ cents: -results[1], share: share.toFixed(4) });
});

test("the CSV of all seasons has the same share as the analysis", async () => {
  const analysis = await analysisOf("all");
  const { largest } = analysis.equity;
  const lines = analysisCsv(analysis).split("\r\n");
  expect(
    lines.filter((line) => line.includes("largest drawdown") && line.endsWith("ratio")),
  ).toEqual([`drawdown,start to 2026-09-22,largest drawdown,${largest?.share},,,,ratio`]);
});

test("each season ends with its own result", async () => {
  const [one, two, all] = await Promise.all(["1", "2", "all"].map(analysisOf));
  if (!one || !two || !all) throw new Error("no analysis");
  expect(one.equity.resultCents + two.equity.resultCents).toBe(all.equity.resultCents);
  for (const { equity } of [one, two]) {
    const last = equity.days.at(-1);
    expect(last?.resultCents).toBe(equity.resultCents);
    expect(last?.drawdownShare).not.toBeNull();
  }
});
