/**
 * Who owes for a deposit that the chain took back, or is disabled, is not paid out: neither what
 * was approved before nor what was chosen coins for. It waits for an administrator, who can approve
 * it once nothing stands in its way.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { waitingForLocks } from "../test/support/database.ts";
import { testAccounts } from "#api-schema/payout-accounts";
import { addDebt, owedSatsOf } from "./books/debts-table.ts";
import { ownAccount } from "./books/claw-back.ts";
import { lockCursor } from "./chain/chain-table.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { getWithdrawal } from "./lists.ts";
import { movePayouts } from "./payouts/move-payouts.ts";
import { reserveCoins } from "./sender/reserve-coins.ts";
import { signWithdrawal } from "./sender/sign-withdrawal.ts";
import type { Floor } from "./testing/floor.ts";
import type { OutsidePayment } from "./testing/outside-wallet.ts";
import { reviewSteps, startReviewFloor, type ReviewFloor } from "./testing/review-floor.ts";
import { findWithdrawal, type WithdrawalRow } from "./withdrawals/withdrawals-table.ts";

const HALF = 50_000_000n;

let review: ReviewFloor;
let floor: Floor;
let userId: string;
beforeAll(async () => {
  review = await startReviewFloor();
  ({ floor } = review);
}, 60_000);
afterAll(() => floor.close());

const { userWith, queue, approve, reject, cancel, stateOf, messagesOf } = reviewSteps(() => review);

beforeEach(async () => {
  userId = await userWith(HALF);
});

async function rowOf(id: string): Promise<WithdrawalRow> {
  const row = await findWithdrawal(floor.database, id);
  if (!row) throw new Error(`no ${id}`);
  return row;
}

const owe = (sats = HALF) =>
  floor.database.transaction((tx) => addDebt(tx, { account: ownAccount(userId), userId }, sats));
const repaid = () =>
  floor.database.query("update wallet_debts set owed_sats = 0 where user_id = $1", [userId]);
const disable = (isDisabled = true) =>
  floor.database.query(
    `update users_users set banned_until = case when $2 then now() + interval '1 year' end where id = $1`,
    [userId, isDisabled],
  );
const reserve = async (id: string): Promise<boolean> => {
  await reserveCoins(floor.wallet, [id], 2_000n);
  return (await rowOf(id)).state === "reserved";
};
const balances = () => balancesOf(floor.database, userId);

/** A deposit of their own, credited; then the chain takes it back for good. */
async function depositOf(sats: bigint): Promise<OutsidePayment> {
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  const payment = await floor.payFromOutside(address, sats);
  await floor.mine(6);
  return payment;
}

async function takeBack(payment: OutsidePayment): Promise<void> {
  const { node, outside, wallet } = floor;
  await node.simulateReorg({ depth: 6, address: wallet.treasuryAddress });
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await floor.watch();
}

test("the deposit is taken back while the withdrawal waits: nothing leaves", async () => {
  userId = await floor.newUser();
  const payment = await depositOf(HALF);
  const { id } = await floor.withdraw(userId, HALF);
  await takeBack(payment);
  expect(await owedSatsOf(floor.database, userId)).toBe(HALF);
  await floor.send();
  expect(await rowOf(id)).toMatchObject({
    state: "in_review",
    heldBackFor: "debt",
    txid: null,
    approvalsRequired: 1,
  });
  expect(await queue()).toMatchObject([{ id, heldBackFor: "debt" }]);
  await expect(approve(id, review.ann)).rejects.toMatchObject({ status: 409, code: "owner_owes" });
  expect((await messagesOf(userId))[0]).toMatchObject({ template: "withdrawal_held_back" });
  const { waitingReason } = await getWithdrawal(floor.wallet, { userId, withdrawalId: id });
  expect(waitingReason).toContain("took back a deposit");
  // What comes back repays the debt: the coins were the house's by then.
  await reject(id, review.ann);
  expect(await owedSatsOf(floor.database, userId)).toBe(0n);
  expect(await balances()).toMatchObject({ availableSats: 0n, heldSats: 0n });
  expect(await verifyLedger(floor.database)).toEqual([]);
});

