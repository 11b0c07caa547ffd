/**
 * Tests that a role granted by one administrator takes effect only after confirmation by a second
 * administrator, if there is one.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { adjustmentSteps, TREASURY } from "../../../test/support/money/adjustments.ts";
import {
  HOUR_MS,
  puppetOf,
  roleSteps,
  settledAdministrator,
} from "../../../test/support/people/administrators.ts";
import {
  payInto,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { newServiceKey, setPassword } from "../../../test/support/people/operator.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";

let office: BackOffice;
/** Two long-standing administrators. */
let ann: Caller;
let bob: Caller;
let userId: string;
let serviceKey: string;
beforeAll(async () => {
  office = await startBackOffice();
  serviceKey = await newServiceKey(office.server);
  await payInto(office.deps, TREASURY, 1_000_000n);
});
beforeEach(async () => {
  await office.deps.database.query("delete from users_roles");
  ann = await settledAdministrator(office);
  bob = await settledAdministrator(office);
  ({ userId } = await signUp(office.server));
});
afterAll(() => office.close());

const { propose, approve } = adjustmentSteps(
  () => office,
  () => userId,
);
const { add, change, confirm, give, remove, take } = roleSteps(() => office);
const hours = (count: number) => office.server.clock.move(count * HOUR_MS);
const refused = (code: string) => ({ status: 403, code });

async function messagesTo(reader: string): Promise<readonly { subject: string; body: string }[]> {
  return office.deps.database.query(
    "select subject, body from notifications_messages where user_id = $1 order by id",
    [reader],
  );
}

