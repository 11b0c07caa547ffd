/**
 * Tests administrators' decisions about withdrawals: permissions, the information that the queue
 * shows before a decision, and audit entries.
 */
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminApprovalsRoutes } from "#admin";
import type { Caller } from "#api/route";
import {
  accountBalance,
  balancesOf,
  houseAccount,
  postAll,
  userAccount,
  verifyLedger,
} from "#ledger";
import { derivedUuid, newId, newUuid } from "#platform";
import {
  payInto,
  proving,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { joinedProgram } from "../../../test/support/servers/joined-programs.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { verifyAudit } from "../../audit/verify-audit.ts";
import type { DecisionOrder } from "../testing/run-decision.ts";

const ONE = 100_000_000n;

let office: BackOffice;
let ann: Caller;
let bob: Caller;
let userId: string;
beforeAll(async () => {
  office = await startBackOffice();
  await payInto(office.deps, houseAccount("treasury", "BTC"), 50n * ONE);
  await office.deps.database.query(
    `insert into wallet_cursor (network, height, hash, unexplained_sats, followed_at)
     values ('regtest', 1, 'a hash', 0, now())`,
  );
});
beforeEach(async () => {
  ann = await newAdministrator();
  bob = await newAdministrator();
  ({ userId } = await signUp(office.server));
  await office.pay(userId, ONE);
});
afterAll(() => office.close());

const newAdministrator = async () => proving(office.server, await office.newAdministrator());
const routes = () => adminApprovalsRoutes(office.deps);
const queue = async (caller: Caller, filter: "waiting" | "reviewed" | "all" = "waiting") =>
  (
    await routes().listWithdrawalQueue({
      ...plainRequest,
      caller,
      query: { filter, limit: 100 },
    })
  ).items;
const find = async (caller: Caller, id: string, filter: "waiting" | "reviewed" = "waiting") =>
  (await queue(caller, filter)).find((one) => one.id === id);
const approve = async (caller: Caller, id: string, approvalHash?: string) =>
  routes().approveWithdrawal({
    ...plainRequest,
    caller,
    params: { withdrawalId: id },
    body: { approvalHash: approvalHash ?? (await find(ann, id))?.approvalHash ?? "" },
  });
const reject = (caller: Caller, id: string, reason = "not so") =>
  routes().rejectWithdrawal({
    ...plainRequest,
    caller,
    params: { withdrawalId: id },
    body: { reason },
  });

/** Inserts a withdrawal and its hold, as the withdrawal form would. */
async function ask(approvalsRequired = 1, owner = userId): Promise<string> {
  const id = newId("wdr", office.server.clock.now());
  const seed = id.slice("wdr_".length);
  const fee = 10_000n;
  await office.deps.database.transaction(async (tx) => {
    await tx.query(
      `insert into wallet_withdrawals (id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats,
         state, requested_at, approvals_required)
       values ($1, 'user', $2, 'wallet', 'regtest', 'bcrt1qtest', '00', $3, $4, 'in_review', now(), $5)`,
      [id, owner, ONE, fee, approvalsRequired],
    );
    const hold = {
      debit: userAccount(owner, "available", "BTC"),
      credit: userAccount(owner, "held", "BTC"),
      code: "withdrawal_hold",
      kind: "pending",
      cause: id,
    } as const;
    await postAll(tx, [
      { ...hold, id: derivedUuid(seed, "hold-payout"), amount: ONE - fee },
      { ...hold, id: derivedUuid(seed, "hold-fee"), amount: fee },
    ]);
  });
  return id;
}

describe("the withdrawal queue", () => {
  test("the withdrawal queue shows the reasons that prevent a decision", async () => {
    const id = await ask(2);
    expect(await find(ann, id)).toMatchObject({
      userId,
      hasSecondFactor: false,
      method: "wallet",
      address: "bcrt1qtest",
      amountSats: ONE,
      feeSats: 10_000n,
      receivedSats: ONE - 10_000n,
      approvalsRequired: 2,
      approvals: [],
      obstacle: null,
    });
    expect(await find({ ...ann, aal: "aal1" }, id)).toMatchObject({
      obstacle: "second_factor_required",
    });
    await approve(ann, id);
    expect(await find(ann, id)).toMatchObject({ obstacle: "already_approved" });
    expect(await find(bob, id)).toMatchObject({
      obstacle: null,
      approvals: [{ administratorId: ann.userId, email: ann.email }],
    });
    expect(await approve(bob, id)).toEqual({ isReleased: true });
    expect(await find(bob, id)).toBeUndefined();
    expect(await find(bob, id, "reviewed")).toMatchObject({ state: "approved" });
    const own = await newAdministrator();
    await office.pay(own.userId, ONE);
    expect(await find(own, await ask(1, own.userId))).toMatchObject({ obstacle: "own" });
  });
});

test("deciding requires two-factor authentication", async () => {
  const id = await ask();
  const refused = {
    status: 403,
    code: "second_factor_required",
    title: "Two-factor authentication needed",
  };
  await expect(approve({ ...ann, aal: "aal1" }, id)).rejects.toMatchObject(refused);
  await expect(reject({ ...ann, aal: "aal1" }, id)).rejects.toMatchObject(refused);
  expect(await find(ann, id)).toMatchObject({ state: "in_review", approvals: [] });
});

test.each([
  ["is in the waiting period", false, "authority_waiting"],
  ["is not confirmed", true, "authority_unconfirmed"],
])("an administrator who %s cannot approve but can reject", async (...one) => {
  const [, needsConfirmation, code] = one;
  const id = await ask();
  const fresh = await newAdministrator();
  await office.deps.database.query(
    "update users_roles set granted_at = $2, granted_by = $3, needs_confirmation = $4 where user_id = $1",
    [fresh.userId, office.deps.clock.now(), ann.userId, needsConfirmation],
  );
  expect(await find(fresh, id)).toMatchObject({ obstacle: code });
  await expect(approve(fresh, id)).rejects.toMatchObject({ status: 403, code });
  expect(await find(ann, id)).toMatchObject({ state: "in_review", approvals: [] });
  await reject(fresh, id);
  expect(await find(ann, id, "reviewed")).toMatchObject({ state: "rejected" });
});

test("a disabled or demoted administrator cannot decide", async () => {
  const id = await ask();
  const gone = await newAdministrator();
  await office.deps.database.query("delete from users_roles where user_id = $1", [gone.userId]);
  await expect(approve(gone, id)).rejects.toMatchObject({ status: 403, code: "not_admin" });
  const disabled = await newAdministrator();
  await office.deps.database.query(
    "update users_users set banned_until = now() + interval '1 year' where id = $1",
    [disabled.userId],
  );
  await expect(reject(disabled, id)).rejects.toMatchObject({ status: 403, code: "not_admin" });
});

test("every decision is logged with the approved hash", async () => {
  const id = await ask(2);
  const approvalHash = (await find(ann, id))?.approvalHash;
  await approve(ann, id);
  await expect(approve(ann, id, approvalHash)).rejects.toMatchObject({ status: 409 });
  await approve(bob, id);
  const other = await signUp(office.server);
  await office.pay(other.userId, ONE);
  const second = await ask(1, other.userId);
  await reject(bob, second, "an odd address");
  const sums = { amountSats: Number(ONE), feeSats: 10_000, approvalsRequired: 2, approvalHash };
  expect((await office.audit(ann)).slice(0, 3)).toMatchObject([
    {
      action: "withdrawal.reject",
      actorId: bob.userId,
      targetId: other.userId,
      reason: "an odd address",
      after: { withdrawal: second },
    },
    { action: "withdrawal.approve", actorId: bob.userId, after: { approvals: 2, ...sums } },
    {
      action: "withdrawal.approve",
      actorId: ann.userId,
      targetId: userId,
      reason: null,
      after: { withdrawal: id, approvals: 1, ...sums },
    },
  ]);
  expect(JSON.stringify(await office.audit(ann))).not.toContain("bcrt1qtest");
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
});

describe("a decision by a killed process", () => {
  const SCRIPT = joinedProgram("modules/admin/testing/run-decision.ts");

  /**
   * Runs a decision in a separate process. Returns the exit code, which is 1 if the withdrawal was
   * already decided.
   */
  function decide(order: Omit<DecisionOrder, "databaseUrl">, failpoints: string) {
    const databaseUrl = office.server.databaseUrl;
    const cpfp = fork(SCRIPT, [JSON.stringify({ ...order, databaseUrl })], {
      execArgv: [],
      env: { ...process.env, FAILPOINTS: failpoints, NODE_NO_WARNINGS: "1" },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    return new Promise<NodeJS.Signals | number | null>((resolve) =>
      cpfp.once("exit", (code, signal) => resolve(signal ?? code)),
    );
  }

  const entries = async () => (await office.audit(ann)).length;

  test.each([
    ["approving", 0],
    ["approved", 1],
  ])("an approval killed at %s takes effect completely or not at all", async (at, changes) => {
    const id = await ask();
    const approvalHash = (await find(ann, id))?.approvalHash ?? "";
    const before = await entries();
    const order = { what: "approve withdrawal", id, approvalHash, caller: ann } as const;
    expect(await decide(order, `admin.withdrawal.${at}`)).toBe("SIGKILL");
    expect(await entries()).toBe(before + changes);
    expect((await find(ann, id, "reviewed"))?.approvals.length ?? 0).toBe(changes);
    expect(await decide(order, "")).toBe(changes);
    expect(await find(ann, id, "reviewed")).toMatchObject({
      state: "approved",
      approvals: [{ administratorId: ann.userId }],
    });
    await expect(approve(ann, id, approvalHash)).rejects.toMatchObject({
      code: "withdrawal_decided",
    });
    expect(await entries()).toBe(before + 1);
  });

  test.each([
    ["rejecting", 0],
    ["rejected", 1],
  ])(
    "after a rejection killed at %s, the money is returned once or still held",
    async (at, changes) => {
      const id = await ask();
      const before = await entries();
      const order = { what: "reject withdrawal", id, approvalHash: "", caller: ann } as const;
      expect(await decide(order, `admin.withdrawal.${at}`)).toBe("SIGKILL");
      expect(await entries()).toBe(before + changes);
      const { heldSats } = await balancesOf(office.deps.database, userId);
      expect(heldSats).toBe(changes === 0 ? ONE : 0n);
      const [repeated] = await Promise.allSettled([reject(ann, id)]);
      expect(repeated.status).toBe(changes === 0 ? "fulfilled" : "rejected");
      expect(await balancesOf(office.deps.database, userId)).toMatchObject({
        availableSats: ONE,
        heldSats: 0n,
      });
      await expect(reject(ann, id)).rejects.toMatchObject({ code: "withdrawal_decided" });
      expect(await entries()).toBe(before + 1);
      expect(await verifyLedger(office.deps.database)).toEqual([]);
    },
  );

  test.each([
    ["approving", 0],
    ["approved", 1],
  ])("a correction whose approval was killed at %s is posted at most once", async (at, changes) => {
    const key = newUuid();
    const { id, approvalHash } = await routes().proposeAdjustment({
      ...plainRequest,
      caller: ann,
      body: { userId, amountSats: 5n, reason: "a test" },
      idempotency: { userId: ann.userId, route: "proposeAdjustment", key, requestHash: "x" },
    });
    const before = await entries();
    const treasury = houseAccount("treasury", "BTC");
    const had = await accountBalance(office.deps.database, treasury);
    const order = { what: "approve adjustment", id, approvalHash, caller: bob } as const;
    expect(await decide(order, `admin.adjustment.${at}`)).toBe("SIGKILL");
    expect(await entries()).toBe(before + changes);
    expect(await accountBalance(office.deps.database, treasury)).toBe(had - BigInt(changes) * 5n);
    const params = { adjustmentId: id };
    const body = { approvalHash };
    const [repeated] = await Promise.allSettled([
      routes().approveAdjustment({ ...plainRequest, caller: bob, params, body }),
    ]);
    expect(repeated.status).toBe(changes === 0 ? "fulfilled" : "rejected");
    expect(await accountBalance(office.deps.database, treasury)).toBe(had - 5n);
    expect(await entries()).toBe(before + 1);
    expect(await verifyLedger(office.deps.database)).toEqual([]);
  });
});

test("deciding about an unknown id returns 404", async () => {
  for (const id of [`wdr_${"0".repeat(32)}`, randomUUID(), "'; drop"]) {
    await expect(approve(ann, id, "0".repeat(64))).rejects.toMatchObject({ status: 404 });
    await expect(reject(ann, id)).rejects.toMatchObject({ status: 404 });
  }
});