describe.each([
  ["debt", "owner_owes", () => owe(), () => repaid()],
  ["disabled", "owner_disabled", () => disable(), () => disable(false)],
] as const)("held back for %s", (reason, code, stop, lift) => {
  test("before coins are chosen, and approved once it is over by one press", async () => {
    const { id } = await floor.withdraw(userId, HALF);
    await stop();
    expect(await reserve(id)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "in_review", heldBackFor: reason, psbt: null });
    await expect(approve(id, review.ann)).rejects.toMatchObject({ status: 409, code });
    await lift();
    await approve(id, review.ann);
    await floor.send();
    await floor.mine(6);
    expect(await stateOf(id, userId)).toBe("completed");
  });

  test("before the signature, and its coins are free again", async () => {
    const { id } = await floor.withdraw(userId, HALF);
    expect(await reserve(id)).toBe(true);
    await stop();
    expect(await signWithdrawal(floor.wallet, await rowOf(id))).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "in_review", heldBackFor: reason, psbt: null });
    const coins = await floor.database.query("select 1 from wallet_coins where reserved_by = $1", [
      id,
    ]);
    expect(coins).toEqual([]);
    await cancel(id, userId);
    await lift();
  });

  test("the signer refuses by itself", async () => {
    const { id } = await floor.withdraw(userId, HALF);
    await reserve(id);
    await stop();
    const { psbt } = await rowOf(id);
    const genesisHash = await floor.node.getGenesisHash();
    const request = { withdrawalId: id, psbt: psbt ?? "", genesisHash };
    await expect(floor.wallet.signer.sign(request)).rejects.toThrow(
      reason === "debt" ? "owes" : "disabled",
    );
    await cancel(id, userId);
    await lift();
  });

  test("while the signer signs: the signature is thrown away", async () => {
    const { id } = await floor.withdraw(userId, HALF);
    await reserve(id);
    const { signer } = floor.wallet;
    const sign: typeof signer.sign = async (request) => {
      const signed = await signer.sign(request);
      await stop();
      return signed;
    };
    const parts = { ...floor.wallet, signer: { ...signer, sign } };
    expect(await signWithdrawal(parts, await rowOf(id))).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "in_review", rawHex: null, txid: null });
    await cancel(id, userId);
    await lift();
  });

  test("a simulated payout, until it is sent", async () => {
    const asked = () =>
      floor.withdraw(userId, HALF / 2n, { method: "bank", account: testAccounts.bank });
    const first = await asked();
    const second = await asked();
    const at = (milliseconds: number) => ({
      ...floor.wallet,
      clock: { now: () => new Date(Date.now() + milliseconds) },
    });
    await floor.database.query(
      "update wallet_simulated_payouts set state = 'sent', next_at = now() where id = $1",
      [second.id],
    );
    await stop();
    await movePayouts(at(3_600_000), new AbortController().signal);
    expect(await stateOf(second.id, userId)).toBe("completed");
    expect(await stateOf(first.id, userId)).toBe("in_review");
    expect(await queue()).toMatchObject([{ id: first.id, heldBackFor: reason }]);
    await expect(approve(first.id, review.ann)).rejects.toMatchObject({ code });
    await lift();
    await approve(first.id, review.ann);
    await movePayouts(at(7_200_000), new AbortController().signal);
    expect(await stateOf(first.id, userId)).toBe("completed");
  });
});

describe("at the same moment", () => {
  test.each([
    ["a debt", (tx: DatabaseTransaction) => oweIn(tx)],
    ["a ban", (tx: DatabaseTransaction) => disableIn(tx)],
  ])("%s that is being written while coins are chosen is waited for", async (_, write) => {
    const { id } = await floor.withdraw(userId, HALF);
    const begun = await floor.database.transaction(async (tx) => {
      await write(tx);
      const reserving = reserve(id);
      while (((await waitingForLocks(floor.database)) ?? 0) === 0) await sleep(5);
      return { reserving };
    });
    expect(await begun.reserving).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "in_review" });
    await cancel(id, userId);
    await repaid();
    await disable(false);
  });

  /** As the watcher does, under the lock of the cursor. */
  async function oweIn(tx: DatabaseTransaction): Promise<void> {
    await lockCursor(tx);
    await addDebt(tx, { account: ownAccount(userId), userId }, HALF);
  }

  async function disableIn(tx: DatabaseTransaction): Promise<void> {
    await tx.query("select from users_users where id = $1 for update", [userId]);
    await tx.query("update users_users set banned_until = now() + interval '1 day' where id = $1", [
      userId,
    ]);
  }
});

test("what two administrators approved is to be approved by two again", async () => {
  userId = await userWith(5n * 100_000_000n);
  const { id } = await floor.withdraw(userId, 5n * 100_000_000n);
  await approve(id, review.ann);
  await approve(id, review.bob);
  await disable();
  await floor.send();
  expect(await queue()).toMatchObject([{ id, approvals: [], approvalsRequired: 2 }]);
  await disable(false);
  await approve(id, review.bob);
  expect(await stateOf(id, userId)).toBe("in_review");
  await approve(id, review.ann);
  expect(await stateOf(id, userId)).toBe("approved");
  await cancel(id, userId);
});
