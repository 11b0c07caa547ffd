/**
 * Tests balance corrections: each one makes a single transfer, never causes a negative balance, and
 * tells the user the reason.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { houseAccount, outsideAccount, postAll, statement, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { adjustmentSteps, newDecider, TREASURY } from "../../../test/support/money/adjustments.ts";
import {
  payInto,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { verifyAudit } from "../../audit/verify-audit.ts";

const PLENTY = 1_000_000_000n;
const DAY_MS = 86_400_000;

let office: BackOffice;
let ann: Caller;
let bob: Caller;
let userId: string;
beforeAll(async () => {
  office = await startBackOffice();
  await payInto(office.deps, TREASURY, PLENTY);
});
beforeEach(async () => {
  await office.deps.database.query("delete from users_roles");
  ann = await newDecider(office);
  bob = await newDecider(office);
  ({ userId } = await signUp(office.server));
});
afterAll(() => office.close());

const { routes, propose, approve, reject, list, balance, treasury } = adjustmentSteps(
  () => office,
  () => userId,
);

test("an approved proposal moves the amount from the treasury exactly once", async () => {
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

test("an approval publishes a balance event for the user and a correction event", async () => {
  const heard: string[] = [];
  const names = new Map([
    [ann.userId, "ann"],
    [bob.userId, "bob"],
    [userId, "user"],
  ]);
  const end = office.deps.bus.subscribe("me", (message) =>
    heard.push(`${names.get(message.userId)} ${message.what}`),
  );
  const proposed = await propose(ann, { amountSats: 5_000n });
  expect(heard.toSorted()).toEqual(["ann adjustments", "bob adjustments"]);
  heard.splice(0);
  await approve(bob, proposed);
  end();
  expect(heard.toSorted()).toEqual([
    "ann adjustments",
    "bob adjustments",
    "user balances",
    "user mailbox",
  ]);
});

test("the user sees the correction and its reason in the account history", async () => {
  const proposed = await propose(ann, { amountSats: 5_000n }, { reason: "A block was missed" });
  await approve(bob, proposed);
  const { items } = await statement(office.deps.database, { userId, limit: 10 });
  expect(items[0]).toMatchObject({ code: "adjustment", cause: proposed.id, amount: 5_000n });
  const caller = { ...bob, userId, isAdmin: false };
  const own = await routes().listOwnAdjustments({ ...plainRequest, caller, query: { limit: 10 } });
  expect(own.items).toMatchObject([
    { id: proposed.id, amountSats: 5_000n, amountCents: null, reason: "A block was missed" },
  ]);
  const [message] = await office.deps.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages where user_id = $1 order by id desc limit 1",
    [userId],
  );
  expect(message?.subject).toBe("0.00005000 BTC added to your balance");
  expect(message?.body).toContain("A block was missed");
});

test("a negative correction cannot exceed the user's balance", async () => {
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

test("a correction never makes the platform's BTC or USD balance negative", async () => {
  const rich = await propose(ann, { amountSats: PLENTY * 10n });
  const refused = { code: "insufficient_funds", title: "Insufficient Funds" };
  await expect(approve(bob, rich)).rejects.toMatchObject(refused);
  const dollars = await propose(ann, { amountCents: 1_00n });
  await expect(approve(bob, dollars)).rejects.toMatchObject(refused);
  // The refused attempts wrote no audit entry.
  expect((await office.audit(ann))[0]).toMatchObject({ action: "adjustment.propose" });
  await office.deps.database.transaction((tx) =>
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

test("a proposal expires after 7 days without moving money", async () => {
  const proposed = await propose(ann, { amountSats: 7n });
  office.server.clock.move(7 * DAY_MS);
  await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "adjustment_expired" });
  expect(await list(bob, "waiting")).toEqual([]);
  expect((await list(bob, "decided"))[0]).toMatchObject({ id: proposed.id, state: "expired" });
  expect((await balance()).availableSats).toBe(0n);
});

test("the dashboard counts a proposal until it is decided or expires", async () => {
  const count = async () =>
    (await office.routes.getAdminStats({ ...plainRequest, caller: ann })).queues.adjustments;
  const before = await count();
  const first = await propose(ann, { amountSats: 5n });
  const second = await propose(ann, { amountSats: 5n });
  await propose(ann, { amountCents: -5n });
  expect(await count()).toBe(before + 3);
  await approve(bob, first);
  await reject(bob, second);
  expect(await count()).toBe(before + 1);
  office.server.clock.move(7 * DAY_MS);
  expect(await count()).toBe(0);
});

test.each([
  [{}],
  [{ amountSats: 0n }],
  [{ amountCents: 0n }],
  [{ amountSats: 1n, amountCents: 1n }],
])("%o is refused as an amount", async (sum) => {
  await expect(propose(ann, sum)).rejects.toMatchObject({ code: "adjustment_amount" });
});

test("a repeated request creates no second proposal", async () => {
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

test("each step is written to the audit log without names", async () => {
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
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
  expect(await verifyLedger(office.deps.database)).toEqual([]);
});
