/**
 * Tests that users who are disabled, or in debt because a reorg removed a deposit, are not paid.
 * Their approved withdrawals are stopped, even if coins are already reserved, and wait for an
 * administrator, who can approve them again once the reason no longer applies.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { waitingForLocks } from "../../test/support/servers/database.ts";
import { testAccounts } from "#api/payout-accounts";
import { addDebt, owedSatsOf } from "./books/debts-table.ts";
import { ownAccount } from "./books/claw-back.ts";
import { lockCursor } from "./chain/chain-table.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { getWithdrawal } from "./lists.ts";
import { movePayouts } from "./payouts/move-payouts.ts";
import { reserveCoins } from "./sender/reserve-coins.ts";
import { signWithdrawal } from "./sender/sign-withdrawal.ts";
import type { Installation } from "./testing/installation.ts";
import type { OutsidePayment } from "./testing/outside-wallet.ts";
import {
  reviewSteps,
  startReviewInstallation,
  type ReviewInstallation,
} from "./testing/review-installation.ts";
import { findWithdrawal, type WithdrawalRow } from "./withdrawals/withdrawals-table.ts";

const HALF = 50_000_000n;

let review: ReviewInstallation;
let installation: Installation;
let userId: string;
beforeAll(async () => {
  review = await startReviewInstallation();
  ({ installation } = review);
}, 60_000);
afterAll(() => installation.close());

const { userWith, queue, approve, reject, cancel, stateOf, messagesOf } = reviewSteps(() => review);

beforeEach(async () => {
  userId = await userWith(HALF);
});

async function rowOf(id: string): Promise<WithdrawalRow> {
  const row = await findWithdrawal(installation.database, id);
  if (!row) throw new Error(`no ${id}`);
  return row;
}

const owe = (sats = HALF) =>
  installation.database.transaction((tx) =>
    addDebt(tx, { account: ownAccount(userId), userId }, sats),
  );
const repaid = () =>
  installation.database.query("update wallet_debts set owed_sats = 0 where user_id = $1", [userId]);
const disable = (isDisabled = true) =>
  installation.database.query(
    `update users_users set banned_until = case when $2 then now() + interval '1 year' end where id = $1`,
    [userId, isDisabled],
  );
const reserve = async (id: string): Promise<boolean> => {
  await reserveCoins(installation.wallet, [id], 2_000n);
  return (await rowOf(id)).state === "reserved";
};
const balances = () => balancesOf(installation.database, userId);

/** Credits a deposit to the user. A reorg removes it later. */
async function depositOf(sats: bigint): Promise<OutsidePayment> {
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  const payment = await installation.payFromOutside(address, sats);
  await installation.mine(6);
  return payment;
}

async function takeBack(payment: OutsidePayment): Promise<void> {
  const { node, outside, wallet } = installation;
  await node.simulateReorg({ depth: 6, address: wallet.treasuryAddress });
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await installation.watch();
}

