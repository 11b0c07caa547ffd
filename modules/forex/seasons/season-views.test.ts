/** Tests which data a new season separates, and which data it leaves unchanged. */
import { randomUUID } from "node:crypto";
import { forexAccountApi } from "#api/forex-account";
import { beforeAll, expect, test } from "vitest";
import { wireOf } from "../../../test/support/servers/route-input.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  order,
  people,
  trader,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { forexAccountRoutes } from "../account-routes.ts";
import { createAlert } from "../alerts/alert-requests.ts";
import { alertsOf } from "../alerts/alerts-table.ts";
import { drawingsOf } from "../drawings/drawings-table.ts";
import { setDrawing } from "../drawings/set-drawing.ts";
import { bringFunds } from "../funds/bring-funds.ts";
import { forexJournalRoutes } from "../journal-routes.ts";
import { startSeason } from "./start-season.ts";

const file = fileDatabase();
let deps: DeskTestDeps;
let userId: string;
let before: object;

/** Data of the account that a new season does not change. */
async function unchanged(): Promise<object> {
  const journal = await entries("all");
  return {
    alerts: await alertsOf(file.database, userId),
    drawings: await drawingsOf(file.database, userId),
    journal: journal.filter(({ instrument }) => instrument === "EUR_USD"),
  };
}

async function entries(season: string) {
  const live = { ...replayDeps(file.database, deps.clock), feed: deps.feed };
  const input = { caller: { userId }, query: { limit: 50, season } };
  return (await forexJournalRoutes(live).listForexJournal(input as never)).items;
}

type Routes = ReturnType<typeof forexAccountRoutes>;

/** Calls a route as the server does, with the defaults of its query. */
async function ask<Name extends keyof Routes>(name: Name, query: object = {}): Promise<unknown> {
  const row = forexAccountApi[name];
  const parsed = "query" in row ? row.query.parse(query) : undefined;
  const input = { caller: { userId }, query: parsed } as never;
  const route = forexAccountRoutes(deps)[name] as (of: never) => Promise<unknown>;
  return wireOf(forexAccountApi)(name, await route(input));
}

beforeAll(async () => {
  deps = deskDeps(file.database);
  userId = await trader(deps);
  await order(deps, userId, { units: "1000" });
  await order(deps, userId, { units: "-1000" });
  await createAlert(
    { ...deps, people },
    { userId, draft: { kind: "EQUITY", direction: "BELOW", level: "1" } },
  );
  await setDrawing(deps, userId, {
    id: randomUUID(),
    instrument: "EUR_USD",
    kind: "level",
    points: [{ time: new Date("2026-09-16T08:00:00Z"), price: "1.17000" }],
    version: 0,
  });
  before = await unchanged();
  const request = moneyRequest(userId, "startForexSeason");
  const { amountSats } = await startSeason(deps, { request, ends: 1 });
  await bringFunds(deps, { request: moneyRequest(userId, "transferForexFunds", 2), amountSats });
  await order(deps, userId, { instrument: "USD_JPY", units: "500" });
  await order(deps, userId, { instrument: "USD_JPY", units: "-500" });
  await order(deps, userId, { instrument: "USD_JPY", units: "700" });
});

test("alerts, drawings and the journal stay", async () => {
  expect(await unchanged()).toEqual(before);
});

test("statistics show the current season by default", async () => {
  const instruments = (answer: unknown) =>
    (answer as { instruments: { instrument: string; trades: number }[] }).instruments.map(
      ({ instrument, trades }) => [instrument, trades],
    );
  const statistics = async (query?: object) => instruments(await ask("getForexStatistics", query));
  expect(await statistics()).toEqual([["USD_JPY", 1]]);
  expect(await statistics({ season: "1" })).toEqual([["EUR_USD", 1]]);
  expect(await statistics({ season: "all" })).toEqual([
    ["EUR_USD", 1],
    ["USD_JPY", 1],
  ]);
});

test("lists show all seasons by default", async () => {
  const names = async (query?: object) => {
    const { items } = (await ask("listForexTrades", query)) as { items: { instrument: string }[] };
    return items.map(({ instrument }) => instrument);
  };
  expect(await names()).toEqual(["USD_JPY", "USD_JPY", "EUR_USD"]);
  expect(await names({ season: "current" })).toEqual(["USD_JPY", "USD_JPY"]);
  expect(await names({ season: "1" })).toEqual(["EUR_USD"]);
  const csv = String(await ask("exportForexTransactions", { season: "1" }));
  expect(csv).toContain("SEASON_END");
  expect(csv).not.toContain("USD_JPY");
});

test("the journal can be filtered by season", async () => {
  const pairs = async (season: string) =>
    (await entries(season)).map(({ instrument }) => instrument);
  expect(await pairs("1")).toEqual(["EUR_USD"]);
  expect(await pairs("current")).toEqual(["USD_JPY", "USD_JPY"]);
  expect(await pairs("all")).toEqual(["USD_JPY", "USD_JPY", "EUR_USD"]);
});

test("a season that does not exist is refused", async () => {
  await expect(ask("listForexOrders", { season: "3" })).rejects.toMatchObject({
    code: "season_unknown",
    status: 404,
  });
  for (const season of ["0", "-1", "1.5", "last", "9999999"])
    expect(forexAccountApi.listForexOrders.query.safeParse({ season }).success).toBe(false);
});

test("the list of seasons contains final figures and the current season", async () => {
  expect(await ask("listForexSeasons")).toMatchObject({
    current: { number: 2, isEmpty: false },
    items: [{ number: 1, trades: 1, losses: 1, protectionCents: 0 }],
    nextCursor: null,
  });
});
