/**
 * Coins that come to the address of a deleted account: nobody could ever spend or give them back
 * from there, so the treasury has them, and administrators read where they came from.
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
import { listLeftDeposits } from "./deposits/left-deposits.ts";
import { findWithdrawal } from "./withdrawals/withdrawals-table.ts";
import { startFloor, type Floor } from "./testing/floor.ts";

const SATS = 700_000n;
const TREASURY = houseAccount("treasury", "BTC");

let floor: Floor;
let userId: string;
beforeAll(async () => {
  floor = await startFloor({ minedTo: "outside" });
  await mine(13);
}, 60_000);
afterAll(() => floor.close());
beforeEach(async () => {
  userId = await floor.newUser();
});

async function mine(blocks: number): Promise<void> {
  await floor.node.generateToAddress(blocks, floor.outside.address);
  await floor.watch();
}

const treasury = () => accountBalance(floor.database, TREASURY);
const erase = () =>
  floor.database.query("update users_users set deleted_at = now() where id = $1", [userId]);
async function pay() {
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  return floor.payFromOutside(address, SATS);
}
const own = async () => {
  const { availableSats } = await balancesOf(floor.database, userId);
  return [availableSats, await owedSatsOf(floor.database, userId)];
};
const left = async () => (await listLeftDeposits(floor.database, 10)).items;

test("the treasury has them, with a row that says whose address it was", async () => {
  const before = await treasury();
  const { txid } = await pay();
  await mine(1);
  await erase();
  await mine(5);
  expect(await own()).toEqual([0n, 0n]);
  expect(await treasury()).toBe(before + SATS);
  expect((await left())[0]).toMatchObject({ txid, amountSats: SATS, leftBy: userId });
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
});

test("a reorganisation takes them from the treasury, and brings them back to it once", async () => {
  const before = await treasury();
  await pay();
  await erase();
  await mine(6);
  expect(await treasury()).toBe(before + SATS);
  await floor.node.simulateReorg({ depth: 7, address: floor.outside.address });
  await floor.watch();
  expect(await treasury()).toBe(before);
  expect(await own()).toEqual([0n, 0n]);
  await mine(6);
  expect(await treasury()).toBe(before + SATS);
  expect(await left()).toHaveLength(2);
  expect(await verifyLedger(floor.database)).toEqual([]);
});

test("a withdrawal that comes back after its owner was deleted is the treasury's too", async () => {
  const other = userId;
  const payment = await pay();
  await mine(6);
  userId = await floor.newUser();
  await floor.database.transaction((tx) =>
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
  // Until no coin of the tests before is left, this one is not the only one to pay with.
  await floor.database.query(
    "update wallet_coins set reserved_by = 'kept' where txid <> $1 and spent_txid is null",
    [payment.txid],
  );
  const { id } = await floor.withdraw(userId, SATS);
  await floor.send();
  await mine(6);
  await erase();
  const before = await treasury();
  await floor.node.simulateReorg({ depth: 14, address: floor.outside.address });
  const outputs = [{ address: floor.outside.address, amountSats: 500_000n }];
  const lost = floor.outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await floor.node.sendRawTransaction(lost.rawHex);
  await floor.watch();
  await mine(6);
  expect(await findWithdrawal(floor.database, id)).toMatchObject({
    state: "conflicted",
    book: "returned",
  });
  expect(await own()).toEqual([0n, 0n]);
  expect(await treasury()).toBeGreaterThanOrEqual(before + SATS - 10_000n);
  expect(await verifyLedger(floor.database)).toEqual([]);
});

test("what the deleted account owes is repaid from them first", async () => {
  await pay();
  await mine(6);
  await floor.withdraw(userId, SATS);
  await floor.send();
  await mine(6);
  await erase();
  const before = await treasury();
  await floor.node.simulateReorg({ depth: 13, address: floor.outside.address });
  await floor.watch();
  expect(await own()).toEqual([0n, SATS]);
  await mine(6);
  expect(await own()).toEqual([0n, 0n]);
  expect(await treasury()).toBe(before);
  expect(await verifyLedger(floor.database)).toEqual([]);
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
});
