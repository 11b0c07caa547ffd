/** Large withdrawals on a real node: who has to approve what, what voids an approval, and that the money ends in one place. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAccounts } from "#api-schema/payout-accounts";
import { balancesOf, postAll, userAccount, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { cancelWithdrawal } from "../cancel-withdrawal.ts";
import { currentDepositAddress } from "../deposit-address.ts";
import { getTransaction } from "../get-transaction.ts";
import { getWithdrawal } from "../lists.ts";
import { openPaymentsOf } from "../payment-queues.ts";
import { movePayouts } from "../payouts/move-payouts.ts";
import { startFloor, type Floor } from "../testing/floor.ts";
import { findWithdrawal } from "../withdrawals-table.ts";
import { approveWithdrawal, rejectWithdrawal } from "./decide-withdrawal.ts";
import { listWithdrawalQueue } from "./review-queue.ts";
import { approvalsRequiredFor, isApprovedBy } from "./review-rules.ts";

const BTC = 100_000_000n;
const ONE = BTC;
const FIVE = 5n * BTC;

let floor: Floor;
let bank: string;
let ann: string;
let bob: string;

beforeAll(async () => {
  floor = await startFloor();
  bank = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId: bank });
  // The outside wallet's own coins mature first.
  await floor.mine(100);
  await floor.payFromOutside(address, 45n * BTC);
  await floor.mine(8);
  ann = await newAdministrator();
  bob = await newAdministrator();
}, 60_000);
afterAll(() => floor.close());

async function newAdministrator(): Promise<string> {
  const userId = await floor.newUser();
  await floor.database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [userId],
  );
  return userId;
}

async function userWith(amount: bigint): Promise<string> {
  const userId = await floor.newUser();
  await give(bank, userId, amount);
  return userId;
}

async function give(from: string, to: string, amount: bigint): Promise<void> {
  const debit = userAccount(from, "available", "BTC");
  const credit = userAccount(to, "available", "BTC");
  await floor.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );
}

/** Everything of that user back to the bank, so that the next test finds it. */
async function giveBack(userId: string): Promise<void> {
  const { availableSats } = await balancesOf(floor.database, userId);
  if (availableSats > 0n) await give(userId, bank, availableSats);
}

const record = async () => undefined;
const queue = async (filter: "waiting" | "reviewed" | "all" = "waiting") =>
  (
    await listWithdrawalQueue(floor.database, {
      filter,
      cursor: undefined,
      limit: 100,
      now: new Date(),
    })
  ).items;
const hashOf = async (id: string) =>
  (await queue("all")).find((one) => one.id === id)?.approvalHash ?? "none";
const approve = async (id: string, administratorId: string, approvalHash?: string) =>
  approveWithdrawal(floor.wallet, {
    withdrawalId: id,
    administratorId,
    approvalHash: approvalHash ?? (await hashOf(id)),
    record,
  });
const reject = (id: string, administratorId: string, reason = "not today") =>
  rejectWithdrawal(floor.wallet, { withdrawalId: id, administratorId, reason, record });
const cancel = (id: string, userId: string) =>
  cancelWithdrawal(floor.wallet, { userId, withdrawalId: id });
const stateOf = async (id: string, userId: string) =>
  (await getWithdrawal(floor.wallet, { userId, withdrawalId: id })).state;
const lettersOf = (userId: string) =>
  floor.database.query<{ template: string; body: string }>(
    "select template, body from notifications_letters where user_id = $1 order by id desc",
    [userId],
  );

describe("the rules", () => {
  const limits = { reviewSats: ONE, secondPersonSats: FIVE };

  test.each([
    [ONE - 1n, 0],
    [ONE, 1],
    [FIVE - 1n, 1],
    [FIVE, 2],
  ])("%i satoshis need %i administrators", (amountSats, approvals) => {
    expect(approvalsRequiredFor(amountSats, limits)).toBe(approvals);
  });

  test("only different people count, never the requester, and only for what was approved", () => {
    const by = (administratorId: string, approvalHash = "a") => ({
      administratorId,
      approvalHash,
      approvedAt: new Date(0),
    });
    const large = { userId: "u", approvalsRequired: 2, approvalHash: "a" };
    expect(isApprovedBy(large, [by("1"), by("2")])).toBe(true);
    expect(isApprovedBy(large, [by("1"), by("1")])).toBe(false);
    expect(isApprovedBy(large, [by("1"), by("u")])).toBe(false);
    expect(isApprovedBy(large, [by("1"), by("2", "b")])).toBe(false);
    expect(isApprovedBy({ ...large, approvalHash: null }, [])).toBe(false);
    expect(isApprovedBy({ ...large, approvalsRequired: 0 }, [])).toBe(true);
  });
});

