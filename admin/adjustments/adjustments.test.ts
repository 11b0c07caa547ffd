/** Corrections of balances: two people, one transfer, never below zero, and a user who reads why. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminApprovalsRoutes } from "#admin";
import type { Caller } from "#api-schema/route";
import {
  accountBalance,
  balancesOf,
  houseAccount,
  outsideAccount,
  postAll,
  statement,
  verifyLedger,
} from "#ledger";
import { newUuid, requestHash } from "#platform";
import { payInto, startBackOffice, type BackOffice } from "../../test/support/back-office.ts";
import { plainRequest, signUp } from "../../test/support/sign-in-server.ts";
import { verifyAudit } from "../audit/verify-audit.ts";

const TREASURY = houseAccount("treasury", "BTC");
const PLENTY = 1_000_000_000n;
const DAY_MS = 86_400_000;

let office: BackOffice;
let ann: Caller;
let bob: Caller;
let userId: string;
beforeAll(async () => {
  office = await startBackOffice();
  await payInto(office.parts, TREASURY, PLENTY);
});
beforeEach(async () => {
  await office.parts.database.query("delete from users_roles");
  ann = await newAdministrator();
  bob = await newAdministrator();
  ({ userId } = await signUp(office.server));
});
afterAll(() => office.close());

const newAdministrator = async (): Promise<Caller> => ({
  ...(await office.newAdministrator()),
  aal: "aal2",
});
const routes = () => adminApprovalsRoutes(office.parts);

interface Sum {
  readonly amountSats?: bigint;
  readonly amountCents?: bigint;
}

const propose = (
  caller: Caller,
  sum: Sum,
  { user = userId, reason = "paid twice by mistake", key = newUuid() } = {},
) => {
  const body = { userId: user, ...sum, reason };
  return routes().proposeAdjustment({
    ...plainRequest,
    caller,
    body,
    idempotency: {
      userId: caller.userId,
      route: "proposeAdjustment",
      key,
      requestHash: requestHash({ ...body, amountSats: String(sum.amountSats) }),
    },
  });
};
type Proposed = Awaited<ReturnType<typeof propose>>;
const approve = (caller: Caller, { id, approvalHash }: Proposed) =>
  routes().approveAdjustment({
    ...plainRequest,
    caller,
    params: { adjustmentId: id },
    body: { approvalHash },
  });
const reject = (caller: Caller, { id }: Proposed, reason = "not so") =>
  routes().rejectAdjustment({
    ...plainRequest,
    caller,
    params: { adjustmentId: id },
    body: { reason },
  });
const list = async (caller: Caller, filter: "waiting" | "decided") =>
  (await routes().listAdjustments({ ...plainRequest, caller, query: { filter, limit: 100 } }))
    .items;
const balance = () => balancesOf(office.parts.database, userId);
const treasury = () => accountBalance(office.parts.database, TREASURY);

test("a proposal moves nothing; another administrator's approval moves it from the treasury, once", async () => {
  const before = await treasury();
  const proposed = await propose(ann, { amountSats: 5_000n });
  expect((await balance()).availableSats).toBe(0n);
  expect(await list(bob, "waiting")).toMatchObject([
    { id: proposed.id, amountSats: 5_000n, proposedById: ann.userId, obstacle: null },
  ]);
  await approve(bob, proposed);
  expect((await balance()).availableSats).toBe(5_000n);
  expect(await treasury()).toBe(before - 5_000n);
  await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "adjustment_decided" });
  await expect(reject(bob, proposed)).rejects.toMatchObject({ code: "adjustment_decided" });
  expect((await balance()).availableSats).toBe(5_000n);
});

test("the user finds it in the history with its reason, and in a letter", async () => {
  const proposed = await propose(ann, { amountSats: 5_000n }, { reason: "A block was missed" });
  await approve(bob, proposed);
  const { items } = await statement(office.parts.database, { userId, limit: 10 });
  expect(items[0]).toMatchObject({ code: "adjustment", cause: proposed.id, amount: 5_000n });
  const caller = { ...bob, userId, isAdmin: false };
  const own = await routes().listOwnAdjustments({ ...plainRequest, caller, query: { limit: 10 } });
  expect(own.items).toMatchObject([
    { id: proposed.id, amountSats: 5_000n, amountCents: null, reason: "A block was missed" },
  ]);
  const [letter] = await office.parts.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_letters where user_id = $1 order by id desc limit 1",
    [userId],
  );
  expect(letter?.subject).toBe("0.00005000 BTC added to your balance");
  expect(letter?.body).toContain("A block was missed");
});

test("below zero it is taken from the user, never more than is there", async () => {
  await office.pay(userId, 1_000n);
  const before = await treasury();
  await approve(bob, await propose(ann, { amountSats: -400n }));
  expect((await balance()).availableSats).toBe(600n);
  expect(await treasury()).toBe(before + 400n);
  const tooMuch = await propose(ann, { amountSats: -601n });
  await expect(approve(bob, tooMuch)).rejects.toMatchObject({
    status: 422,
    code: "insufficient_funds",
    title: "Insufficient Funds",
  });
  expect((await balance()).availableSats).toBe(600n);
  expect(await list(bob, "waiting")).toMatchObject([{ id: tooMuch.id }]);
  await reject(ann, tooMuch);
});

test("the house does not go below zero either, in BTC and in USD", async () => {
  const rich = await propose(ann, { amountSats: PLENTY * 10n });
  const refused = { code: "insufficient_funds", title: "Insufficient Funds" };
  await expect(approve(bob, rich)).rejects.toMatchObject(refused);
  const dollars = await propose(ann, { amountCents: 1_00n });
  await expect(approve(bob, dollars)).rejects.toMatchObject(refused);
  // What was refused left no entry.
  expect((await office.audit(ann))[0]).toMatchObject({ action: "adjustment.propose" });
  await office.parts.database.transaction((tx) =>
    postAll(tx, [
      {
        id: newUuid(),
        debit: outsideAccount("issuer"),
        credit: houseAccount("treasury", "USD"),
        amount: 1_00n,
        code: "opening",
      },
    ]),
  );
  await approve(bob, dollars);
  expect((await balance()).availableCents).toBe(100n);
  await reject(bob, rich);
});

describe("two people", () => {
  test("who proposed does not approve, and can take it back", async () => {
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(ann, proposed)).rejects.toMatchObject({
      status: 403,
      code: "own_proposal",
    });
    expect(await list(ann, "waiting")).toMatchObject([{ obstacle: "own_proposal" }]);
    await reject(ann, proposed, "a mistake");
    expect(await list(ann, "decided")).toContainEqual(
      expect.objectContaining({ id: proposed.id, state: "rejected", rejectedReason: "a mistake" }),
    );
  });

  test("whose balance it is does not decide", async () => {
    const proposed = await propose(ann, { amountSats: 1n }, { user: bob.userId });
    const refused = { status: 403, code: "own_account" };
    await expect(approve(bob, proposed)).rejects.toMatchObject(refused);
    await expect(reject(bob, proposed)).rejects.toMatchObject(refused);
    await reject(ann, proposed);
  });

  test("nobody decides without a second factor, who is no administrator not at all", async () => {
    const proposed = await propose(ann, { amountSats: 1n });
    const weak = { ...bob, aal: "aal1" as const };
    const refused = {
      status: 403,
      code: "second_factor_required",
      title: "Two-Factor Authentication",
    };
    await expect(propose(weak, { amountSats: 1n })).rejects.toMatchObject(refused);
    await expect(approve(weak, proposed)).rejects.toMatchObject(refused);
    await expect(reject(weak, proposed)).rejects.toMatchObject(refused);
    const nobody = { ...bob, userId };
    await expect(approve(nobody, proposed)).rejects.toMatchObject({ code: "not_admin" });
    await reject(bob, proposed);
  });

  test.each([
    ["demoted", "delete from users_roles where user_id = $1"],
    ["disabled", "update users_users set banned_until = now() + interval '1 year' where id = $1"],
  ])("the proposer was %s meanwhile: it has to be proposed again", async (_, sql) => {
    const proposed = await propose(ann, { amountSats: 1n });
    await office.parts.database.query(sql, [ann.userId]);
    await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "proposer_gone" });
    expect((await balance()).availableSats).toBe(0n);
    await reject(bob, proposed);
  });

  test("the database itself refuses an approval by the proposer", async () => {
    const { id } = await propose(ann, { amountSats: 1n });
    await expect(
      office.parts.database.query(
        "update admin_adjustments set state = 'approved', decided_by = proposed_by, decided_at = now() where id = $1",
        [id],
      ),
    ).rejects.toThrow("check constraint");
  });
});

test.each([
  ["amount", "amount + 1"],
  ["reason", "'another reason'"],
  ["user_id", `'${randomUUID()}'`],
  ["asset", "'USD'"],
])("a change of its %s voids what was looked at", async (column, value) => {
  const proposed = await propose(ann, { amountSats: 7n });
  await office.parts.database.query(
    `update admin_adjustments set ${column} = ${value} where id = $1`,
    [proposed.id],
  );
  await expect(approve(bob, proposed)).rejects.toMatchObject({
    status: 409,
    code: "approval_stale",
  });
  await reject(bob, proposed);
});

test("after 7 days it has lapsed and moved nothing", async () => {
  const proposed = await propose(ann, { amountSats: 7n });
  office.server.clock.move(7 * DAY_MS);
  await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "adjustment_expired" });
  expect(await list(bob, "waiting")).toEqual([]);
  expect((await list(bob, "decided"))[0]).toMatchObject({ id: proposed.id, state: "expired" });
  expect((await balance()).availableSats).toBe(0n);
});

test.each([
  [{}],
  [{ amountSats: 0n }],
  [{ amountCents: 0n }],
  [{ amountSats: 1n, amountCents: 1n }],
])("%o is no amount", async (sum) => {
  await expect(propose(ann, sum)).rejects.toMatchObject({ code: "adjustment_amount" });
});

test("for nobody it is refused; the same request twice is one proposal", async () => {
  for (const user of [randomUUID(), "1"])
    await expect(propose(ann, { amountSats: 1n }, { user })).rejects.toMatchObject({
      status: 404,
      code: "user_not_found",
    });
  const key = newUuid();
  const first = await propose(ann, { amountSats: 3n }, { key });
  expect(await propose(ann, { amountSats: 3n }, { key })).toEqual(first);
  expect((await list(ann, "waiting")).filter(({ id }) => id === first.id)).toHaveLength(1);
});

test("two approve and one rejects at once: one outcome, one transfer", async () => {
  const carl = await newAdministrator();
  for (let round = 0; round < 10; round += 1) {
    const had = (await balance()).availableSats;
    const proposed = await propose(ann, { amountSats: 10n });
    const results = await Promise.allSettled([
      approve(bob, proposed),
      approve(carl, proposed),
      reject(ann, proposed),
    ]);
    const won = results.map(({ status }) => status === "fulfilled");
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await balance()).availableSats).toBe(won[2] ? had : had + 10n);
  }
});

test("each step is in the audit trail without a name, and books and trail are whole", async () => {
  const first = await propose(ann, { amountSats: 5n });
  await approve(bob, first);
  const second = await propose(ann, { amountSats: 5n });
  await reject(bob, second, "why not");
  const facts = { amountSats: 5, approvalHash: first.approvalHash, adjustment: first.id };
  const reason = "paid twice by mistake";
  const target = { targetId: userId };
  expect((await office.audit(ann)).slice(0, 4)).toMatchObject([
    { action: "adjustment.reject", actorId: bob.userId, reason: "why not", ...target },
    { action: "adjustment.propose", actorId: ann.userId, reason, ...target },
    { action: "adjustment.approve", actorId: bob.userId, reason, ...target, after: facts },
    { action: "adjustment.propose", actorId: ann.userId, reason, ...target, after: facts },
  ]);
  expect((await verifyAudit(office.parts.database)).problems).toEqual([]);
  expect(await verifyLedger(office.parts.database)).toEqual([]);
});
