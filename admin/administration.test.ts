/** People under administrators' hands: who may, what is refused, that the trail tells it, that two at once follow one another. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminRoutes, type AdminParts } from "#admin";
import type { Caller } from "#api-schema/route";
import { postAll, userAccount, outsideAccount } from "#ledger";
import { newUuid } from "#platform";
import { authenticate } from "#users";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../test/support/sign-in-server.ts";
import { verifyAudit } from "./audit/verify-audit.ts";

let server: SignInServer;
let parts: AdminParts;
beforeAll(async () => {
  server = await startSignInServer({
    administratorWritesPerMinuteMax: 10_000,
    administratorLettersPerHourMax: 2,
  });
  parts = { ...server.parts, nodeHeight: async () => 42 };
});
afterAll(() => server.close());

const reason = "a test";
const routes = () => adminRoutes(parts);
const people = (query: Partial<Parameters<ReturnType<typeof routes>["listPeople"]>[0]["query"]>) =>
  routes().listPeople({
    ...plainRequest,
    caller: admin,
    query: { filter: "all", limit: 50, ...query },
  });
const change = (caller: Caller, userId: string, body: object) =>
  routes().changePerson({
    ...plainRequest,
    caller,
    params: { userId },
    body: { reason, ...body },
  });
const remove = (caller: Caller, userId: string) =>
  routes().deletePerson({ ...plainRequest, caller, params: { userId }, body: { reason } });
const audit = async () =>
  (await routes().listAudit({ ...plainRequest, caller: admin, query: { limit: 100 } })).items;

async function newAdministrator(): Promise<Caller> {
  const { session, userId } = await signUp(server);
  await parts.database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [userId],
  );
  parts.callerCache.dropUser(userId);
  return authenticate(parts, session.access_token);
}

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

describe("deleting", () => {
  test("is refused while money is left and says how much", async () => {
    const { userId } = await signUp(server);
    await pay(userId, 1_234n);
    await expect(remove(admin, userId)).rejects.toMatchObject({
      status: 409,
      code: "still_has",
      text: expect.stringContaining("0.00001234 BTC"),
    });
  });

  test("removes sign-in and personal data, keeps the ledger, frees the address", async () => {
    const { userId, email, session } = await signUp(server);
    await remove(admin, userId);
    await expect(authenticate(parts, session.access_token)).rejects.toMatchObject({ status: 401 });
    const { error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe("invalid_credentials");
    expect((await people({ search: email })).items).toEqual([]);
    const rows = await parts.database.query<{ row: string }>(
      `select u::text as row from users_users u where id = $1
       union all select r::text from notifications_recipients r where user_id = $1
       union all select l::text from notifications_letters l where user_id = $1
       union all select i::text from users_identities i where user_id = $1
       union all select h::text from users_login_history h where user_id = $1
       union all select a::text from admin_audit a`,
      [userId],
    );
    expect(rows.filter(({ row }) => row.includes(email) || row.includes("Ada"))).toEqual([]);
    const accounts = await parts.database.query("select from ledger_accounts where user_id = $1", [
      userId,
    ]);
    expect(accounts).toHaveLength(4);
    expect((await signUp(server, email)).userId).not.toBe(userId);
    await expect(remove(admin, userId)).rejects.toMatchObject({ status: 404 });
  });
});

describe("letters", () => {
  const write = (userId: string, subject = "Hello") =>
    routes().writeToPerson({
      ...plainRequest,
      caller: admin,
      params: { userId },
      body: { subject, text: "A word.\nBcc: x@y.z" },
    });

  test("arrive in the mailbox with the practice label, at most so many an hour", async () => {
    const { userId } = await signUp(server);
    await write(userId, "Line\r\nBcc: a@b.c");
    expect(await subjectsOf(userId)).toContain("Line Bcc: a@b.c");
    await write(userId);
    await expect(write(userId)).rejects.toMatchObject({ status: 429, code: "too_many_letters" });
    const [entry] = await audit();
    expect(entry).toMatchObject({ action: "user.email", before: {} });
    expect(entry?.after["sha256"]).toMatch(/^[0-9a-f]{64}$/);
  });

  test("to nobody are refused", async () => {
    await expect(write(randomUUID())).rejects.toMatchObject({ status: 404 });
  });
});

describe("the list", () => {
  test("finds text anywhere in name and address, and % and _ are themselves", async () => {
    const mark = randomUUID().slice(0, 8);
    const odd = await signUp(server, `odd_${mark}@example.com`);
    const plain = await signUp(server, `oddx${mark}@example.com`);
    await change(admin, plain.userId, { name: `100% ${mark.toUpperCase()}` });
    const ids = async (search: string) => (await people({ search })).items.map(({ id }) => id);
    expect(await ids(mark)).toEqual([plain.userId, odd.userId]);
    expect(await ids(`odd_${mark}`)).toEqual([odd.userId]);
    expect(await ids(`100% ${mark}`)).toEqual([plain.userId]);
    expect(await ids(`%${mark}`)).toEqual([]);
    expect(await ids(`\\${mark}`)).toEqual([]);
    expect(await ids("'; drop table users_users; --")).toEqual([]);
  });

  test("filters administrators and disabled", async () => {
    const { userId } = await signUp(server);
    await change(admin, userId, { isDisabled: true });
    expect((await people({ filter: "admins" })).items.map(({ id }) => id)).toEqual([admin.userId]);
    const disabled = await people({ filter: "disabled" });
    expect(disabled.items.every(({ isDisabled }) => isDisabled)).toBe(true);
    expect(disabled.items.map(({ id }) => id)).toContain(userId);
  });

  test("pages are whole forward and backward, also when somebody is deleted in between", async () => {
    const mark = randomUUID().slice(0, 8);
    for (let one = 1; one <= 5; one += 1) await signUp(server, `p${one}-${mark}@example.com`);
    const ids = (page: Awaited<ReturnType<typeof people>>) => page.items.map(({ id }) => id);
    const all = ids(await people({ search: mark }));
    const first = await people({ search: mark, limit: 2 });
    expect(first.previousCursor).toBeNull();
    const second = await people({ search: mark, limit: 2, cursor: first.nextCursor ?? "" });
    const third = await people({ search: mark, limit: 2, cursor: second.nextCursor ?? "" });
    expect([first, second, third].flatMap(ids)).toEqual(all);
    expect(third.nextCursor).toBeNull();
    const back = await people({ search: mark, limit: 2, cursor: third.previousCursor ?? "" });
    expect(ids(back)).toEqual(ids(second));
    await remove(admin, all[1] ?? "");
    const after = await people({ search: mark, limit: 2, cursor: first.nextCursor ?? "" });
    expect(ids(after)).toEqual(ids(second));
    await expect(people({ cursor: "'; drop" })).rejects.toMatchObject({ status: 400 });
  });
});

test("the figures are counted, and what has no source is null", async () => {
  const before = await routes().getAdminStats({ ...plainRequest, caller: admin });
  const { userId } = await signUp(server);
  await pay(userId, 5_000n);
  const stats = await routes().getAdminStats({ ...plainRequest, caller: admin });
  expect(stats.totalUsers).toBe(before.totalUsers + 1);
  expect(stats.newUsers).toBe(before.newUsers + 1);
  expect(stats.totalBalanceSats).toBe(before.totalBalanceSats + 5_000n);
  expect(stats).toMatchObject({ administrators: 1, activeMiners: 0, newUsersDays: 7 });
  expect(stats.queues).toMatchObject({ withdrawals: 0, oldestWithdrawalAt: null, mails: null });
  expect(stats.health).toMatchObject({
    database: "writable",
    nodeHeight: 42,
    watcherHeight: null,
    unexplainedSats: null,
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

async function pay(userId: string, sats: bigint): Promise<void> {
  await parts.database.transaction((tx) =>
    postAll(tx, [
      {
        id: newUuid(),
        debit: outsideAccount("chain"),
        credit: userAccount(userId, "available", "BTC"),
        amount: sats,
        code: "deposit",
      },
    ]),
  );
}
