/** Kills the process (kill -9) between the steps of a new season. The season ends once. */
import { randomUUID } from "node:crypto";
import { balancesOf, verifyLedger } from "#ledger";
import { requestHash } from "#platform";
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, order, START, trader } from "../../../test/support/money/forex.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { endedSeasons } from "../book/seasons-table.ts";
import { startSeason } from "./start-season.ts";

const file = fileDatabase();

test.each([
  ["forex.season-saved", 0],
  ["forex.season-committed", 1],
])("a season killed at %s and repeated ends once", async (failpoint, ended) => {
  const { database } = file;
  const deps = deskDeps(database);
  const userId = await trader(deps);
  await order(deps, userId, { units: "2000" });
  await order(deps, userId, { instrument: "USD_JPY", units: "-1000" });
  await order(deps, userId, { type: "LIMIT", units: "2000", price: "0.80000" });
  const words = [userId, randomUUID()] as const;
  const later = new Date(Date.parse(START) + 5_000).toISOString();
  const program = [
    "test/support/money/forex-process.ts",
    [file.url, later, "season", ...words],
  ] as const;
  const state = async () => ({
    trades: await openTradesOf(database, userId),
    balances: await balancesOf(database, userId),
  });
  const before = await state();
  expect(await runProgram(...program, failpoint)).toBe("SIGKILL");
  expect(await endedSeasons(database, userId, { limit: 5 })).toHaveLength(ended);
  const after = await state();
  expect(after.trades).toEqual(ended === 0 ? before.trades : []);
  expect(after.balances.availableCents).toBe(ended === 0 ? before.balances.availableCents : 0n);
  const [, key] = words;
  const request = { userId, key, route: "startForexSeason", requestHash: requestHash([...words]) };
  const started = await startSeason(deps, { request, ends: 1 });
  expect(started).toMatchObject({ number: 2, closedPositions: 2, cancelledOrders: 1 });
  expect(await openTradesOf(database, userId)).toEqual([]);
  const events = await transactionsOf(database, userId, { limit: 100 });
  expect(events.filter(({ type }) => type === "SEASON_END")).toHaveLength(1);
  const { availableCents, availableSats } = await balancesOf(database, userId);
  expect([availableCents, availableSats]).toEqual([0n, started.amountSats]);
  expect(await verifyLedger(database)).toEqual([]);
});
