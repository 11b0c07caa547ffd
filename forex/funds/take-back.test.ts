/** Dollars that go back to the wallet while something is open. */
import { balancesOf } from "#ledger";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/database.ts";
import { deskParts, movedFeed, order, trader } from "../../test/support/forex.ts";
import { moneyRequest } from "../../test/support/mining.ts";
import { findAccount } from "../book/accounts-table.ts";
import { takeBack } from "./take-back.ts";

const file = fileDatabase();

test("the worse rate counts until the desk is empty, not until the balance is nothing", async () => {
  const { database } = file;
  const moved = movedFeed(deskParts(database).feed);
  const parts = deskParts(database, { feed: moved.feed });
  const userId = await trader(parts, 10_000_000n);
  const request = moneyRequest(userId, "transferForexFunds");
  const account = async () => {
    const found = await findAccount(database, userId);
    if (!found) throw new Error("no account");
    return found;
  };
  const balance = async () => (await balancesOf(database, userId)).availableCents;
  const { principal } = await account();
  expect(principal.highestRateCents).toBeGreaterThan(0n);
  await order(parts, userId, { units: "50000" });
  moved.move("EUR_USD", parts.clock.now().getTime(), 200_000);
  await takeBack(parts, { request, amountCents: await balance() });
  expect(await balance()).toBe(0n);
  expect((await account()).principal).toMatchObject({
    cents: 0n,
    highestRateCents: principal.highestRateCents,
  });
});
