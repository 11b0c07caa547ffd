/** Tests closes of a position in whole or in part, and of all positions. */
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { order, trader } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { movedDesk } from "../../../test/support/money/moved-desk.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { closeAll } from "./close-all.ts";
import { closePosition } from "./close-trade.ts";
import { readPartOfPosition, type PositionUnits } from "./read-close-units.ts";

const file = fileDatabase();
const desk = movedDesk(file);

const close = (userId: string, units: PositionUnits) =>
  closePosition(
    desk.deps,
    {
      request: moneyRequest(userId, "closeForexPosition", units),
      instrument: "EUR_USD",
      part: readPartOfPosition(units),
    },
    ({ state, reason }) => reason ?? state,
  );

test.each<[PositionUnits, number]>([
  [{ units: "2500" }, 6_500],
  [{ longUnits: "2500", shortUnits: "NONE" }, 6_500],
  [{ longUnits: "ALL" }, 0],
  [{ units: "ALL" }, 0],
  [{}, 0],
])("a close with %j leaves %i units", async (units, left) => {
  const userId = await trader(desk.deps);
  await order(desk.deps, userId, { units: "4000" });
  await order(desk.deps, userId, { units: "5000" });
  expect(await close(userId, units)).toBe("FILLED");
  const trades = await openTradesOf(file.database, userId);
  expect(trades.reduce((sum, trade) => sum + trade.units, 0)).toBe(left);
  // The oldest trade is reduced first.
  expect(trades.map((trade) => trade.units)).toEqual(left === 0 ? [] : [1_500, 5_000]);
});

test("a close is refused for the other side and for too many units", async () => {
  const userId = await trader(desk.deps);
  await order(desk.deps, userId, { units: "4000" });
  await expect(close(userId, { shortUnits: "ALL" })).rejects.toMatchObject({
    code: "closeout_position_doesnt_exist",
  });
  await expect(close(userId, { units: "4001" })).rejects.toMatchObject({
    code: "closeout_position_units_exceed_position_size",
  });
  expect(() => readPartOfPosition({ units: "1", longUnits: "1" })).toThrow(/only one/);
  expect(() => readPartOfPosition({ units: "-1" })).toThrow(/whole number/);
});

test("closing all positions closes each once and names every outcome", async () => {
  const userId = await trader(desk.deps);
  const names = ["EUR_USD", "GBP_USD", "USD_JPY", "AUD_USD"];
  for (const instrument of names) await order(desk.deps, userId, { instrument, units: "1000" });
  const request = moneyRequest(userId, "closeAllForexPositions");
  const send = () => closeAll(desk.deps, request, ({ id, state }) => ({ id, state }));
  const outcomes = await send();
  expect(outcomes.map(({ instrument }) => instrument).toSorted()).toEqual(names.toSorted());
  expect(outcomes.every(({ taken }) => taken?.state === "FILLED")).toBe(true);
  expect(await openTradesOf(file.database, userId)).toEqual([]);
  await order(desk.deps, userId, { units: "1000" });
  expect(await send()).toEqual(outcomes);
  expect(await openTradesOf(file.database, userId)).toHaveLength(1);
});

test("a close leaves a trade that was opened after its arrival", async () => {
  const { deps } = desk;
  const userId = await trader(deps);
  await order(deps, userId, { units: "4000" });
  let newest = "";
  // Another request's order is filled between the arrival of the close and its transaction.
  const until = async (timeMs: number) => {
    await deps.until(timeMs);
    newest = (await order(deps, userId, { units: "5000" })).id;
  };
  const request = moneyRequest(userId, "closeForexPosition", "raced");
  const closing = { request, instrument: "EUR_USD" };
  expect(await closePosition({ ...deps, until }, closing, ({ state }) => state)).toBe("FILLED");
  const trade = await desk.onlyTrade(userId);
  expect([trade.units, trade.id.slice(4)]).toEqual([5_000, newest.slice(4)]);
});

test("a refused close does not keep other positions from closing", async () => {
  const userId = await trader(desk.deps);
  for (const instrument of ["EUR_USD", "GBP_USD"])
    await order(desk.deps, userId, { instrument, units: "1000" });
  const all = desk.deps.feed;
  const feed = {
    ...all,
    quotesAt: async (timeMs: number) => {
      const quotes = await all.quotesAt(timeMs);
      return (instrument: Parameters<NonNullable<typeof quotes>>[0]) =>
        instrument.name === "GBP_USD" ? undefined : quotes?.(instrument);
    },
  };
  const request = moneyRequest(userId, "closeAllForexPositions");
  const outcomes = await closeAll({ ...desk.deps, feed }, request, ({ reason, state }) => {
    return reason ?? state;
  });
  expect(outcomes).toMatchObject([
    { instrument: "EUR_USD", taken: "FILLED", refusal: null },
    { instrument: "GBP_USD", taken: "MARKET_HALTED", refusal: null },
  ]);
  const trades = await openTradesOf(file.database, userId);
  expect(trades.map(({ instrument }) => instrument.name)).toEqual(["GBP_USD"]);
});
