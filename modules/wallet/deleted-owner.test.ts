/**
 * Tests a payment that was completed at a raised fee and is undone by a deep reorg after its owner
 * was deleted. The owner's account must stay empty, whichever version of the payment is mined, and
 * the ledger and the chain must agree.
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
import { owedSatsOf } from "./books/debts-table.ts";
import { requestFeeBump } from "./fee-bumps/request-fee-bump.ts";
import { readCursor } from "./chain/chain-table.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { openPaymentsOf } from "./figures/payment-queues.ts";
import { identity, startInstallation, type Installation } from "./testing/installation.ts";
import { mineExactly } from "./testing/mine-exactly.ts";
import { findWithdrawal } from "./withdrawals/withdrawals-table.ts";

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
const own = async () => {
  const { availableSats, heldSats } = await balancesOf(installation.database, userId);
  return [availableSats, heldSats, await owedSatsOf(installation.database, userId)];
};

/**
 * Completes a payment whose fee was raised by the owner and then by the platform, then deletes the
 * owner.
 */
async function settledAtHigherFees() {
  const { database, wallet } = installation;
  await installation.payFromOutside(wallet.treasuryAddress, 2n * SATS);
  const other = await installation.newUser();
  const { address } = await currentDepositAddress(wallet, { userId: other });
  const payment = await installation.payFromOutside(address, SATS);
  await mine(6);
  await database.query(
    "update wallet_coins set reserved_by = 'kept' where txid <> $1 and spent_txid is null",
    [payment.txid],
  );
  // Records a debt for the account whose deposit was removed.
  const [debit, credit] = [
    userAccount(other, "available", "BTC"),
    userAccount(userId, "available", "BTC"),
  ];
  await database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount: SATS, code: "adjustment" }]),
  );
  const { id } = await installation.withdraw(userId, SATS / 2n);
  await installation.send();
  await installation.watch();
  const row = async () => {
    const withdrawal = await findWithdrawal(database, id);
    if (!withdrawal) throw new Error(`${id} vanished`);
    return withdrawal;
  };
  const raised = async (paidBy: "user" | "house", feeRateSatsPerVb: number) => {
    const idempotency = identity(userId, `bump ${paidBy}`);
    const request = {
      withdrawalId: id,
      requestedBy: userId,
      paidBy,
      feeRateSatsPerVb,
      idempotency,
    };
    const { costSats } = await requestFeeBump(wallet, { ...request, costSats: 20_000n });
    await installation.send();
    await installation.watch();
    return costSats;
  };
  const first = await row();
  const ownSats = await raised("user", 10);
  await raised("house", 30);
  await mine(6);
  expect(await row()).toMatchObject({ state: "completed" });
  await database.query("update users_users set deleted_at = now() where id = $1", [userId]);
  return { payment, row, first, last: await row(), ownSats, owned: await own() };
}

/** Removes all coins of the platform except `leftSats` in the treasury. */
async function leavePlatform(leftSats: bigint) {
  const { database } = installation;
  const [fees, mining] = [houseAccount("fees", "BTC"), houseAccount("mining", "BTC")];
  const [feesSats, hadSats] = [await accountBalance(database, fees), await treasury()];
  const move = (debit: string, credit: string, amount: bigint) =>
    ({ id: newUuid(), debit, credit, amount, code: "treasury_transfer" }) as const;
  await database.transaction((tx) =>
    postAll(tx, [
      ...(feesSats > 0n ? [move(fees, TREASURY, feesSats)] : []),
      move(TREASURY, mining, feesSats + hadSats - leftSats),
    ]),
  );
}

async function mineEach(rawHexes: readonly (string | null)[]) {
  const { node, outside } = installation;
  for (const rawHex of rawHexes)
    expect(await mineExactly(node, rawHex ?? "", outside.scriptHex)).toBeNull();
  await installation.watch();
}

async function expectBooksInOrder() {
  expect(await verifyLedger(installation.database)).toEqual([]);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
}

test("the platform pays a fee difference after the owner was deleted", async () => {
  const { row, first, last, ownSats, owned } = await settledAtHigherFees();
  const { node, outside } = installation;
  await node.simulateReorg({ depth: 7, address: outside.address });
  await mineEach([first.rawHex]);
  await mine(5);
  expect(await row()).toMatchObject({ state: "completed", settledFeeSats: first.minerFeeSats });
  expect(await own()).toEqual(owned);
  await leavePlatform(ownSats);
  await node.simulateReorg({ depth: 8, address: outside.address });
  await mineEach([last.rawHex]);
  await mine(5);
  expect(await row()).toMatchObject({ state: "completed", settledFeeSats: last.minerFeeSats });
  expect(await own()).toEqual(owned);
  await expectBooksInOrder();
});

test("a deleted owner's impossible payment returns to the treasury with its fees", async () => {
  const { payment, row, last, owned } = await settledAtHigherFees();
  const { database, node, outside } = installation;
  await node.simulateReorg({ depth: 14, address: outside.address });
  const outputs = [{ address: outside.address, amountSats: 500_000n }];
  const lost = outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(lost.rawHex);
  await installation.watch();
  await mine(6);
  expect(await row()).toMatchObject({ state: "conflicted", book: "returned" });
  expect(await own()).toEqual(owned);
  await leavePlatform(1n);
  await node.simulateReorg({ depth: 7, address: outside.address });
  await mineEach([payment.rawHex, last.rawHex]);
  expect(await openPaymentsOf(database, userId)).toBe(1);
  await mine(5);
  expect(await row()).toMatchObject({ state: "completed", book: "posted" });
  expect(await own()).toEqual(owned);
  await expectBooksInOrder();
});
