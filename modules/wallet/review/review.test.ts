/**
 * Tests large withdrawals on a real node: how many approvals they need, and how they are sent after
 * approval or returned after rejection.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAccounts } from "#api/payout-accounts";
import { balancesOf } from "#ledger";
import { asSuperuser } from "../../../test/support/servers/database.ts";
import { openPaymentsOf } from "../figures/payment-queues.ts";
import { movePayouts } from "../payouts/move-payouts.ts";
import type { Installation } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import {
  FIVE,
  newAdministrator,
  ONE,
  reviewSteps,
  startReviewInstallation,
  type ReviewInstallation,
} from "../testing/review-installation.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { withdrawalTerms } from "../withdrawals/withdrawal-terms.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { listWithdrawalQueue } from "./review-queue.ts";
import { lockToReject } from "./reviewed.ts";

let review: ReviewInstallation;
let installation: Installation;
let bank: string;
let ann: string;
let bob: string;
beforeAll(async () => {
  review = await startReviewInstallation();
  ({ installation, bank, ann, bob } = review);
}, 60_000);
afterAll(() => review.installation.close());

const { userWith, give, giveBack, queue, approve, reject, cancel, stateOf, messagesOf } =
  reviewSteps(() => review);

test("a withdrawal just below the limit is approved immediately", async () => {
  const userId = await userWith(ONE);
  const { id, state } = await installation.withdraw(userId, ONE - 1n);
  expect(state).toBe("approved");
  await cancel(id, userId);
  await giveBack(userId);
});

test("a withdrawal at the limit stays in Processing", async () => {
  const userId = await userWith(ONE);
  const { id, state, waitingReason } = await installation.withdraw(userId, ONE);
  expect(state).toBe("in_review");
  expect(waitingReason).toBe(
    "It is waiting for the approval of an administrator. You can still cancel it.",
  );
  await installation.send();
  await installation.watch();
  expect(await stateOf(id, userId)).toBe("in_review");
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: 0n,
    heldSats: ONE,
  });
  expect(await getTransaction(installation.wallet, { id })).toMatchObject({
    state: "processing",
    waitingReason,
    etaSeconds: null,
  });
  expect(await openPaymentsOf(installation.database, userId)).toBe(1);
  const [message] = await messagesOf(userId);
  expect(message).toMatchObject({ template: "withdrawal_in_review" });
  expect(message?.body).toContain("need approval");
  await cancel(id, userId);
  expect(await stateOf(id, userId)).toBe("cancelled");
  expect(await queue()).toEqual([]);
  await giveBack(userId);
});

test("a withdrawal of 1 BTC is sent after one approval", async () => {
  const userId = await userWith(ONE);
  const { id } = await installation.withdraw(userId, ONE);
  expect(await queue()).toMatchObject([{ id, earlierCount: 0, isNewAddress: true }]);
  await approve(id, ann);
  expect(await stateOf(id, userId)).toBe("approved");
  await installation.send();
  const row = await findWithdrawal(installation.database, id);
  expect(row?.txid).toMatch(/^[0-9a-f]{64}$/);
  expect(row?.minerFeeSats).toBeLessThanOrEqual(10_000n);
  await installation.mine(6);
  expect(await stateOf(id, userId)).toBe("completed");
  expect((await queue("reviewed")).find((one) => one.id === id)).toMatchObject({
    state: "completed",
    approvals: [{ administratorId: ann }],
  });
  await give(bank, userId, ONE);
  const again = await installation.withdraw(userId, ONE);
  expect(await queue()).toMatchObject([{ id: again.id, earlierCount: 1, isNewAddress: false }]);
  await cancel(again.id, userId);
  await giveBack(userId);
});

test("a withdrawal of 5 BTC needs approvals by two administrators", async () => {
  const userId = await userWith(FIVE);
  const { id } = await installation.withdraw(userId, FIVE);
  await approve(id, ann);
  await expect(approve(id, ann)).rejects.toMatchObject({ status: 409, code: "already_approved" });
  expect(await queue()).toMatchObject([
    { id, approvalsRequired: 2, approvals: [{ administratorId: ann }] },
  ]);
  await installation.send();
  expect(await stateOf(id, userId)).toBe("in_review");
  await approve(id, bob);
  await installation.send();
  await installation.mine(6);
  expect(await stateOf(id, userId)).toBe("completed");
  await expect(approve(id, bob)).rejects.toMatchObject({ code: "withdrawal_decided" });
});

test("a raised limit does not apply to the administrator who raised it", async () => {
  const administrator = await newAdministrator(installation);
  const other = await userWith(ONE);
  await give(bank, administrator, ONE);
  const raise = (one: string) => postLimits(installation.wallet, "review", { one }, administrator);
  await raise("2");
  await raise("3");
  const own = await installation.withdraw(administrator, ONE);
  expect(own.state).toBe("in_review");
  const terms = { userId: administrator, email: "a@b.example" };
  expect(await withdrawalTerms(installation.wallet, terms)).toMatchObject({ reviewSats: ONE });
  const others = await installation.withdraw(other, ONE);
  expect(others.state).toBe("approved");
  await cancel(own.id, administrator);
  await cancel(others.id, other);
  await postLimits(installation.wallet, "review", { one: "1" });
  for (const userId of [administrator, other]) await giveBack(userId);
});

test("administrators cannot decide their own withdrawals", async () => {
  const own = await newAdministrator(installation);
  await give(bank, own, ONE);
  const { id } = await installation.withdraw(own, ONE);
  const refused = { status: 403, code: "own_withdrawal" };
  await expect(approve(id, own)).rejects.toMatchObject(refused);
  await expect(reject(id, own)).rejects.toMatchObject(refused);
  const somebody = await installation.newUser();
  await expect(approve(id, somebody)).rejects.toMatchObject({ code: "not_admin" });
  await expect(reject(id, somebody)).rejects.toMatchObject({ code: "not_admin" });
  await reject(id, ann);
  await giveBack(own);
});

test("an unknown withdrawal returns 404, even before the chain is read", async () => {
  const id = `wdr_${"0".repeat(32)}`;
  const missing = { status: 404, code: "withdrawal_not_found" };
  await expect(approve(id, ann)).rejects.toMatchObject(missing);
  await expect(reject(id, ann)).rejects.toMatchObject(missing);
  const rejectedUnread = asSuperuser(installation.database, (superuser) =>
    superuser.transaction(async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query("delete from wallet_cursor");
      await lockToReject(tx, id, installation.wallet.openedAt);
    }),
  );
  await expect(rejectedUnread).rejects.toMatchObject(missing);
});

describe("a rejected withdrawal", () => {
  test("returns the money once", async () => {
    const userId = await userWith(FIVE);
    const { id } = await installation.withdraw(userId, FIVE);
    await approve(id, bob);
    await reject(id, ann, "The address is on a list");
    const back = { availableSats: FIVE, heldSats: 0n };
    expect(await balancesOf(installation.database, userId)).toMatchObject(back);
    await expect(reject(id, ann)).rejects.toMatchObject({ code: "withdrawal_decided" });
    await expect(approve(id, bob)).rejects.toMatchObject({ code: "withdrawal_decided" });
    await expect(cancel(id, userId)).rejects.toMatchObject({ status: 409 });
    expect(await balancesOf(installation.database, userId)).toMatchObject(back);
    const [message] = await messagesOf(userId);
    expect(message).toMatchObject({ template: "withdrawal_rejected" });
    expect(message?.body).toContain("The address is on a list");
    expect(await getTransaction(installation.wallet, { id })).toMatchObject({
      state: "rejected",
      rejectedReason: "The address is on a list",
    });
    await giveBack(userId);
  });
});

describe("simulated payouts", () => {
  const bankTransfer = { method: "bank" as const, account: testAccounts.bank };

  test("wait for approval before their schedule starts", async () => {
    const userId = await userWith(ONE);
    const { id, state } = await installation.withdraw(userId, ONE, bankTransfer);
    expect(state).toBe("in_review");
    expect(await getTransaction(installation.wallet, { id })).toMatchObject({
      state: "processing",
      etaSeconds: null,
      simulated: { state: "in_review" },
    });
    expect(await openPaymentsOf(installation.database, userId)).toBe(1);
    await approve(id, ann);
    const [row] = await installation.database.query<{ seconds: number }>(
      `select extract(epoch from next_at - decided_at)::int as seconds from wallet_simulated_payouts where id = $1`,
      [id],
    );
    expect(row?.seconds).toBe(20);
    const later = { now: () => new Date(Date.now() + 61_000) };
    await movePayouts({ ...installation.wallet, clock: later }, new AbortController().signal);
    expect(await stateOf(id, userId)).toBe("completed");
  });

  test("are stopped if they differ from the approved details", async () => {
    const userId = await userWith(ONE);
    const { id } = await installation.withdraw(userId, ONE, bankTransfer);
    await approve(id, ann);
    const set = "update wallet_simulated_payouts set fee_sats = fee_sats";
    await installation.database.query(`${set} + 1 where id = $1`, [id]);
    const later = { now: () => new Date(Date.now() + 61_000) };
    await movePayouts({ ...installation.wallet, clock: later }, new AbortController().signal);
    expect(await stateOf(id, userId)).toBe("requested");
    await installation.database.query(`${set} - 1 where id = $1`, [id]);
    await cancel(id, userId);
    await giveBack(userId);
  });

  test("return the money when rejected or cancelled", async () => {
    const userId = await userWith(ONE);
    const first = await installation.withdraw(userId, ONE, bankTransfer);
    await reject(first.id, bob, "Wrong day");
    expect(await getTransaction(installation.wallet, { id: first.id })).toMatchObject({
      state: "rejected",
      rejectedReason: "Wrong day",
    });
    const second = await installation.withdraw(userId, ONE, bankTransfer);
    await cancel(second.id, userId);
    expect(await balancesOf(installation.database, userId)).toMatchObject({
      availableSats: ONE,
      heldSats: 0n,
    });
    await giveBack(userId);
  });
});

test("pages of the queue list both kinds of withdrawal, oldest first", async () => {
  const userId = await userWith(3n * ONE);
  const ids: string[] = [];
  for (const options of [{}, { method: "bank" as const, account: testAccounts.bank }, {}])
    ids.push((await installation.withdraw(userId, ONE, options)).id);
  const listedIds: string[] = [];
  let cursor: string | undefined;
  do {
    const request = { filter: "waiting" as const, cursor, limit: 1, now: new Date() };
    const page = await listWithdrawalQueue(installation.database, request);
    listedIds.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(listedIds).toEqual(ids);
  await expect(
    listWithdrawalQueue(installation.database, {
      filter: "all",
      cursor: "'; drop",
      limit: 1,
      now: new Date(),
    }),
  ).rejects.toMatchObject({ status: 400 });
  for (const id of ids) await cancel(id, userId);
  await giveBack(userId);
});
