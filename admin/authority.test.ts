/** One person, or one stolen session, does not become the two that large money needs. On a test's clock with the true 24 hours. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#api-schema/route";
import { ensureServiceKey, SERVICE_KEY_FILE } from "#users";
import { adjustmentSteps, TREASURY } from "../test/support/adjustments.ts";
import {
  atAal1,
  HOUR_MS,
  roleSteps,
  settledAdministrator,
  signedIn,
  withFactor,
} from "../test/support/administrators.ts";
import { payInto, startBackOffice, type BackOffice } from "../test/support/back-office.ts";
import { operatorOf } from "../test/support/operator.ts";
import { plainRequest, signUp } from "../test/support/sign-in-server.ts";
import { removeDataDir, temporaryDataDir } from "../test/support/server.ts";

let office: BackOffice;
/** Administrators of long standing. The session of one of them is what gets stolen. */
let ann: Caller;
let userId: string;
let serviceKey: string;
beforeAll(async () => {
  office = await startBackOffice();
  const dataDir = temporaryDataDir();
  await ensureServiceKey({ ...office.parts, dataDir });
  serviceKey = readFileSync(join(dataDir, SERVICE_KEY_FILE), "utf8").trim();
  removeDataDir(dataDir);
  await payInto(office.parts, TREASURY, 1_000_000n);
});
beforeEach(async () => {
  await office.parts.database.query("delete from users_roles");
  ann = await settledAdministrator(office);
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

/** A new administrator by this one, with a second factor: all that the giver can do for him at once. */
async function puppetOf(giver: Caller): Promise<Caller> {
  const { email } = await add(giver);
  return withFactor(office, await signedIn(office, email));
}

/** By the operator's program, as after `npm run recovery-link`. */
async function newPassword(id: string): Promise<void> {
  const operator = operatorOf(office.server, serviceKey);
  const { error } = await operator.updateUserById(id, { password: "another long password" });
  expect(error).toBeNull();
}

async function lettersTo(reader: string): Promise<readonly { subject: string; body: string }[]> {
  return office.parts.database.query(
    "select subject, body from notifications_letters where user_id = $1 order by id",
    [reader],
  );
}

describe("a stolen password", () => {
  test("makes nobody administrator and unmakes nobody", async () => {
    const { email, userId: id } = await signUp(office.server);
    await give(ann, id);
    const thief = await atAal1(office, email);
    hours(100);
    const none = refused("second_factor_required");
    await expect(give(thief, userId)).rejects.toMatchObject(none);
    await expect(add(thief)).rejects.toMatchObject(none);
    await expect(take(thief, ann.userId)).rejects.toMatchObject(none);
    await expect(change(thief, ann.userId, { isDisabled: true })).rejects.toMatchObject(none);
    await expect(remove(thief, ann.userId)).rejects.toMatchObject(none);
    await expect(confirm(thief, ann.userId)).rejects.toMatchObject(none);
    expect(await change(thief, userId, { isDisabled: true })).toMatchObject({ isDisabled: true });
  });

  test("with a second factor of the thief's own decides nothing for a day", async () => {
    const { email, userId: id } = await signUp(office.server);
    await give(ann, id);
    hours(100);
    const thief = await withFactor(office, await signedIn(office, email));
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(thief, proposed)).rejects.toMatchObject({
      ...refused("authority_waiting"),
      title: "Not Yet",
      text: expect.stringMatching(
        /from 20\d\d-\d\d-\d\d \d\d:\d\d UTC on: 24 hours after the last change of your password/,
      ),
    });
    await expect(give(thief, userId)).rejects.toMatchObject(refused("authority_waiting"));
    hours(23);
    await expect(approve(thief, proposed)).rejects.toMatchObject(refused("authority_waiting"));
    hours(1);
    await approve(thief, proposed);
  });

  test("that the service key sets counts as a change, and the key gives no role", async () => {
    hours(100);
    await newPassword(ann.userId);
    await expect(propose(ann, { amountSats: 1n })).rejects.toMatchObject(
      refused("authority_waiting"),
    );
    const claims = { isAdmin: true, is_admin: true, role: "administrator" };
    const key = operatorOf(office.server, serviceKey);
    await key.updateUserById(userId, { app_metadata: claims, user_metadata: claims });
    const { items } = await office.routes.listPeople({
      ...plainRequest,
      caller: ann,
      query: { filter: "admins", limit: 100 },
    });
    expect(items.map(({ id }) => id)).toEqual([ann.userId]);
  });
});

describe("a stolen session with a second factor, on a floor of one administrator", () => {
  test("gets no second approval within a day from whoever it makes administrator", async () => {
    const proposed = await propose(ann, { amountSats: 1n });
    const puppet = await puppetOf(ann);
    await expect(approve(puppet, proposed)).rejects.toMatchObject({
      ...refused("authority_waiting"),
    });
    hours(23.9);
    await expect(approve(puppet, proposed)).rejects.toMatchObject(refused("authority_waiting"));
    // What time does not protect from is told: one administrator alone can still take on a second one.
    hours(0.2);
    await approve(puppet, proposed);
  });

  test("nor by a chain of puppets: who waits makes nobody administrator", async () => {
    const puppet = await puppetOf(ann);
    hours(23);
    await expect(add(puppet)).rejects.toMatchObject(refused("authority_waiting"));
    await expect(give(puppet, userId)).rejects.toMatchObject(refused("authority_waiting"));
    await expect(take(puppet, ann.userId)).rejects.toMatchObject(refused("authority_waiting"));
    const last = await puppetOf(ann);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(last, proposed)).rejects.toMatchObject(refused("authority_waiting"));
  });

  test("nor by giving the role anew: the waiting begins anew", async () => {
    const puppet = await puppetOf(ann);
    hours(23);
    await take(ann, puppet.userId);
    await give(ann, puppet.userId);
    hours(2);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject(refused("authority_waiting"));
  });
});