test("just below the limit it goes at once", async () => {
  const userId = await userWith(ONE);
  const { id, state } = await floor.withdraw(userId, ONE - 1n);
  expect(state).toBe("approved");
  await cancel(id, userId);
  await giveBack(userId);
});

test("from the limit on it waits, held and tracked as Processing, and the sender leaves it alone", async () => {
  const userId = await userWith(ONE);
  const { id, state, waitingReason } = await floor.withdraw(userId, ONE);
  expect(state).toBe("in_review");
  expect(waitingReason).toBe(
    "It is waiting for the approval of an administrator. You can still cancel it.",
  );
  await floor.send();
  await floor.watch();
  expect(await stateOf(id, userId)).toBe("in_review");
  expect(await balancesOf(floor.database, userId)).toMatchObject({
    availableSats: 0n,
    heldSats: ONE,
  });
  expect(await getTransaction(floor.wallet, { id })).toMatchObject({
    state: "processing",
    waitingReason,
    etaSeconds: null,
  });
  expect(await openPaymentsOf(floor.database, userId)).toBe(1);
  const [letter] = await lettersOf(userId);
  expect(letter).toMatchObject({ template: "withdrawal_in_review" });
  expect(letter?.body).toContain("waits for approval");
  await cancel(id, userId);
  expect(await stateOf(id, userId)).toBe("cancelled");
  expect(await queue()).toEqual([]);
  await giveBack(userId);
});

test("one approval sends 1 BTC to the chain, at no more than the approved fee", async () => {
  const userId = await userWith(ONE);
  const { id } = await floor.withdraw(userId, ONE);
  await approve(id, ann);
  expect(await stateOf(id, userId)).toBe("approved");
  await floor.send();
  const row = await findWithdrawal(floor.database, id);
  expect(row?.txid).toMatch(/^[0-9a-f]{64}$/);
  expect(row?.minerFeeSats).toBeLessThanOrEqual(10_000n);
  await floor.mine(6);
  expect(await stateOf(id, userId)).toBe("completed");
  expect((await queue("reviewed")).find((one) => one.id === id)).toMatchObject({
    state: "completed",
    approvals: [{ administratorId: ann }],
  });
});

test("5 BTC need two different administrators, and the queue says who approved", async () => {
  const userId = await userWith(FIVE);
  const { id } = await floor.withdraw(userId, FIVE);
  await approve(id, ann);
  await expect(approve(id, ann)).rejects.toMatchObject({ status: 409, code: "already_approved" });
  expect(await queue()).toMatchObject([
    { id, approvalsRequired: 2, approvals: [{ administratorId: ann }] },
  ]);
  await floor.send();
  expect(await stateOf(id, userId)).toBe("in_review");
  await approve(id, bob);
  await floor.send();
  await floor.mine(6);
  expect(await stateOf(id, userId)).toBe("completed");
  await expect(approve(id, bob)).rejects.toMatchObject({ code: "withdrawal_decided" });
});

test("nobody decides over his own, also as administrator; who is none decides nothing", async () => {
  const own = await newAdministrator();
  await give(bank, own, ONE);
  const { id } = await floor.withdraw(own, ONE);
  const refused = { status: 403, code: "own_withdrawal" };
  await expect(approve(id, own)).rejects.toMatchObject(refused);
  await expect(reject(id, own)).rejects.toMatchObject(refused);
  const somebody = await floor.newUser();
  await expect(approve(id, somebody)).rejects.toMatchObject({ code: "not_admin" });
  await expect(reject(id, somebody)).rejects.toMatchObject({ code: "not_admin" });
  await expect(approve(`wdr_${"0".repeat(32)}`, ann)).rejects.toMatchObject({ status: 404 });
  await reject(id, ann);
  await giveBack(own);
});

