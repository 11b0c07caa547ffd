/**
 * Tests that an approval applies only to the approved details, and only while its author is an
 * administrator.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Installation } from "../testing/installation.ts";
import {
  FIVE,
  newAdministrator,
  ONE,
  reviewSteps,
  startReviewInstallation,
  type ReviewInstallation,
} from "../testing/review-installation.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";

let review: ReviewInstallation;
let installation: Installation;
let ann: string;
let bob: string;
beforeAll(async () => {
  review = await startReviewInstallation();
  ({ installation, ann, bob } = review);
}, 60_000);
afterAll(() => review.installation.close());

const { userWith, giveBack, queue, hashOf, approve, reject, cancel, stateOf } = reviewSteps(
  () => review,
);

test("a debtor's withdrawal can be rejected but not approved", async () => {
  const userId = await userWith(ONE);
  const { id } = await installation.withdraw(userId, ONE);
  const owes = () =>
    installation.database.query(
      "insert into wallet_debts (account, user_id, owed_sats) values ($1::uuid::text, $1::uuid, 5000)",
      [userId],
    );
  const repay = () =>
    installation.database.query("delete from wallet_debts where account = $1", [userId]);
  await owes();
  await expect(approve(id, ann)).rejects.toMatchObject({
    status: 409,
    code: "owner_owes",
    text: expect.stringContaining("0.00005000 BTC") as string,
  });
  expect(await stateOf(id, userId)).toBe("in_review");
  await repay();
  await approve(id, ann);
  expect(await stateOf(id, userId)).toBe("approved");
  await cancel(id, userId);
  const second = await installation.withdraw(userId, ONE);
  await owes();
  await reject(second.id, ann);
  await repay();
  await giveBack(userId);
});

describe("approval of a withdrawal", () => {
  test("is refused if the hash differs", async () => {
    const userId = await userWith(ONE);
    const { id } = await installation.withdraw(userId, ONE);
    await expect(approve(id, ann, "0".repeat(64))).rejects.toMatchObject({
      status: 409,
      code: "approval_stale",
    });
    await reject(id, ann);
    await giveBack(userId);
  });

  test.each([
    ["address", "'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk'"],
    ["fee_sats", "fee_sats - 1"],
    ["amount_sats", "amount_sats + 1"],
  ])("changing the withdrawal's %s voids the first approval", async (column, value) => {
    const userId = await userWith(FIVE);
    const { id } = await installation.withdraw(userId, FIVE);
    const approvalHash = await hashOf(id);
    await approve(id, ann, approvalHash);
    const before = await findWithdrawal(installation.database, id);
    await installation.database.query(
      `update wallet_withdrawals set ${column} = ${value} where id = $1`,
      [id],
    );
    await expect(approve(id, bob, approvalHash)).rejects.toMatchObject({ code: "approval_stale" });
    // Bob approves the current details. Ann's approval is void, because she approved different
    // details.
    await approve(id, bob);
    expect(await queue()).toMatchObject([{ id, approvals: [{ administratorId: bob }] }]);
    expect(await stateOf(id, userId)).toBe("in_review");
    await installation.database.query(
      "update wallet_withdrawals set address = $2, fee_sats = $3, amount_sats = $4 where id = $1",
      [id, before?.address, before?.feeSats, before?.amountSats],
    );
    await reject(id, ann);
    await giveBack(userId);
  });

  test.each([
    ["the address in the row", "update wallet_withdrawals set address = 'x' where id = $1"],
    [
      "an approval",
      "delete from wallet_approvals where withdrawal_id = $1 and administrator_id = $2",
    ],
    [
      "an approval to the requester's own",
      "update wallet_approvals set administrator_id = (select user_id from wallet_withdrawals where id = $1) where withdrawal_id = $1 and administrator_id = $2",
    ],
  ])("the signer refuses after a change of %s", async (_, sql) => {
    const userId = await userWith(FIVE);
    const { id } = await installation.withdraw(userId, FIVE);
    await approve(id, ann);
    await approve(id, bob);
    const before = await findWithdrawal(installation.database, id);
    await installation.database.query(sql, sql.includes("$2") ? [id, ann] : [id]);
    await expect(installation.send()).rejects.toThrow("failed, wdr_");
    expect(await findWithdrawal(installation.database, id)).toMatchObject({
      state: "reserved",
      txid: null,
    });
    await installation.database.query("update wallet_withdrawals set address = $2 where id = $1", [
      id,
      before?.address,
    ]);
    await cancel(id, userId);
    await giveBack(userId);
  });
});

describe("an approval by a former administrator", () => {
  test.each([
    ["demoted", "delete from users_roles where user_id = $1"],
    ["disabled", "update users_users set banned_until = now() + interval '1 year' where id = $1"],
    ["deleted", "update users_users set deleted_at = now() where id = $1"],
  ])("does not count if the administrator was %s", async (_, sql) => {
    const gone = await newAdministrator(installation);
    const userId = await userWith(FIVE);
    const { id } = await installation.withdraw(userId, FIVE);
    await approve(id, gone);
    await installation.database.query(sql, [gone]);
    expect(await queue()).toMatchObject([{ id, approvals: [] }]);
    await approve(id, ann);
    expect(await stateOf(id, userId)).toBe("in_review");
    await expect(approve(id, gone)).rejects.toMatchObject({ code: "not_admin" });
    await approve(id, bob);
    expect(await stateOf(id, userId)).toBe("approved");
    await cancel(id, userId);
    await giveBack(userId);
  });
});