describe("with another administrator who can confirm the role", () => {
  test("a new administrator has no authority before the confirmation", async () => {
    const puppet = await puppetOf(office, ann);
    hours(1_000);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject({
      ...refused("authority_unconfirmed"),
      title: "Role not confirmed",
    });
    await expect(confirm(puppet, puppet.userId)).rejects.toMatchObject(
      refused("authority_unconfirmed"),
    );
    await expect(confirm(ann, puppet.userId)).rejects.toMatchObject(refused("role_given_by_you"));
    await confirm(bob, puppet.userId);
    await approve(puppet, proposed);
    const [approval, confirmation] = await office.audit(bob);
    expect(approval).toMatchObject({ action: "adjustment.approve", actorId: puppet.userId });
    expect(confirmation).toMatchObject({
      action: "user.confirm_role",
      actorId: bob.userId,
      targetId: puppet.userId,
      after: { needsConfirmation: false },
    });
    const { items } = await office.routes.listPersonAudit({
      ...plainRequest,
      caller: bob,
      params: { userId: puppet.userId },
      query: { limit: 10 },
    });
    const added = items.find(({ action }) => action === "user.add");
    expect(added?.after).toMatchObject({ isAdmin: true, needsConfirmation: true });
  });

  test("an unconfirmed administrator cannot confirm another one", async () => {
    const [one, two] = [await puppetOf(office, ann), await puppetOf(office, ann)];
    hours(1_000);
    for (const [by, whom] of [
      [one, two],
      [two, one],
    ] as const)
      await expect(confirm(by, whom.userId)).rejects.toMatchObject(
        refused("authority_unconfirmed"),
      );
  });

  test.each(["demoted", "disabled", "deleted"])(
    "confirmation is still required if the other administrator is %s",
    async (how) => {
      const puppet = await puppetOf(office, ann);
      if (how === "demoted") await take(ann, bob.userId);
      if (how === "disabled") await change(ann, bob.userId, { isDisabled: true });
      if (how === "deleted") await remove(ann, bob.userId);
      hours(1_000);
      const proposed = await propose(ann, { amountSats: 1n });
      await expect(approve(puppet, proposed)).rejects.toMatchObject(
        refused("authority_unconfirmed"),
      );
    },
  );

  test("a disabled administrator also gets a message about a new role", async () => {
    await change(ann, bob.userId, { isDisabled: true });
    const { email } = await add(ann);
    await change(ann, bob.userId, { isDisabled: false });
    const subjects = (await messagesTo(bob.userId)).map(({ subject }) => subject);
    expect(subjects).toContain(`${email} is now an administrator`);
  });

  test("removing the other administrator does not shorten a waiting period", async () => {
    await take(ann, bob.userId);
    const puppet = await puppetOf(office, ann);
    hours(23.9);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject(refused("authority_waiting"));
    const [message] = (await messagesTo(bob.userId)).slice(-1);
    expect(message?.body).toContain("You are no longer an administrator.");
  });

  test("a recent password change of the confirming administrator waives no confirmation", async () => {
    hours(100);
    await setPassword(office.server, serviceKey, bob.userId);
    const puppet = await puppetOf(office, ann);
    hours(24);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject(refused("authority_unconfirmed"));
  });

  test("an early confirmation does not shorten the waiting period", async () => {
    const puppet = await puppetOf(office, ann);
    await confirm(bob, puppet.userId);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject(refused("authority_waiting"));
    hours(24);
    await approve(puppet, proposed);
  });

  test("a role is confirmed once, even by two concurrent administrators", async () => {
    const carl = await settledAdministrator(office);
    const { userId: id } = await add(ann);
    const results = await Promise.allSettled([confirm(bob, id), confirm(carl, id)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const nothing = { status: 409, code: "nothing_to_confirm" };
    expect(results.find((result) => result.status === "rejected")?.reason).toMatchObject(nothing);
    await expect(confirm(bob, id)).rejects.toMatchObject(nothing);
    await expect(confirm(bob, ann.userId)).rejects.toMatchObject(nothing);
    await expect(confirm(bob, userId)).rejects.toMatchObject(nothing);
    await expect(confirm(bob, "1")).rejects.toMatchObject({ status: 404 });
    const entries = (await office.audit(bob)).filter(
      ({ action }) => action === "user.confirm_role",
    );
    expect(entries.filter(({ targetId }) => targetId === id)).toHaveLength(1);
  });

  test("a revoked unconfirmed role can be granted again by another administrator", async () => {
    const { userId: id } = await add(ann);
    await take(ann, id);
    await expect(confirm(bob, id)).rejects.toMatchObject({ status: 409 });
    await give(bob, id);
    await expect(confirm(bob, id)).rejects.toMatchObject(refused("role_given_by_you"));
    await confirm(ann, id);
  });

  test("all administrators get a message about a new role", async () => {
    const { email, userId: id } = await add(ann);
    for (const { userId: reader } of [ann, bob]) {
      const [message] = (await messagesTo(reader)).slice(-1);
      expect(message?.subject).toBe(`${email} is now an administrator`);
      expect(message?.body).toMatch(new RegExp(`${ann.email} made ${email} an administrator`));
      expect(message?.body).toMatch(
        /can make decisions about money from \d+ \w+ 20\d\d, [\d:]+ UTC, but only after another administrator/,
      );
      expect(message?.body).toContain("If you did not agree to this, remove the role");
    }
    const own = await messagesTo(id);
    expect(own.map(({ subject }) => subject)).toContain("You are now an administrator");
    await confirm(bob, id);
    const [confirmed] = (await messagesTo(id)).slice(-1);
    expect(confirmed?.subject).toBe("Your role was confirmed");
  });

  test("the user's page shows who granted the role and who may confirm it", async () => {
    const { userId: id } = await add(ann);
    const page = async (caller: Caller, of = id) =>
      (await office.routes.getPerson({ ...plainRequest, caller, params: { userId: of } }))
        .authority;
    expect(await page(bob)).toMatchObject({
      state: "second_factor_required",
      since: "role",
      grantedByEmail: ann.email,
      confirmable: "yes",
    });
    expect((await page(ann))?.confirmable).toBe("role_given_by_you");
    expect((await page({ ...bob, aal: "aal1" }))?.confirmable).toBe("no_authority");
    expect(await page(ann, bob.userId)).toMatchObject({ state: "full", confirmable: null });
    expect(await page(ann, userId)).toBeNull();
  });
});