describe("what was approved", () => {
  test("is named by its hash: another one is refused", async () => {
    const userId = await userWith(ONE);
    const { id } = await floor.withdraw(userId, ONE);
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
  ])("a change of %s voids it before the second approval", async (column, value) => {
    const userId = await userWith(FIVE);
    const { id } = await floor.withdraw(userId, FIVE);
    const seen = await hashOf(id);
    await approve(id, ann, seen);
    const before = await findWithdrawal(floor.database, id);
    await floor.database.query(`update wallet_withdrawals set ${column} = ${value} where id = $1`, [
      id,
    ]);
    await expect(approve(id, bob, seen)).rejects.toMatchObject({ code: "approval_stale" });
    // Bob approves what it is now; what Ann approved was something else and does not count.
    await approve(id, bob);
    expect(await queue()).toMatchObject([{ id, approvals: [{ administratorId: bob }] }]);
    expect(await stateOf(id, userId)).toBe("in_review");
    await floor.database.query(
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
      "an approval into the requester's own",
      "update wallet_approvals set administrator_id = (select user_id from wallet_withdrawals where id = $1) where withdrawal_id = $1 and administrator_id = $2",
    ],
  ])(
    "is what the signer asks for: without it, after a change of %s, nothing is signed",
    async (_, sql) => {
      const userId = await userWith(FIVE);
      const { id } = await floor.withdraw(userId, FIVE);
      await approve(id, ann);
      await approve(id, bob);
      const before = await findWithdrawal(floor.database, id);
      await floor.database.query(sql, sql.includes("$2") ? [id, ann] : [id]);
      await floor.send();
      expect(await findWithdrawal(floor.database, id)).toMatchObject({
        state: "reserved",
        txid: null,
      });
      await floor.database.query("update wallet_withdrawals set address = $2 where id = $1", [
        id,
        before?.address,
      ]);
      await cancel(id, userId);
      await giveBack(userId);
    },
  );
});

describe("rejected", () => {
  test("the money is back once, and the user reads why", async () => {
    const userId = await userWith(FIVE);
    const { id } = await floor.withdraw(userId, FIVE);
    await approve(id, bob);
    await reject(id, ann, "The address is on a list");
    const back = { availableSats: FIVE, heldSats: 0n };
    expect(await balancesOf(floor.database, userId)).toMatchObject(back);
    await expect(reject(id, ann)).rejects.toMatchObject({ code: "withdrawal_decided" });
    await expect(approve(id, bob)).rejects.toMatchObject({ code: "withdrawal_decided" });
    await expect(cancel(id, userId)).rejects.toMatchObject({ status: 409 });
    expect(await balancesOf(floor.database, userId)).toMatchObject(back);
    const [letter] = await lettersOf(userId);
    expect(letter).toMatchObject({ template: "withdrawal_rejected" });
    expect(letter?.body).toContain("The address is on a list");
    expect(await getTransaction(floor.wallet, { id })).toMatchObject({
      state: "rejected",
      rejectedReason: "The address is on a list",
    });
    await giveBack(userId);
  });
});

describe("who is no administrator any more", () => {
  test.each([
    ["demoted", "delete from users_roles where user_id = $1"],
    ["disabled", "update users_users set banned_until = now() + interval '1 year' where id = $1"],
    ["deleted", "update users_users set deleted_at = now() where id = $1"],
  ])("%s between the two approvals: the first does not count", async (_, sql) => {
    const gone = await newAdministrator();
    const userId = await userWith(FIVE);
    const { id } = await floor.withdraw(userId, FIVE);
    await approve(id, gone);
    await floor.database.query(sql, [gone]);
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

describe("at once", () => {
  const ROUNDS = 8;

  test("two administrators reject: one does, and the money is back once", async () => {
    const userId = await userWith(ONE);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await floor.withdraw(userId, ONE);
      const results = await Promise.allSettled([reject(id, ann), reject(id, bob)]);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await balancesOf(floor.database, userId)).availableSats).toBe(ONE);
    }
    await giveBack(userId);
  });

  test("one approves, one rejects, the owner cancels: one outcome", async () => {
    const userId = await userWith(ONE);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await floor.withdraw(userId, ONE);
      const approvalHash = await hashOf(id);
      const results = await Promise.allSettled([
        approve(id, ann, approvalHash),
        reject(id, bob),
        cancel(id, userId),
      ]);
      const won = results.map(({ status }) => status === "fulfilled");
      // Who approved first can still be overtaken by the owner, who may cancel until it is signed.
      expect(won.filter(Boolean).length).toBe(won[0] && won[2] ? 2 : 1);
      const expected = won[2] ? "cancelled" : won[1] ? "rejected" : "approved";
      expect(await stateOf(id, userId)).toBe(expected);
      if (expected === "approved") await cancel(id, userId);
      expect((await balancesOf(floor.database, userId)).availableSats).toBe(ONE);
    }
    await giveBack(userId);
  });

  test("the same administrator in two tabs counts once", async () => {
    const userId = await userWith(FIVE);
    const { id } = await floor.withdraw(userId, FIVE);
    const approvalHash = await hashOf(id);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => approve(id, ann, approvalHash)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stateOf(id, userId)).toBe("in_review");
    await reject(id, bob);
    await giveBack(userId);
  });
});

