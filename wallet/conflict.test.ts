/**
 * The worst reorg: a withdrawal was made of a deposit that its payer then spends elsewhere. The
 * house owns nothing here, so that no other coin could be chosen.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import { owedSatsOf } from "./books/debts-table.ts";
import { readCursor } from "./chain/chain-table.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { isFrozen } from "./overview.ts";
import { openPaymentsOf, paymentQueues, withdrawalsByState } from "./payment-queues.ts";
import { startFloor, type Floor } from "./testing/floor.ts";
import type { OutsidePayment } from "./testing/outside-wallet.ts";
import { getTransaction } from "./tracker/get-transaction.ts";

let floor: Floor;
let userId: string;
let payment: OutsidePayment;
let withdrawalId: string;

const DEPOSIT_SATS = 1_000_000n;

beforeEach(async () => {
  floor = await startFloor({ minedTo: "outside" });
  await mine(13);
  userId = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  payment = await floor.payFromOutside(address, DEPOSIT_SATS);
  await mine(6);
  withdrawalId = (await floor.withdraw(userId, DEPOSIT_SATS)).id;
  await floor.send();
}, 60_000);
afterEach(() => floor.close());

async function mine(blocks: number): Promise<void> {
  await floor.node.generateToAddress(blocks, floor.outside.address);
  await floor.watch();
}

/**
 * The chain loses `depth` blocks, and the payer spends their coin elsewhere before it is mined
 * again.
 */
async function doubleSpend(depth: number): Promise<void> {
  const { node, outside } = floor;
  await node.simulateReorg({ depth, address: outside.address });
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await floor.watch();
}

const track = async () => (await getTransaction(floor.wallet, { id: withdrawalId })).state;
const available = async () => (await balancesOf(floor.database, userId)).availableSats;

async function expectBooksInOrder(): Promise<void> {
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(floor.database)).toEqual([]);
}

test("a lost payment is returned, and repays the deposit that was lost with it", async () => {
  await mine(2);
  expect(await track()).toBe("confirming");
  await doubleSpend(10);
  expect(await owedSatsOf(floor.database, userId)).toBe(DEPOSIT_SATS);
  expect(await isFrozen(floor.database, userId)).toBe(true);
  await expect(floor.withdraw(userId, 1n)).rejects.toMatchObject({ code: "insufficient_funds" });
  await mine(1);
  expect(await track()).toBe("replaced");
  await floor.send();
  await mine(5);
  expect(await balancesOf(floor.database, userId)).toMatchObject({
    availableSats: 0n,
    heldSats: 0n,
  });
  expect(await owedSatsOf(floor.database, userId)).toBe(0n);
  expect(await accountBalance(floor.database, houseAccount("receivable", "BTC"))).toBe(0n);
  await expectBooksInOrder();
});

test("the same after it was completed", async () => {
  await mine(6);
  expect(await track()).toBe("completed");
  await doubleSpend(14);
  expect(await owedSatsOf(floor.database, userId)).toBe(DEPOSIT_SATS);
  await mine(6);
  expect(await owedSatsOf(floor.database, userId)).toBe(0n);
  expect(await available()).toBe(0n);
  await expectBooksInOrder();
});

test("is under way until its money is back, and no longer", async () => {
  await mine(2);
  await doubleSpend(10);
  await mine(1);
  expect(await paymentQueues(floor.database)).toMatchObject({
    withdrawals: 1,
    oldestWithdrawalAt: expect.any(Date),
  });
  const conflicted = { state: "conflicted", count: 1, oldestAt: expect.any(Date) };
  expect(await withdrawalsByState(floor.database)).toEqual([conflicted]);
  expect(await openPaymentsOf(floor.database, userId)).toBe(1);
  await mine(5);
  expect(await paymentQueues(floor.database)).toMatchObject({
    withdrawals: 0,
    oldestWithdrawalAt: null,
  });
  expect(await withdrawalsByState(floor.database)).toEqual([]);
  expect(await openPaymentsOf(floor.database, userId)).toBe(0);
});

test("a reorg that drops the double spend brings the payment back", async () => {
  await mine(1);
  await doubleSpend(9);
  await mine(3);
  expect(await track()).toBe("replaced");
  await floor.node.simulateReorg({ depth: 3, address: floor.outside.address });
  await floor.watch();
  expect(await track()).toBe("reorged");
  await expectBooksInOrder();
});

test("a next deposit repays what is owed", async () => {
  await mine(6);
  await doubleSpend(14);
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  await floor.payFromOutside(address, 3_000_000n);
  await mine(5);
  expect(await owedSatsOf(floor.database, userId)).toBe(DEPOSIT_SATS);
  await mine(1);
  expect(await isFrozen(floor.database, userId)).toBe(false);
  // 3,000,000 less the 1,000,000 owed, and the lost withdrawal comes back in the same block.
  expect(await available()).toBe(3_000_000n);
  await expectBooksInOrder();
});