describe("where another administrator can be asked", () => {
  let bob: Caller;
  beforeEach(async () => {
    bob = await settledAdministrator(office);
  });

  test("whoever one makes administrator decides over nothing before that one has confirmed it", async () => {
    const puppet = await puppetOf(ann);
    hours(1_000);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject({
      ...refused("authority_unconfirmed"),
      title: "Role Not Confirmed",
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

  test("a second puppet cannot confirm the first", async () => {
    const [one, two] = [await puppetOf(ann), await puppetOf(ann)];
    hours(1_000);
    for (const [by, whom] of [
      [one, two],
      [two, one],
    ] as const)
      await expect(confirm(by, whom.userId)).rejects.toMatchObject(
        refused("authority_unconfirmed"),
      );
  });

  test.each(["taken from", "disabled", "deleted"])(
    "the confirmation stays needed when the role is %s that one",
    async (how) => {
      const puppet = await puppetOf(ann);
      if (how === "taken from") await take(ann, bob.userId);
      if (how === "disabled") await change(ann, bob.userId, { isDisabled: true });
      if (how === "deleted") await remove(ann, bob.userId);
      hours(1_000);
      const proposed = await propose(ann, { amountSats: 1n });
      await expect(approve(puppet, proposed)).rejects.toMatchObject(
        refused("authority_unconfirmed"),
      );
    },
  );

  test("who was disabled when a role was given is told of it all the same", async () => {
    await change(ann, bob.userId, { isDisabled: true });
    const { email } = await add(ann);
    await change(ann, bob.userId, { isDisabled: false });
    const subjects = (await lettersTo(bob.userId)).map(({ subject }) => subject);
    expect(subjects).toContain(`${email} is now an administrator`);
  });

  test("after that one was removed a new one still waits a day, and the removed one was told", async () => {
    await take(ann, bob.userId);
    const puppet = await puppetOf(ann);
    hours(23.9);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject(refused("authority_waiting"));
    const [told] = (await lettersTo(bob.userId)).slice(-1);
    expect(told?.body).toContain("You are no longer an administrator.");
  });

  test("a password that this one changed a moment ago excuses nobody from asking", async () => {
    hours(100);
    await newPassword(bob.userId);
    const puppet = await puppetOf(ann);
    hours(24);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject(refused("authority_unconfirmed"));
  });

  test("confirmed before the day is over, the new one still waits", async () => {
    const puppet = await puppetOf(ann);
    await confirm(bob, puppet.userId);
    const proposed = await propose(ann, { amountSats: 1n });
    await expect(approve(puppet, proposed)).rejects.toMatchObject(refused("authority_waiting"));
    hours(24);
    await approve(puppet, proposed);
  });

  test("a role is confirmed once, also by two at once, and nothing else is", async () => {
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

  test("the giver takes the role back before it is confirmed, and gives it anew", async () => {
    const { userId: id } = await add(ann);
    await take(ann, id);
    await expect(confirm(bob, id)).rejects.toMatchObject({ status: 409 });
    await give(bob, id);
    await expect(confirm(bob, id)).rejects.toMatchObject(refused("role_given_by_you"));
    await confirm(ann, id);
  });

  test("everybody who has the role is told of a new one, the giver too, and the new one from when on", async () => {
    const { email, userId: id } = await add(ann);
    for (const { userId: reader } of [ann, bob]) {
      const [letter] = (await lettersTo(reader)).slice(-1);
      expect(letter?.subject).toBe(`${email} is now an administrator`);
      expect(letter?.body).toMatch(new RegExp(`${ann.email} made ${email} an administrator`));
      expect(letter?.body).toMatch(
        /decides over money from \d+ \w+ 20\d\d, [\d:]+ UTC on, but not before an administrator other than the giver/,
      );
      expect(letter?.body).toContain("Was this not agreed among you? Take the role back");
    }
    const own = await lettersTo(id);
    expect(own.map(({ subject }) => subject)).toContain("You are now an administrator");
    await confirm(bob, id);
    const [confirmed] = (await lettersTo(id)).slice(-1);
    expect(confirmed?.subject).toBe("Your role was confirmed");
  });

  test("his page says who gave the role, from when on he decides, and who may confirm it", async () => {
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
