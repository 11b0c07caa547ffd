/**
 * Tests deposits to a deleted account's address. A deleted account can neither spend nor return
 * coins, so the treasury receives them, and administrators see the former owner.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  accountBalance,
  balancesOf,
  houseAccount,
  postAll,
  userAccount,
  verifyLedger,
} from "#ledger";
import { newUuid } from "#platform";
import { readCursor } from "./chain/chain-table.ts";
import { owedSatsOf } from "./books/debts-table.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { listOwnerlessDeposits } from "./deposits/ownerless-deposits.ts";
import { findWithdrawal } from "./withdrawals/withdrawals-table.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";

const SATS = 700_000n;
const TREASURY = houseAccount("treasury", "BTC");

let installation: Installation;
let userId: string;
beforeAll(async () => {
  installation = await startInstallation({ minedTo: "outside" });
  await mine(13);
}, 60_000);
afterAll(() => installation.close());
beforeEach(async () => {
  userId = await installation.newUser();
});

async function mine(blocks: number): Promise<void> {
  await installation.node.generateToAddress(blocks, installation.outside.address);
  await installation.watch();
}

const treasury = () => accountBalance(installation.database, TREASURY);
const erase = () =>
  installation.database.query("update users_users set deleted_at = now() where id = $1", [userId]);
async function pay() {
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  return installation.payFromOutside(address, SATS);
}
const own = async () => {
  const { availableSats } = await balancesOf(installation.database, userId);
  return [availableSats, await owedSatsOf(installation.database, userId)];
};
const ownerless = async () => (await listOwnerlessDeposits(installation.database, 10)).items;

test("the treasury receives an ownerless deposit and records the former owner", async () => {
  const before = await treasury();
  const { txid } = await pay();
  await mine(1);
  await erase();
  await mine(5);
  expect(await own()).toEqual([0n, 0n]);
  expect(await treasury()).toBe(before + SATS);
  expect((await ownerless())[0]).toMatchObject({ txid, amountSats: SATS, leftBy: userId });
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
});

test("an ownerless deposit is credited once more after a reorg", async () => {
  const before = await treasury();
  await pay();
  await erase();
  await mine(6);
  expect(await treasury()).toBe(before + SATS);
  await installation.node.simulateReorg({ depth: 7, address: installation.outside.address });
  await installation.watch();
  expect(await treasury()).toBe(before);
  expect(await own()).toEqual([0n, 0n]);
  await mine(6);
  expect(await treasury()).toBe(before + SATS);
  expect(await ownerless()).toHaveLength(2);
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("a deleted owner's returned withdrawal goes to the treasury", async () => {
  const other = userId;
  const payment = await pay();
  await mine(6);
  userId = await installation.newUser();
  await installation.database.transaction((tx) =>
    postAll(tx, [
      {
        id: newUuid(),
        debit: userAccount(other, "available", "BTC"),
        credit: userAccount(userId, "available", "BTC"),
        amount: SATS,
        code: "adjustment",
      },
    ]),
  );
  // Reserves the coins of earlier tests, so that this payment's coin is the only spendable one.
  await installation.database.query(
    "update wallet_coins set reserved_by = 'kept' where txid <> $1 and spent_txid is null",
    [payment.txid],
  );
  const { id } = await installation.withdraw(userId, SATS);
  await installation.send();
  await mine(6);
  await erase();
  const before = await treasury();
  await installation.node.simulateReorg({ depth: 14, address: installation.outside.address });
  const outputs = [{ address: installation.outside.address, amountSats: 500_000n }];
  const lost = installation.outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await installation.node.sendRawTransaction(lost.rawHex);
  await installation.watch();
  await mine(6);
  expect(await findWithdrawal(installation.database, id)).toMatchObject({
    state: "conflicted",
    book: "returned",
  });
  expect(await own()).toEqual([0n, 0n]);
  expect(await treasury()).toBeGreaterThanOrEqual(before + SATS - 10_000n);
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("an ownerless deposit repays the deleted account's debt first", async () => {
  await pay();
  await mine(6);
  await installation.withdraw(userId, SATS);
  await installation.send();
  await mine(6);
  await erase();
  const before = await treasury();
  await installation.node.simulateReorg({ depth: 13, address: installation.outside.address });
  await installation.watch();
  expect(await own()).toEqual([0n, SATS]);
  await mine(6);
  expect(await own()).toEqual([0n, 0n]);
  expect(await treasury()).toBe(before);
  expect(await verifyLedger(installation.database)).toEqual([]);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
});