describe("simulated", () => {
  const bankTransfer = { method: "bank" as const, account: testAccounts.bank };

  test("it waits too; its posted times begin with the approval", async () => {
    const userId = await userWith(ONE);
    const { id, state } = await floor.withdraw(userId, ONE, bankTransfer);
    expect(state).toBe("in_review");
    expect(await getTransaction(floor.wallet, { id })).toMatchObject({
      state: "processing",
      etaSeconds: null,
      simulated: { state: "in_review" },
    });
    expect(await openPaymentsOf(floor.database, userId)).toBe(1);
    await approve(id, ann);
    const [row] = await floor.database.query<{ seconds: number }>(
      `select extract(epoch from next_at - decided_at)::int as seconds from wallet_simulated_payouts where id = $1`,
      [id],
    );
    expect(row?.seconds).toBe(20);
    const later = { now: () => new Date(Date.now() + 61_000) };
    await movePayouts({ ...floor.wallet, clock: later }, new AbortController().signal);
    expect(await stateOf(id, userId)).toBe("completed");
  });

  test("what was approved is what is paid: a changed row stands still", async () => {
    const userId = await userWith(ONE);
    const { id } = await floor.withdraw(userId, ONE, bankTransfer);
    await approve(id, ann);
    const set = "update wallet_simulated_payouts set fee_sats = fee_sats";
    await floor.database.query(`${set} + 1 where id = $1`, [id]);
    const later = { now: () => new Date(Date.now() + 61_000) };
    await movePayouts({ ...floor.wallet, clock: later }, new AbortController().signal);
    expect(await stateOf(id, userId)).toBe("requested");
    await floor.database.query(`${set} - 1 where id = $1`, [id]);
    await cancel(id, userId);
    await giveBack(userId);
  });

  test("rejected or cancelled, the money is back", async () => {
    const userId = await userWith(ONE);
    const first = await floor.withdraw(userId, ONE, bankTransfer);
    await reject(first.id, bob, "Wrong day");
    expect(await getTransaction(floor.wallet, { id: first.id })).toMatchObject({
      state: "rejected",
      rejectedReason: "Wrong day",
    });
    const second = await floor.withdraw(userId, ONE, bankTransfer);
    await cancel(second.id, userId);
    expect(await balancesOf(floor.database, userId)).toMatchObject({
      availableSats: ONE,
      heldSats: 0n,
    });
    await giveBack(userId);
  });
});

test("pages of the queue are whole, oldest first, both kinds in one order", async () => {
  const userId = await userWith(3n * ONE);
  const ids: string[] = [];
  for (const options of [{}, { method: "bank" as const, account: testAccounts.bank }, {}])
    ids.push((await floor.withdraw(userId, ONE, options)).id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const request = { filter: "waiting" as const, cursor, limit: 1, now: new Date() };
    const page = await listWithdrawalQueue(floor.database, request);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(ids);
  await expect(
    listWithdrawalQueue(floor.database, {
      filter: "all",
      cursor: "'; drop",
      limit: 1,
      now: new Date(),
    }),
  ).rejects.toMatchObject({ status: 400 });
  for (const id of ids) await cancel(id, userId);
  await giveBack(userId);
});

test("whatever people press in whatever order, each hold ends once", async () => {
  const userId = await userWith(FIVE);
  const press = fc.constantFrom("ann", "bob", "reject", "cancel", "stale", "owner");
  const act = async (id: string, what: string, hash: string): Promise<void> => {
    if (what === "ann") await approve(id, ann, hash);
    if (what === "bob") await approve(id, bob, hash);
    if (what === "reject") await reject(id, bob);
    if (what === "cancel") await cancel(id, userId);
    if (what === "stale") await approve(id, ann, "f".repeat(64));
    if (what === "owner") await approve(id, userId, hash);
  };
  const property = fc.asyncProperty(
    fc.array(fc.array(press, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(ONE, FIVE),
    fc.boolean(),
    async (rounds, amountSats, isSimulated) => {
      const options = isSimulated ? { method: "bank" as const, account: testAccounts.bank } : {};
      const { id } = await floor.withdraw(userId, amountSats, options);
      const hash = await hashOf(id);
      for (const together of rounds)
        await Promise.allSettled(together.map((what) => act(id, what, hash)));
      const state = await stateOf(id, userId);
      const { availableSats, heldSats } = await balancesOf(floor.database, userId);
      const isOver = state === "rejected" || state === "cancelled";
      expect([availableSats, heldSats]).toEqual(
        isOver ? [FIVE, 0n] : [FIVE - amountSats, amountSats],
      );
      if (!isOver) await cancel(id, userId);
      expect((await balancesOf(floor.database, userId)).availableSats).toBe(FIVE);
    },
  );
  await fc.assert(property, { numRuns: 40 });
  expect(await verifyLedger(floor.database)).toEqual([]);
  await giveBack(userId);
}, 60_000);
