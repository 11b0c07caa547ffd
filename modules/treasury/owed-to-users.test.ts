/** Tests that all products together owe each user every satoshi once. */
import { expect, test } from "vitest";
import { openUserAccounts, outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid } from "#platform";
import {
  earnDeps,
  earnRequest,
  newAddress,
  saver,
  setFunding,
} from "../../test/support/money/earn.ts";
import { deskDeps } from "../../test/support/money/forex.ts";
import { fundTreasury, miningDeps, moneyRequest } from "../../test/support/money/mining.ts";
import { operator } from "../../test/support/money/operator-products.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { exitPosition } from "../earn/exit-position.ts";
import { stakingFor } from "../earn/offer.ts";
import { openPosition } from "../earn/open-position.ts";
import { bringFunds } from "../forex/funds/bring-funds.ts";
import { takeBack } from "../forex/funds/take-back.ts";
import { buyContract } from "../mining/plans/buy-contract.ts";
import { startMining } from "../mining/start-mining.ts";
import { createAnonymousUser } from "../users/people/create-user.ts";
import { owedToUsers } from "./owed-to-users.ts";

const books = fileDatabase();
const START = "2026-09-16T09:00:00Z";

async function owed(now: Date, ...userIds: readonly string[]): Promise<bigint[]> {
  const totals = await owedToUsers(books.database, operator.treasury, now, userIds);
  return userIds.map((userId) => totals.get(userId) ?? 0n);
}

const deposit = (userId: string, amount: bigint) =>
  books.database.transaction((tx) =>
    postAll(tx, [
      {
        id: newUuid(),
        debit: outsideAccount("chain"),
        credit: userAccount(userId, "available", "BTC"),
        amount,
        code: "deposit",
      },
    ]),
  );

test("coins that move between wallet and products are owed once", async () => {
  const { database } = books;
  await setFunding(database, 200_000_000n);
  const earn = earnDeps(database, START);
  const desk = deskDeps(database, { start: START });
  const now = desk.clock.now();
  const [userId, other] = [await saver(database, 30_000_000n), await saver(database, 1_000n)];
  expect(await owed(now, userId, other)).toEqual([30_000_000n, 1_000n]);
  const { id: positionId } = await openPosition(earn, {
    request: earnRequest(userId),
    origin: { ip: newAddress() },
    findProduct: () => stakingFor(180),
    amountSats: 10_000_000n,
  });
  expect(await owed(now, userId, other)).toEqual([30_000_000n, 1_000n]);
  const { amountCents } = await bringFunds(desk, {
    request: moneyRequest(userId, "transferForexFunds"),
    amountSats: 10_000_000n,
  });
  // The user pays 0.25 % for bringing the coins to the desk.
  expect(await owed(now, userId, other)).toEqual([29_975_000n, 1_000n]);
  await takeBack(desk, { request: moneyRequest(userId, "transferForexFunds"), amountCents });
  expect(await owed(now, userId, other)).toEqual([29_975_000n, 1_000n]);
  await exitPosition(earn, { request: earnRequest(userId, "exitPosition"), positionId });
  expect(await owed(now, userId, other)).toEqual([29_975_000n, 1_000n]);
});

test("an anonymous user is owed coins and earnings, and a settlement keeps the sum", async () => {
  const { database } = books;
  const deps = miningDeps(database, START);
  await fundTreasury(database, 1_000_000_000n);
  const { id: userId } = await database.transaction((tx) =>
    createAnonymousUser(tx, { metadata: {}, now: deps.clock.now() }),
  );
  await database.transaction((tx) => openUserAccounts(tx, userId));
  await deposit(userId, 165_500n);
  expect(await owed(deps.clock.now(), userId)).toEqual([165_500n]);
  await buyContract(deps, { request: moneyRequest(userId, "buy"), planId: "starter-rig" });
  await startMining(deps, { userId });
  const [remaining = 0n] = await owed(deps.clock.now(), userId);
  expect(remaining).toBeLessThan(1_000n);
  deps.clock.advance(3_600_000);
  // 50 TH/s earn 157.79 sats an hour.
  expect(await owed(deps.clock.now(), userId)).toEqual([remaining + 157n]);
  await database.transaction((tx) => deps.settleEarnings(tx, [userId], "single"));
  expect(await owed(deps.clock.now(), userId)).toEqual([remaining + 157n]);
});
