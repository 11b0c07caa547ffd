/**
 * Tests the public figures: volume, active traders and the share of losing accounts. Replays must
 * not change these figures, and too few accounts must have no share of losing accounts.
 */
import { ANONYMOUS_IDS, anonymousIdsSince } from "#users";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { asLive, deskDeps, order, trader } from "../../test/support/money/forex.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { tradesOf } from "./book/trades-table.ts";
import { viewDeskState } from "./desk-state.ts";
import { viewOperatorResult } from "./operator-result.ts";
import { closePosition } from "./orders/close-trade.ts";
import { deskFigures } from "./public-figures.ts";

const file = fileDatabase();
const DAY = 86_400_000;

const figuresOf = (deps: ReturnType<typeof deskDeps>) =>
  deskFigures({ ...deps, uncounted: ANONYMOUS_IDS, uncountedSince: anonymousIdsSince });

test("the public figures include only live accounts", async () => {
  const deps = deskDeps(file.database);
  expect(await figuresOf(deps)).toEqual({
    volume24hCents: 0n,
    activeTraders: 0,
    closingAccounts: 0,
    countedAccounts12m: 0,
    losingAccountsPercent12m: null,
    inProfitPercent: null,
  });
  const [ann, ben] = [await trader(deps), await trader(deps)];
  await order(deps, ann, { units: "1000" });
  await order(deps, ann, { units: "-1000" });
  await order(deps, ben, { units: "2000", instrument: "USD_JPY" });
  const { volume24hCents, ...figures } = await figuresOf(deps);
  // 2,000 EUR at about 1.17, plus 2,000 USD.
  expect(volume24hCents).toBeGreaterThan(420_000n);
  expect(volume24hCents).toBeLessThan(450_000n);
  expect(figures).toEqual({
    activeTraders: 2,
    closingAccounts: 1,
    countedAccounts12m: 2,
    losingAccountsPercent12m: null,
    inProfitPercent: null,
  });
  const result = await viewOperatorResult(deps);
  const own = await tradesOf(file.database, ann, { state: "ALL", limit: 10 });
  expect(result.resultCents).toBe(-own.reduce((sum, { realisedCents }) => sum + realisedCents, 0n));
  expect(result.resultCents).toBeGreaterThan(0n);
  const [open] = await tradesOf(file.database, ben, { state: "OPEN", limit: 1 });
  const quote = open && (await deps.feed.valuedAt(deps.clock.now().getTime()))?.(open.instrument);
  if (!quote || !open) throw new Error("no quote");
  // The platform gains at least half the spread, because Ben bought at the ask and his position is
  // valued at mid price.
  expect(result.openResultCents).toBeGreaterThan(0n);
  const gainYen = (open.units * ((quote.bid + quote.ask) / 2 - open.price)) / 10_000;
  const gainCents = (gainYen * 100 * 10_000) / ((quote.bid + quote.ask) / 2);
  expect(Math.abs(Number(result.openResultCents) + gainCents)).toBeLessThan(1);
  expect(result.totalResultCents).toBe(result.resultCents + (result.openResultCents ?? 0n));
  // Ben is long 2,000 dollars against yen, so the platform is short dollars and long yen.
  expect(result).toMatchObject({
    openPositions: 1,
    exposure: [{ currency: "JPY", cents: 200_000n }],
  });
  expect(await viewDeskState(asLive(deps))).toMatchObject({
    source: "practice",
    isOpen: true,
    ageSeconds: 0,
    resultCents: result.resultCents,
    openPositions: 1,
    exposure: [{ instrument: "USD_JPY", units: -2_000, cents: -200_000n }],
    stopOutsInDay: 0,
    stopOutsInWeek: 0,
  });
  // Ben's account is anonymous from now on, so it changes no public figure.
  const trying = (is: boolean) =>
    file.database.query("update users_users set is_anonymous = $2 where id = $1", [ben, is]);
  await trying(true);
  expect(await figuresOf(deps)).toMatchObject({
    activeTraders: 1,
    closingAccounts: 1,
    countedAccounts12m: 1,
  });
  await trying(false);
  deps.clock.advance(2 * DAY);
  expect(await figuresOf(deps)).toMatchObject({ volume24hCents: 0n, activeTraders: 1 });
  const request = moneyRequest(ben, "closeForexPosition");
  await closePosition(deps, { request, instrument: "USD_JPY" }, ({ id }) => id);
  // Adds 9 winning and 29 losing accounts, for a total of forty.
  await file.database.query(
    `with copied as (insert into forex_accounts (user_id, opened_at) select gen_random_uuid(), $1 from generate_series(1, 38) returning user_id)
     insert into forex_trades (id, user_id, instrument, initial_units, units, price, state, opened_at, realised_cents, closed_at, close_price)
     select 'fxt_' || user_id, user_id, 'EUR_USD', 1, 0, 1, 'CLOSED', $1,
       case when row_number() over () <= 9 then 5 else -5 end, $1, 1 from copied`,
    [deps.clock.now()],
  );
  // The gain exceeds the conversion cost of the coins moved in.
  await file.database.query("update forex_trades set realised_cents = 2000 where user_id = $1", [
    ben,
  ]);
  await file.database.query("update forex_trades set realised_cents = -1 where user_id = $1", [
    ann,
  ]);
  expect(await figuresOf(deps)).toMatchObject({
    closingAccounts: 40,
    countedAccounts12m: 40,
    inProfitPercent: "25",
    losingAccountsPercent12m: "75",
  });
});
