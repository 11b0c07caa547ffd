/**
 * Tests the worst reorg: a withdrawal spends a deposit, and the depositor then spends the deposit's
 * coin elsewhere. The platform has no other coins in this test, so the withdrawal must spend that
 * deposit.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { owedSatsOf } from "./books/debts-table.ts";
import { readCursor } from "./chain/chain-table.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { isFrozen } from "./overview.ts";
import { openPaymentsOf, paymentQueues, withdrawalsByState } from "./figures/payment-queues.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";
import type { OutsidePayment } from "./testing/outside-wallet.ts";
import { getTransaction } from "./tracker/get-transaction.ts";

let installation: Installation;
let userId: string;
let payment: OutsidePayment;
let withdrawalId: string;

const DEPOSIT_SATS = 1_000_000n;

beforeEach(async () => {
  installation = await startInstallation({ minedTo: "outside" });
  await mine(13);
  userId = await installation.newUser();
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  payment = await installation.payFromOutside(address, DEPOSIT_SATS);
  await mine(6);
  withdrawalId = (await installation.withdraw(userId, DEPOSIT_SATS)).id;
  await installation.send();
}, 60_000);
afterEach(() => installation.close());

async function mine(blocks: number): Promise<void> {
  await installation.node.generateToAddress(blocks, installation.outside.address);
  await installation.watch();
}

/** Removes `depth` blocks and double-spends the payer's coin before the deposit is mined again. */
async function doubleSpend(depth: number, spending = payment): Promise<void> {
  const { node, outside } = installation;
  await node.simulateReorg({ depth, address: outside.address });
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await installation.watch();
}

const track = async () => (await getTransaction(installation.wallet, { id: withdrawalId })).state;
const available = async () => (await balancesOf(installation.database, userId)).availableSats;

async function expectBooksInOrder(): Promise<void> {
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
}

test("a returned payment repays the debt from the removed deposit", async () => {
  await mine(2);
  expect(await track()).toBe("confirming");
  await doubleSpend(10);
  expect(await owedSatsOf(installation.database, userId)).toBe(DEPOSIT_SATS);
  expect(await isFrozen(installation.database, userId)).toBe(true);
  await expect(installation.withdraw(userId, 1n)).rejects.toMatchObject({
    code: "insufficient_funds",
  });
  await mine(1);
  expect(await track()).toBe("replaced");
  await installation.send();
  await mine(5);
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: 0n,
    heldSats: 0n,
  });
  expect(await owedSatsOf(installation.database, userId)).toBe(0n);
  expect(await accountBalance(installation.database, houseAccount("receivable", "BTC"))).toBe(0n);
  await expectBooksInOrder();
});

test("a payment that becomes impossible after completion is returned", async () => {
  await mine(6);
  expect(await track()).toBe("completed");
  await doubleSpend(14);
  expect(await owedSatsOf(installation.database, userId)).toBe(DEPOSIT_SATS);
  await mine(6);
  expect(await owedSatsOf(installation.database, userId)).toBe(0n);
  expect(await available()).toBe(0n);
  await expectBooksInOrder();
});

test("both payments in an impossible transaction are returned", async () => {
  const { database, wallet } = installation;
  const people = [await installation.newUser(), await installation.newUser()];
  const payments: OutsidePayment[] = [];
  for (const person of people) {
    const { address } = await currentDepositAddress(wallet, { userId: person });
    payments.push(await installation.payFromOutside(address, DEPOSIT_SATS));
  }
  await mine(6);
  for (const person of people) await installation.withdraw(person, DEPOSIT_SATS);
  await installation.send();
  await mine(6);
  const [, first, second] = await database.query<{ id: string; paidWith: string; state: string }>(
    'select id, paid_with as "paidWith", state from wallet_withdrawals order by id',
  );
  expect(second).toMatchObject({ state: "completed", paidWith: first?.id });
  const fees = houseAccount("fees", "BTC");
  const amount = (await accountBalance(database, fees)) - 1n;
  const credit = houseAccount("treasury", "BTC");
  await database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit: fees, credit, amount, code: "treasury_transfer" }]),
  );
  await doubleSpend(14, payments[0]);
  await mine(6);
  const balances = await Promise.all(people.map((person) => balancesOf(database, person)));
  expect(balances).toMatchObject([
    { availableSats: 0n, heldSats: 0n },
    { availableSats: DEPOSIT_SATS, heldSats: 0n },
  ]);
  await expectBooksInOrder();
});

test("an impossible payment stays pending until its money is returned", async () => {
  await mine(2);
  await doubleSpend(10);
  await mine(1);
  expect(await paymentQueues(installation.database)).toMatchObject({
    withdrawals: 1,
    oldestWithdrawalAt: expect.any(Date),
  });
  const conflicted = { state: "conflicted", count: 1, oldestAt: expect.any(Date) };
  expect(await withdrawalsByState(installation.database)).toEqual([conflicted]);
  expect(await openPaymentsOf(installation.database, userId)).toBe(1);
  await mine(5);
  expect(await paymentQueues(installation.database)).toMatchObject({
    withdrawals: 0,
    oldestWithdrawalAt: null,
  });
  expect(await withdrawalsByState(installation.database)).toEqual([]);
  expect(await openPaymentsOf(installation.database, userId)).toBe(0);
});

test("the payment is sent again after a reorg drops the double spend", async () => {
  await mine(1);
  await doubleSpend(9);
  await mine(3);
  expect(await track()).toBe("replaced");
  await installation.node.simulateReorg({ depth: 3, address: installation.outside.address });
  await installation.watch();
  expect(await track()).toBe("reorged");
  await expectBooksInOrder();
});

test("the next deposit repays the debt", async () => {
  await mine(6);
  await doubleSpend(14);
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  await installation.payFromOutside(address, 3_000_000n);
  await mine(5);
  expect(await owedSatsOf(installation.database, userId)).toBe(DEPOSIT_SATS);
  await mine(1);
  expect(await isFrozen(installation.database, userId)).toBe(false);
  // 3,000,000 minus the debt of 1,000,000, plus the withdrawal that is returned in the same block.
  expect(await available()).toBe(3_000_000n);
  await expectBooksInOrder();
});
