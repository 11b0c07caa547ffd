/** People under administrators' hands: who may, what is refused, that the trail tells it, that two at once follow one another. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminParts } from "#admin";
import type { Caller } from "#api-schema/route";
import { authenticate } from "#users";
import { startBackOffice, type BackOffice } from "../test/support/back-office.ts";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  signUp,
  type SignInServer,
} from "../test/support/sign-in-server.ts";
import { verifyAudit } from "./audit/verify-audit.ts";

let office: BackOffice;
let server: SignInServer;
let parts: AdminParts;
beforeAll(async () => {
  office = await startBackOffice();
  ({ server, parts } = office);
});
afterAll(() => office.close());

const reason = "a test";
const routes = () => office.routes;
const change = (caller: Caller, userId: string, body: object) =>
  routes().changePerson({
    ...plainRequest,
    caller,
    params: { userId },
    body: { reason, ...body },
  });
const remove = (caller: Caller, userId: string) =>
  routes().deletePerson({ ...plainRequest, caller, params: { userId }, body: { reason } });
const audit = () => office.audit(admin);

const newAdministrator = async (): Promise<Caller> => ({
  ...(await office.newAdministrator()),
  aal: "aal2",
});

let admin: Caller;
beforeEach(async () => {
  await parts.database.query("delete from users_roles");
  admin = await newAdministrator();
});

describe("adding", () => {
  const add = (
    body: Partial<{ name: string; email: string; password: string; isAdmin: boolean }>,
  ) =>
    routes().addPerson({
      ...plainRequest,
      caller: admin,
      body: { name: "Bo", email: newEmail(), password: PASSWORD, isAdmin: false, reason, ...body },
    });

  test("makes a whole person who can sign in, with a letter to choose a new password", async () => {
    const email = newEmail();
    const person = await add({ email: email.toUpperCase() });
    expect(person).toMatchObject({ name: "Bo", email, isAdmin: false, isDisabled: false });
    expect(person.balances).toEqual({ availableSats: 0n, heldSats: 0n, availableCents: 0n });
    const { error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect((await audit())[0]).toMatchObject({
      action: "user.add",
      actorEmail: admin.email,
      targetEmail: email,
      reason,
      after: { isAdmin: false },
    });
    expect(await subjectsOf(person.id)).toContain("Choose a password of your own");
  });

  test("as administrator gives the role, from our table only", async () => {
    const email = newEmail();
    expect((await add({ email, isAdmin: true })).isAdmin).toBe(true);
    const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect((await authenticate(parts, data.session?.access_token)).isAdmin).toBe(true);
    expect(data.user?.user_metadata["is_admin"]).toBe(false);
  });

  test.each([
    [{ email: "no address" }, 422, "invalid_email"],
    [{ password: "short" }, 422, "weak_password"],
  ])("%j is refused", async (body, status, code) => {
    const before = (await audit()).length;
    await expect(add(body)).rejects.toMatchObject({ status, code });
    expect(await audit()).toHaveLength(before);
  });

  test("an address that somebody has is refused", async () => {
    await expect(add({ email: admin.email })).rejects.toMatchObject({
      status: 409,
      code: "email_taken",
    });
  });
});

describe("changing", () => {
  test("a name is changed, told and written down without the name", async () => {
    const { userId } = await signUp(server);
    expect(await change(admin, userId, { name: "Grace" })).toMatchObject({ name: "Grace" });
    expect(await subjectsOf(userId)).toContain("An administrator changed your account");
    const [entry] = await audit();
    expect(entry).toMatchObject({ action: "user.change", reason, after: { name: "changed" } });
    expect(JSON.stringify({ before: entry?.before, after: entry?.after })).not.toContain("Grace");
  });

  test("the role works and ends at once", async () => {
    const { userId, session } = await signUp(server);
    const isAdmin = async () => (await authenticate(parts, session.access_token)).isAdmin;
    expect(await isAdmin()).toBe(false);
    await change(admin, userId, { isAdmin: true });
    expect(await isAdmin()).toBe(true);
    await change(admin, userId, { isAdmin: false });
    expect(await isAdmin()).toBe(false);
  });

  test("who is disabled is signed out at once and refused as user_banned, until enabled again", async () => {
    const { userId, session, email, client } = await signUp(server);
    await authenticate(parts, session.access_token);
    const ended: string[] = [];
    parts.bus.subscribe("session-ended", ({ sessionIds }) => ended.push(...sessionIds));
    expect(await change(admin, userId, { isDisabled: true })).toMatchObject({
      isDisabled: true,
      disabledReason: reason,
    });
    expect(ended).toHaveLength(1);
    await expect(authenticate(parts, session.access_token)).rejects.toMatchObject({
      code: "session_ended",
    });
    expect((await client.auth.refreshSession()).error?.status).toBe(400);
    const refused = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(refused.error?.code).toBe("user_banned");
    await change(admin, userId, { isDisabled: false });
    const again = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error).toBeNull();
  });

  test("nothing, nobody, and what is no id are refused", async () => {
    await expect(change(admin, admin.userId, {})).rejects.toMatchObject({ status: 400 });
    for (const id of [randomUUID(), "1", "' or 1=1"])
      await expect(change(admin, id, { isAdmin: true })).rejects.toMatchObject({
        status: 404,
        code: "user_not_found",
      });
  });
});

describe("the last administrator", () => {
  const last = { status: 409, code: "last_administrator" };

  test("stays one", async () => {
    await expect(change(admin, admin.userId, { isAdmin: false })).rejects.toMatchObject(last);
    await expect(change(admin, admin.userId, { isDisabled: true })).rejects.toMatchObject(last);
    await expect(remove(admin, admin.userId)).rejects.toMatchObject(last);
  });

  test("is also who is left when the others are disabled", async () => {
    const other = await newAdministrator();
    await change(admin, other.userId, { isDisabled: true });
    await expect(change(admin, admin.userId, { isAdmin: false })).rejects.toMatchObject(last);
  });

  test.each([{ isAdmin: false }, { isDisabled: true }])(
    "two who do %j to each other at once: one wins",
    async (body) => {
      for (let round = 0; round < 20; round += 1) {
        const other = await newAdministrator();
        const results = await Promise.allSettled([
          change(admin, other.userId, body),
          change(other, admin.userId, body),
        ]);
        expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        const loser = results.find((result) => result.status === "rejected");
        expect(loser?.reason).toMatchObject({ status: 403, code: "not_admin" });
        await parts.database.query("delete from users_roles");
        admin = await newAdministrator();
      }
    },
  );

  test("two who delete each other at once: one wins", async () => {
    const other = await newAdministrator();
    const results = await Promise.allSettled([
      remove(admin, other.userId),
      remove(other, admin.userId),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("who lost the role a moment ago changes nothing any more", async () => {
    const other = await newAdministrator();
    const { userId } = await signUp(server);
    await change(admin, other.userId, { isAdmin: false });
    const refused = { status: 403, code: "not_admin" };
    await expect(change(other, userId, { name: "Mallory" })).rejects.toMatchObject(refused);
    await expect(remove(other, userId)).rejects.toMatchObject(refused);
  });
});

test("after all this the trail is whole", async () => {
  const report = await verifyAudit(parts.database);
  expect(report.problems).toEqual([]);
  expect(report.entries).toBeGreaterThan(20);
});

async function subjectsOf(userId: string): Promise<string[]> {
  const rows = await parts.database.query<{ subject: string }>(
    "select subject from notifications_letters where user_id = $1",
    [userId],
  );
  return rows.map(({ subject }) => subject);
}
