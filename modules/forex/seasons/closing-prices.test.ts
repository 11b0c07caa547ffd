/** Tests that no trade is closed at a price from before the position's last fill. */
import { transferIdOf } from "#platform";
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { order, trader } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { movedDesk } from "../../../test/support/money/moved-desk.ts";
import { tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { startSeason } from "./start-season.ts";

const file = fileDatabase();
const desk = movedDesk(file);
const HELD = ["EUR_USD", "USD_JPY", "GBP_USD", "AUD_USD"];

/** A user with four positions, and a request whose order for EUR/USD arrives before another one. */
async function ending() {
  const { deps } = desk;
  await trader(deps);
  const userId = await trader(deps);
  for (const instrument of HELD) await order(deps, userId, { instrument, units: "1000" });
  const sentMs = desk.nowMs();
  for (let n = 0; n < 1_000; n += 1) {
    const request = moneyRequest(userId, "startForexSeason", n);
    const [firstMs = 0, ...others] = await Promise.all(
      HELD.map(async (name) => {
        const id = `fxo_${transferIdOf(request, name).replaceAll("-", "")}`;
        return (await deps.feed.arrivalOf(id, sentMs)).timeMs;
      }),
    );
    if (Math.max(...others) > firstMs) return { userId, request, firstMs };
  }
  throw new Error("no such request");
}

/** Runs `work` after the arrival of the closing orders, in each of the first `times` plans. */
function racing(times: number, work: () => Promise<unknown>) {
  let plans = 0;
  const until = async (timeMs: number) => {
    await desk.deps.until(timeMs);
    plans += 1;
    if (plans <= times) await work();
  };
  return { ...desk.deps, until };
}

test.each(["100000", "-400"])("an order for %s units delays all closes", async (units) => {
  const { userId, request, firstMs } = await ending();
  // Twenty pips lower from just after the arrival of the close of EUR/USD.
  desk.move(-20, firstMs + 1);
  const deps = racing(1, () => order(desk.deps, userId, { units }));
  const started = await startSeason(deps, { request, ends: 1 });
  expect(started).toMatchObject({ number: 2, closedPositions: 4 });
  const events = await transactionsOf(file.database, userId, { limit: 100 });
  const fills = events.filter(({ type }) => type === "ORDER_FILL").toReversed();
  const raced = fills.find((fill) => fill.units === Number(units));
  const closes = fills.slice(-4);
  expect(closes.every(({ at }) => raced !== undefined && at > raced.at)).toBe(true);
  const trades = await tradesOf(file.database, userId, { state: "ALL", limit: 10 });
  expect(trades.every(({ closedAt, openedAt }) => closedAt && closedAt > openedAt)).toBe(true);
  // The older price would give 100,000 units a gain of almost 200 USD.
  expect(trades.every(({ realisedCents }) => realisedCents < 0n)).toBe(true);
});

test("a season with positions that keep changing is refused and continues", async () => {
  const { userId, request } = await ending();
  const deps = racing(Infinity, () => order(desk.deps, userId, { units: "1" }));
  await expect(startSeason(deps, { request, ends: 1 })).rejects.toMatchObject({
    code: "season_positions_changed",
    status: 409,
  });
  const trades = await tradesOf(file.database, userId, { state: "OPEN", limit: 20 });
  expect(trades.filter(({ initialUnits }) => initialUnits === 1)).toHaveLength(5);
  expect(trades).toHaveLength(9);
  // The same request succeeds once the positions no longer change.
  expect(await startSeason(desk.deps, { request, ends: 1 })).toMatchObject({ closedPositions: 4 });
});