test("a pending withdrawal is not sent after a reorg removes the deposit", async () => {
  userId = await installation.newUser();
  const payment = await depositOf(HALF);
  const { id } = await installation.withdraw(userId, HALF);
  await takeBack(payment);
  expect(await owedSatsOf(installation.database, userId)).toBe(HALF);
  await installation.send();
  expect(await rowOf(id)).toMatchObject({
    state: "in_review",
    heldBackFor: "debt",
    txid: null,
    approvalsRequired: 1,
  });
  expect(await queue()).toMatchObject([{ id, heldBackFor: "debt" }]);
  await expect(approve(id, review.ann)).rejects.toMatchObject({ status: 409, code: "owner_owes" });
  expect((await messagesOf(userId))[0]).toMatchObject({ template: "withdrawal_held_back" });
  const { waitingReason } = await getWithdrawal(installation.wallet, { userId, withdrawalId: id });
  expect(waitingReason).toContain("reversed a deposit");
  // The returned money repays the debt, because the platform had paid for the coins.
  await reject(id, review.ann);
  expect(await owedSatsOf(installation.database, userId)).toBe(0n);
  expect(await balances()).toMatchObject({ availableSats: 0n, heldSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

describe.each([
  ["debt", "owner_owes", () => owe(), () => repaid()],
  ["disabled", "owner_disabled", () => disable(), () => disable(false)],
] as const)('payments stopped with reason "%s"', (reason, code, stop, lift) => {
  test("a withdrawal stopped before coins are chosen can be approved later", async () => {
    const { id } = await installation.withdraw(userId, HALF);
    await stop();
    expect(await reserve(id)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "in_review", heldBackFor: reason, psbt: null });
    await expect(approve(id, review.ann)).rejects.toMatchObject({ status: 409, code });
    await lift();
    await approve(id, review.ann);
    await installation.send();
    await installation.mine(6);
    expect(await stateOf(id, userId)).toBe("completed");
  });

  test("stopping a withdrawal before it is signed releases its coins", async () => {
    const { id } = await installation.withdraw(userId, HALF);
    expect(await reserve(id)).toBe(true);
    await stop();
    expect(await signWithdrawal(installation.wallet, await rowOf(id))).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "in_review", heldBackFor: reason, psbt: null });
    const coins = await installation.database.query(
      "select 1 from wallet_coins where reserved_by = $1",
      [id],
    );
    expect(coins).toEqual([]);
    await cancel(id, userId);
    await lift();
  });

  test("the signer refuses a stopped withdrawal", async () => {
    const { id } = await installation.withdraw(userId, HALF);
    await reserve(id);
    await stop();
    const { psbt } = await rowOf(id);
    const genesisHash = await installation.node.getGenesisHash();
    const request = { withdrawalId: id, psbt: psbt ?? "", genesisHash };
    await expect(installation.wallet.signer.sign(request)).rejects.toThrow(
      reason === "debt" ? "owes" : "disabled",
    );
    await cancel(id, userId);
    await lift();
  });

  test("a signature made while the withdrawal is stopped is discarded", async () => {
    const { id } = await installation.withdraw(userId, HALF);
    await reserve(id);
    const { signer } = installation.wallet;
    const sign: typeof signer.sign = async (request) => {
      const signed = await signer.sign(request);
      await stop();
      return signed;
    };
    const deps = { ...installation.wallet, signer: { ...signer, sign } };
    expect(await signWithdrawal(deps, await rowOf(id))).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "in_review", rawHex: null, txid: null });
    await cancel(id, userId);
    await lift();
  });

  test("a simulated payout can be stopped before it is sent", async () => {
    const withdraw = () =>
      installation.withdraw(userId, HALF / 2n, { method: "bank", account: testAccounts.bank });
    const first = await withdraw();
    const second = await withdraw();
    const at = (milliseconds: number) => ({
      ...installation.wallet,
      clock: { now: () => new Date(Date.now() + milliseconds) },
    });
    await installation.database.query(
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

describe("a stop reason that arises during a payment", () => {
  test.each([
    ["a debt", (tx: DatabaseTransaction) => oweIn(tx)],
    ["a ban", (tx: DatabaseTransaction) => disableIn(tx)],
  ])("coin selection waits for %s that is being written", async (_, write) => {
    const { id } = await installation.withdraw(userId, HALF);
    const begun = await installation.database.transaction(async (tx) => {
      await write(tx);
      const reserving = reserve(id);
      while (((await waitingForLocks(installation.database)) ?? 0) === 0) await sleep(5);
      return { reserving };
    });
    expect(await begun.reserving).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "in_review" });
    await cancel(id, userId);
    await repaid();
    await disable(false);
  });

  /** Records the debt as the watcher does, while holding the cursor's lock. */
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

test("a stopped payment that had two approvals needs two new ones", async () => {
  userId = await userWith(5n * 100_000_000n);
  const { id } = await installation.withdraw(userId, 5n * 100_000_000n);
  await approve(id, review.ann);
  await approve(id, review.bob);
  await disable();
  await installation.send();
  expect(await queue()).toMatchObject([{ id, approvals: [], approvalsRequired: 2 }]);
  await disable(false);
  await approve(id, review.bob);
  expect(await stateOf(id, userId)).toBe("in_review");
  await approve(id, review.ann);
  expect(await stateOf(id, userId)).toBe("approved");
  await cancel(id, userId);
});
