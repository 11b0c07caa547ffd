/** Tests that the share of losing accounts follows the regulators' rule. */
import { newUuid } from "#platform";
import { ANONYMOUS_IDS, anonymousIdsSince } from "#users";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../test/support/servers/database.ts";
import { deskDeps, movedFeed, order, trader } from "../../test/support/money/forex.ts";
import { percentOf } from "./losing-accounts.ts";
import { deskFigures } from "./public-figures.ts";

let books: TestDatabase;
beforeEach(async () => {
  books = await testDatabase();
});
afterEach(() => books.close());

const YEAR = 365 * 86_400_000;

type Deps = ReturnType<typeof deskDeps>;
const figuresOf = (deps: Deps) =>
  deskFigures({ ...deps, uncounted: ANONYMOUS_IDS, uncountedSince: anonymousIdsSince });

interface Row {
  readonly initial: number;
  readonly units: number;
  /** Entry price in units of 10^-6. */
  readonly price: number;
  readonly cents: number;
  readonly ago?: number;
}

/** Creates accounts with these trades in EUR/USD. */
async function accounts(deps: Deps, count: number, trades: readonly Row[]): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newUuid());
  const now = deps.clock.now().getTime();
  await books.database.query(
    "insert into forex_accounts (user_id, opened_at) select id, $2 from unnest($1::uuid[]) as id",
    [ids, new Date(now - 2 * YEAR)],
  );
  for (const { initial, units, price, cents, ago = 0 } of trades)
    await books.database.query(
      `insert into forex_trades (id, user_id, instrument, initial_units, units, price, state, opened_at, realised_cents, closed_at, close_price)
       select 'fxt_' || gen_random_uuid(), id, 'EUR_USD', $2::int, $3::int, $4::int, case $3::int when 0 then 'CLOSED' else 'OPEN' end, $5, $6::bigint,
         case $3::int when 0 then $5::timestamptz end, case $3::int when 0 then $4::int end from unnest($1::uuid[]) as id`,
      [ids, initial, units, price, new Date(now - ago), cents],
    );
  return ids;
}

const WINNER: Row = { initial: 1_000, units: 0, price: 1_100_000, cents: 1 };
const LOSER: Row = { ...WINNER, cents: -1 };

test("a realised profit of one cent does not outweigh a large open loss", async () => {
  const deps = deskDeps(books.database);
  const open = { initial: 10_000, units: 10_000, price: 2_000_000, cents: 0 };
  await accounts(deps, 20, [WINNER, open]);
  expect(await figuresOf(deps)).toMatchObject({
    countedAccounts12m: 20,
    losingAccountsPercent12m: "100",
    inProfitPercent: "0",
  });
});

test("a partly closed losing trade counts with its whole loss", async () => {
  const deps = deskDeps(books.database);
  const almost = { initial: 10_000, units: 1, price: 1_170_000, cents: -100_550 };
  await accounts(deps, 20, [WINNER, almost]);
  expect(await figuresOf(deps)).toMatchObject({
    losingAccountsPercent12m: "100",
    inProfitPercent: "0",
  });
});

test("an account that only holds a position is included", async () => {
  const deps = deskDeps(books.database);
  const held = { initial: -10_000, units: -10_000, price: 2_000_000, cents: 0, ago: 1.5 * YEAR };
  await accounts(deps, 20, [held]);
  expect(await figuresOf(deps)).toMatchObject({
    countedAccounts12m: 20,
    losingAccountsPercent12m: "0",
    inProfitPercent: "100",
  });
});

test("an account that last traded over twelve months ago is excluded", async () => {
  const deps = deskDeps(books.database);
  await accounts(deps, 20, [{ ...WINNER, ago: 1.1 * YEAR }]);
  await accounts(deps, 19, [LOSER]);
  expect(await figuresOf(deps)).toMatchObject({
    countedAccounts12m: 19,
    losingAccountsPercent12m: null,
    inProfitPercent: null,
  });
});

test("a loss older than twelve months does not count as a loss of the period", async () => {
  const deps = deskDeps(books.database);
  const old = { ...LOSER, cents: -5_000, ago: 1.5 * YEAR };
  const ids = await accounts(deps, 20, [old, WINNER]);
  expect(await figuresOf(deps)).toMatchObject({ losingAccountsPercent12m: "100" });
  const at = new Date(deps.clock.now().getTime() - 1.2 * YEAR);
  await books.database.query(
    `insert into forex_equity_marks (user_id, day, closed_at, balance_cents, open_cents, deposited_cents)
     select id, $2::timestamptz::date, $2, 15000, 0, 20000 from unnest($1::uuid[]) as id`,
    [ids, at],
  );
  expect(await figuresOf(deps)).toMatchObject({
    losingAccountsPercent12m: "0",
    inProfitPercent: "100",
  });
});

test("an account that closes its trade immediately counts as losing", async () => {
  const deps = deskDeps(books.database);
  for (let one = 0; one < 20; one += 1) {
    const userId = await trader(deps, 1_000_000n);
    await order(deps, userId, { units: "100" });
    await order(deps, userId, { units: "-100" });
  }
  expect(await figuresOf(deps)).toMatchObject({
    countedAccounts12m: 20,
    losingAccountsPercent12m: "100",
    inProfitPercent: "0",
  });
});

test("a deposit is not counted as a gain", async () => {
  const moved = movedFeed(deskDeps(books.database).feed);
  const deps = deskDeps(books.database, { feed: moved.feed });
  const people: string[] = [];
  for (let one = 0; one < 20; one += 1) {
    const userId = await trader(deps, 10_000_000n);
    await order(deps, userId, { units: "5000" });
    people.push(userId);
  }
  // Two cents on 5,000 EUR are 100 USD, which exceeds the 15 USD of conversion cost plus the
  // spread.
  moved.move("EUR_USD", deps.clock.now().getTime(), 20_000);
  expect(await figuresOf(deps)).toMatchObject({ inProfitPercent: "100" });
  moved.move("EUR_USD", deps.clock.now().getTime(), 1_000);
  expect(await figuresOf(deps)).toMatchObject({ losingAccountsPercent12m: "100" });
});

test("anonymous accounts and replays are excluded", async () => {
  const deps = deskDeps(books.database);
  const userId = await trader(deps, 1_000_000n);
  await order(deps, userId, { units: "100" });
  const [replay = ""] = await accounts(deps, 1, [LOSER]);
  await books.database.query(
    `insert into forex_replays (id, user_id, title, instrument, begun_at, starts_at, clock_at, set_at, pace, balance_cents)
     values ($1, $2, 'Franc', 'EUR_CHF', now(), now(), now(), now(), 1, 0)`,
    [replay, userId],
  );
  expect(await figuresOf(deps)).toMatchObject({ countedAccounts12m: 1 });
  await books.database.query("update users_users set is_anonymous = true where id = $1", [userId]);
  expect(await figuresOf(deps)).toMatchObject({ countedAccounts12m: 0 });
});

test.each([
  [0, 20, "0"],
  [20, 20, "100"],
  [5, 20, "25"],
  [1, 3_000, "0.03"],
  [1, 100_000, "0.01"],
  [2_999, 3_000, "99.97"],
  [99_999, 100_000, "99.99"],
])("%d of %d is %s percent", (part, whole, text) => {
  expect(percentOf(part, whole)).toBe(text);
});
