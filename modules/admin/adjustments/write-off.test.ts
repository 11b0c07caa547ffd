/** Tests writing off a user's debt: two administrators decide, and the treasury pays. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { accountBalance, houseAccount, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { countCover } from "#treasury";
import { isFrozen } from "#wallet";
import { adjustmentSteps, newDecider, TREASURY } from "../../../test/support/money/adjustments.ts";
import {
  payInto,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { clawBack } from "../../wallet/books/claw-back.ts";
import { owedSatsOf } from "../../wallet/books/debts-table.ts";
import { verifyAudit } from "../../audit/verify-audit.ts";

const OWED = 20_000_000n;
const RECEIVABLE = houseAccount("receivable", "BTC");

let office: BackOffice;
let ann: Caller;
let bob: Caller;
let userId: string;
beforeAll(async () => {
  office = await startBackOffice();
  await payInto(office.deps, TREASURY, 30_000_000n);
});
beforeEach(async () => {
  await office.deps.database.query("delete from users_roles");
  ann = await newDecider(office);
  bob = await newDecider(office);
  ({ userId } = await signUp(office.server));
  await owe();
});
afterAll(() => office.close());

const { routes, propose, approve, reject, list, treasury } = adjustmentSteps(
  () => office,
  () => userId,
);
const owe = (amountSats = OWED) =>
  office.deps.database.transaction(async (tx) => {
    const claim = { id: newUuid(), round: "0", userId, amountSats, cause: "lost" };
    await postAll(tx, await clawBack(tx, [claim]));
  });
const owed = () => owedSatsOf(office.deps.database, userId);
const receivable = () => accountBalance(office.deps.database, RECEIVABLE);
const writeOff = (amountSats: bigint, caller = ann) =>
  propose(caller, { amountSats }, { kind: "debt", reason: "The chain took it" });

test("a write-off charges the treasury once and unlocks the account", async () => {
  const before = { treasury: await treasury(), receivable: await receivable() };
  const margin = async () =>
    (await countCover(office.deps.database, office.deps.treasury, new Date())).marginSats;
  const marginBefore = await margin();
  const proposed = await writeOff(OWED);
  expect(await owed()).toBe(OWED);
  expect((await list(bob, "waiting"))[0]).toMatchObject({
    id: proposed.id,
    kind: "debt",
    amountSats: OWED,
  });
  await expect(approve(ann, proposed)).rejects.toMatchObject({ code: "own_proposal" });
  await approve(bob, proposed);
  expect(await owed()).toBe(0n);
  expect(await isFrozen(office.deps.database, userId)).toBe(false);
  expect(await treasury()).toBe(before.treasury - OWED);
  expect(await receivable()).toBe(before.receivable + OWED);
  // The cover is unchanged, because the treasury's payment equals the removed obligation.
  expect(await margin()).toBe(marginBefore);
  await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "adjustment_decided" });
  expect(await verifyLedger(office.deps.database)).toEqual([]);
});

test("the user gets a message about the write-off but no history entry", async () => {
  await payInto(office.deps, TREASURY, 30_000_000n);
  await approve(bob, await writeOff(OWED));
  const [message] = await office.deps.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages where user_id = $1 order by id desc limit 1",
    [userId],
  );
  expect(message?.subject).toBe("0.20000000 BTC of your debt written off");
  expect(message?.body).toContain("The chain took it");
  const caller = { ...bob, userId, isAdmin: false };
  const own = await routes().listOwnAdjustments({ ...plainRequest, caller, query: { limit: 10 } });
  expect(own.items).toEqual([]);
});

test("a write-off that exceeds the debt is refused when proposed and when approved", async () => {
  await payInto(office.deps, TREASURY, 30_000_000n);
  await expect(writeOff(OWED + 1n)).rejects.toMatchObject({ status: 409, code: "owes_less" });
  for (const sum of [{ amountSats: -5n }, { amountCents: 5n }])
    await expect(propose(ann, sum, { kind: "debt" })).rejects.toMatchObject({
      code: "adjustment_amount",
    });
  const proposed = await writeOff(OWED);
  await office.deps.database.query(
    "update wallet_debts set owed_sats = owed_sats - 1 where user_id = $1",
    [userId],
  );
  await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "owes_less" });
  expect(await owed()).toBe(OWED - 1n);
  await reject(bob, proposed);
});

test("a write-off is refused if the treasury has too few coins", async () => {
  const away = {
    id: newUuid(),
    debit: TREASURY,
    credit: houseAccount("mining", "BTC"),
    amount: await treasury(),
    code: "treasury_transfer",
  } as const;
  await office.deps.database.transaction((tx) => postAll(tx, [away]));
  const proposed = await writeOff(OWED);
  await expect(approve(bob, proposed)).rejects.toMatchObject({ code: "insufficient_funds" });
  expect(await owed()).toBe(OWED);
  await reject(ann, proposed);
});

test("each step is written to the audit log as a write-off", async () => {
  await payInto(office.deps, TREASURY, 30_000_000n);
  const proposed = await writeOff(OWED);
  await approve(bob, proposed);
  const facts = { debtSats: Number(OWED), adjustment: proposed.id };
  expect((await office.audit(ann)).slice(0, 2)).toMatchObject([
    { action: "adjustment.approve", actorId: bob.userId, targetId: userId, after: facts },
    { action: "adjustment.propose", actorId: ann.userId, targetId: userId, after: facts },
  ]);
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
});
