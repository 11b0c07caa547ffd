/**
 * Tests an older database copy that lacks a payment signed for a withdrawal. After the restore, the
 * withdrawal is signed again, but the first payment has already spent its coins. Because the
 * recipient may already have been paid, the money is not returned automatically.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { approvalHashOf } from "./approvals/approval-rules.ts";
import { openPaymentsOf } from "./figures/payment-queues.ts";
import { resumePayments } from "./recovery/resume-payments.ts";
import type { Installation } from "./testing/installation.ts";
import {
  reviewSteps,
  startReviewInstallation,
  type ReviewInstallation,
} from "./testing/review-installation.ts";
import { createOutsideWallet } from "./testing/outside-wallet.ts";
import { getWithdrawal } from "./lists.ts";
import { hasOpenWithdrawal } from "./withdrawals/withdrawal-figures.ts";
import { findWithdrawal } from "./withdrawals/withdrawals-table.ts";

const HALF = 50_000_000n;

let review: ReviewInstallation;
let installation: Installation;
let userId: string;
let id: string;
beforeAll(async () => {
  review = await startReviewInstallation();
  ({ installation } = review);
}, 60_000);
afterAll(() => installation.close());

const { userWith, queue, approve, reject } = reviewSteps(() => review);
const rowOf = () => findWithdrawal(installation.database, id);
const balances = () => balancesOf(installation.database, userId);

/**
 * Signs and sends a withdrawal, then resets the tables to their state before the signature. Since
 * they no longer contain the sent payment, the platform's next payment chooses the same coins.
 */
beforeEach(async () => {
  // The ledger and the chain may differ after the previous test.
  await installation.database.query(
    "update wallet_cursor set unexplained_sats = 0, locked_reason = null, locked_at = null",
  );
  userId = await userWith(HALF);
  ({ id } = await installation.withdraw(userId, HALF));
  await installation.send();
  await installation.database.query(
    `update wallet_withdrawals set state = 'approved', psbt = null, miner_fee_sats = null, raw_hex = null, txid = null,
       signed_at = null, broadcast_at = null, next_send_at = null where id = $1`,
    [id],
  );
  await installation.database.query(
    "update wallet_coins set reserved_by = null where reserved_by = $1",
    [id],
  );
});

/** Changes the withdrawal's destination, so that the sent payment does not match the withdrawal. */
async function doubleSpend(): Promise<void> {
  const { address, scriptHex } = createOutsideWallet(installation.node);
  const row = await rowOf();
  if (!row) throw new Error(`${id} vanished`);
  await installation.database.query(
    "update wallet_withdrawals set address = $2, script_hex = $3, approval_hash = $4 where id = $1",
    [id, address, scriptHex, approvalHashOf({ ...row, address })],
  );
}

async function letPaymentsGoOn(): Promise<void> {
  const mempool = new Set(await installation.node.getRawMempool());
  await installation.database.transaction((tx) => resumePayments(tx, { now: new Date(), mempool }));
}

test("a payment missing from the restored tables is recognised", async () => {
  await installation.send();
  const { txid: second } = (await rowOf()) ?? {};
  await installation.mine(7);
  const row = await rowOf();
  expect(row).toMatchObject({ state: "completed", heldBackFor: null });
  expect(row?.txid).not.toBe(second);
  await letPaymentsGoOn();
  expect(await balances()).toMatchObject({ availableSats: 0n, heldSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("the withdrawal's money stays held until an administrator decides", async () => {
  await doubleSpend();
  await installation.send();
  await installation.mine(1);
  expect(await rowOf()).toMatchObject({ state: "conflicted", heldBackFor: null });
  await installation.mine(7);
  expect(await rowOf()).toMatchObject({
    state: "conflicted",
    book: "set-aside",
    heldBackFor: "own_spend",
  });
  expect(await balances()).toMatchObject({ availableSats: 0n, heldSats: HALF });
  expect(await queue()).toMatchObject([{ id, heldBackFor: "own_spend", isWaiting: true }]);
  const { waitingReason } = await getWithdrawal(installation.wallet, { userId, withdrawalId: id });
  expect(waitingReason).toContain("may already have paid it");
  expect(await hasOpenWithdrawal(installation.database)).toBe(false);
  expect(await openPaymentsOf(installation.database, userId)).toBe(1);
  await expect(approve(id, review.ann)).rejects.toMatchObject({ status: 409, code: "may_be_paid" });
  await expect(reject(id, review.ann)).rejects.toMatchObject({ code: "payments_locked" });
  await letPaymentsGoOn();
  await reject(id, review.ann, "Its address was not paid");
  expect(await balances()).toMatchObject({ availableSats: HALF, heldSats: 0n });
  expect(await queue()).toEqual([]);
  expect(await openPaymentsOf(installation.database, userId)).toBe(0);
  await expect(reject(id, review.ann)).rejects.toMatchObject({ code: "withdrawal_decided" });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("a reorg that removes the first payment unblocks the second one", async () => {
  await doubleSpend();
  await installation.send();
  await installation.mine(7);
  expect(await rowOf()).toMatchObject({ heldBackFor: "own_spend" });
  await installation.reorg(8);
  expect(await rowOf()).toMatchObject({ state: "broadcast", heldBackFor: null });
  expect(await queue()).toEqual([]);
});
