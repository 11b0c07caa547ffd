/** Tests moving dollars back to the wallet while positions are open. */
import { accountBalance, balancesOf, houseAccount, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { expect, test } from "vitest";
import { fileDatabase, waitingForLocks } from "../../../test/support/servers/database.ts";
import { deskDeps, movedFeed, order, trader } from "../../../test/support/money/forex.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { fundTreasury, moneyRequest } from "../../../test/support/money/mining.ts";
import { countAgain } from "../../../test/support/money/treasury.ts";
import { countCover } from "../../treasury/fund-payouts.ts";
import { findAccount } from "../book/accounts-table.ts";
import { takeBack } from "./take-back.ts";

const file = fileDatabase();

test("the worse conversion rate applies until the desk account is empty", async () => {
  const { database } = file;
  const moved = movedFeed(deskDeps(database).feed);
  const deps = deskDeps(database, { feed: moved.feed });
  const userId = await trader(deps, 10_000_000n);
  const request = moneyRequest(userId, "transferForexFunds");
  const account = async () => {
    const row = await findAccount(database, userId);
    if (!row) throw new Error("no account");
    return row;
  };
  const balance = async () => (await balancesOf(database, userId)).availableCents;
  const { principal } = await account();
  expect(principal.highestRateCents).toBeGreaterThan(0n);
  await order(deps, userId, { units: "50000" });
  moved.move("EUR_USD", deps.clock.now().getTime(), 200_000);
  await takeBack(deps, { request, amountCents: await balance() });
  expect(await balance()).toBe(0n);
  expect((await account()).principal).toMatchObject({
    cents: 0n,
    highestRateCents: principal.highestRateCents,
  });
});

test("two concurrent withdrawals of the treasury's coins both succeed", async () => {
  const { database } = file;
  const deps = deskDeps(database);
  const people = [await trader(deps, 1_000_000n), await trader(deps, 1_000_000n)];
  const coins = await accountBalance(database, houseAccount("forex", "BTC"));
  const back = async (userId: string) => {
    const request = moneyRequest(userId, "transferForexFunds");
    const amountCents = (await balancesOf(database, userId)).availableCents;
    return takeBack(deps, { request, amountCents });
  };
  const owed = await database.transaction(async (tx) => {
    const move = {
      debit: houseAccount("forex", "BTC"),
      credit: houseAccount("treasury", "BTC"),
      amount: coins - 1_500_000n,
      code: "treasury_transfer",
    } as const;
    await postAll(tx, [{ id: newUuid(), ...move }]);
    const both = Promise.allSettled(people.map(back));
    // Both requests have seen enough coins and are now waiting for the lock.
    while ((await waitingForLocks(database)) !== 2);
    return { both };
  });
  expect((await owed.both).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await verifyLedger(database)).toEqual([]);
});

test("a gain is paid only if the treasury covers it", async () => {
  const { database } = file;
  const moved = movedFeed(deskDeps(database).feed);
  const { treasury } = operator;
  const deps = { ...deskDeps(database, { feed: moved.feed }), treasury };
  const coins = async (name: "forex" | "treasury") =>
    accountBalance(database, houseAccount(name, "BTC"));
  const marginSats = async () => {
    const { marginSats: sats } = await countCover(database, treasury, deps.clock.now());
    return sats;
  };
  /** A gain of 96 cents on 50,000 EUR is 48,000 USD, which is 0.8 BTC at 60,000 USD. */
  const winner = async () => {
    const userId = await trader(deps, 10_000_000n);
    const startMs = deps.clock.now().getTime();
    moved.move("EUR_USD", startMs, 0);
    await order(deps, userId, { units: "50000" });
    moved.move("EUR_USD", deps.clock.now().getTime(), 960_000);
    await order(deps, userId, { units: "-50000" });
    return userId;
  };
  const back = async (userId: string) => {
    const request = moneyRequest(userId, "transferForexFunds");
    const amountCents = (await balancesOf(database, userId)).availableCents;
    return takeBack(deps, { request, amountCents });
  };
  const first = await winner();
  await fundTreasury(database, 100_000_000n - (await coins("treasury")));
  await countAgain(database);
  const [before, desk, held] = [await marginSats(), await coins("forex"), await coins("treasury")];
  const { amountSats } = await back(first);
  const missing = amountSats - desk;
  expect(missing).toBeGreaterThan(before);
  expect(held - (await coins("treasury"))).toBe(missing);
  await countAgain(database);
  expect(await marginSats()).toBeGreaterThanOrEqual(before);
  const second = await winner();
  await countAgain(database);
  await expect(back(second)).rejects.toMatchObject({ code: "coins_short" });
  expect(await marginSats()).toBeLessThan(0n);
  expect(await verifyLedger(database)).toEqual([]);
});
