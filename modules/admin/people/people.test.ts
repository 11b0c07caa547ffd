/** Tests account deletion, messages to users, the user list, and the dashboard's figures. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PRACTICE_LABEL } from "#platform";
import { authenticate, findEmails } from "#users";
import { openPeopleOffice } from "../../../test/support/people/people-office.ts";
import { PASSWORD, plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { noAddressOf } from "../../users/people/no-address.ts";

const office = openPeopleOffice({ administratorMessagesPerHourMax: 2 });
const { audit, change, pay, remove, subjectsOf } = office;
const people = (query: Partial<Parameters<(typeof office.routes)["listPeople"]>[0]["query"]>) =>
  office.routes.listPeople({
    ...plainRequest,
    caller: office.admin,
    query: { filter: "all", limit: 50, ...query },
  });

describe("deleting a user", () => {
  test("a user who has money cannot be deleted", async () => {
    const { userId } = await signUp(office.server);
    await pay(userId, 1_234n);
    await expect(remove(office.admin, userId)).rejects.toMatchObject({
      status: 409,
      code: "still_has",
      text: expect.stringContaining("0.00001234 BTC"),
    });
  });

  test("deleting a user removes personal data but keeps the ledger", async () => {
    const { userId, email, session } = await signUp(office.server);
    await remove(office.admin, userId);
    await expect(authenticate(office.deps, session.access_token)).rejects.toMatchObject({
      status: 401,
    });
    const { error } = await office.server
      .client()
      .auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe("invalid_credentials");
    expect((await people({ search: email })).items).toEqual([]);
    const rows = await office.deps.database.query<{ row: string }>(
      `select u::text as row from users_users u where id = $1
       union all select r::text from notifications_recipients r where user_id = $1
       union all select l::text from notifications_messages l where user_id = $1
       union all select i::text from users_identities i where user_id = $1
       union all select h::text from users_login_history h where user_id = $1
       union all select a::text from audit_entries a`,
      [userId],
    );
    expect(rows.filter(({ row }) => row.includes(email) || row.includes("Ada"))).toEqual([]);
    const accounts = await office.deps.database.query(
      "select from ledger_accounts where user_id = $1",
      [userId],
    );
    expect(accounts).toHaveLength(4);
    expect((await signUp(office.server, email)).userId).not.toBe(userId);
    await expect(remove(office.admin, userId)).rejects.toMatchObject({ status: 404 });
  });
});

describe("messages to users", () => {
  const write = (userId: string, subject = "Hello", requestId?: string) =>
    office.routes.writeToPerson({
      ...plainRequest,
      caller: office.admin,
      params: { userId },
      body: { subject, text: "A word.\nBcc: x@y.z", requestId },
    });

  test("a message to a user has the practice label", async () => {
    const { userId } = await signUp(office.server);
    await write(userId, "Line\r\nBcc: a@b.c");
    expect(await subjectsOf(userId)).toContain("Line Bcc: a@b.c");
    const [message] = await office.deps.database.query<{ body: string }>(
      "select body from notifications_messages where user_id = $1 and subject = $2",
      [userId, "Line Bcc: a@b.c"],
    );
    expect(message?.body).toMatch(new RegExp(`^${PRACTICE_LABEL}\\s`));
    await write(userId);
    await expect(write(userId)).rejects.toMatchObject({ status: 429, code: "too_many_messages" });
    const [entry] = await audit();
    expect(entry).toMatchObject({ action: "user.email", before: {} });
    expect(entry?.after["sha256"]).toMatch(/^[0-9a-f]{64}$/);
  });

  test("a message to a user is sent once per requestId", async () => {
    const { userId } = await signUp(office.server);
    const requestId = randomUUID();
    const entries = async () =>
      (await audit()).filter(
        ({ action, targetId }) => action === "user.email" && targetId === userId,
      );
    await Promise.all([write(userId, "Once", requestId), write(userId, "Once", requestId)]);
    for (let click = 0; click < 3; click += 1)
      expect(await write(userId, "Once", requestId)).toEqual({ isSent: true });
    expect((await subjectsOf(userId)).filter((subject) => subject === "Once")).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
    const { userId: other } = await signUp(office.server);
    const reused = { status: 422, code: "request_reused" };
    await expect(write(userId, "Twice", requestId)).rejects.toMatchObject(reused);
    await expect(write(other, "Once", requestId)).rejects.toMatchObject(reused);
    expect(await subjectsOf(other)).not.toContain("Once");
  });

  test("a repeated message gets the first response even after the user was deleted", async () => {
    const { userId } = await signUp(office.server);
    const requestId = randomUUID();
    await write(userId, "Goodbye", requestId);
    await remove(office.admin, userId);
    expect(await write(userId, "Goodbye", requestId)).toEqual({ isSent: true });
  });

  test("a message to an unknown user is refused", async () => {
    await expect(write(randomUUID())).rejects.toMatchObject({ status: 404 });
  });
});

describe("the user list", () => {
  test("the user list marks anonymous users and shows no address for them", async () => {
    const { data } = await office.server.client().auth.signInAnonymously();
    const id = data.user?.id ?? "";
    const tries = { id, email: "", isAnonymous: true };
    const request = { ...plainRequest, caller: office.admin };
    const { items } = await office.routes.listPeople({
      ...request,
      query: { filter: "trying", limit: 100 },
    });
    expect(items).toMatchObject([tries]);
    expect(await office.routes.getPerson({ ...request, params: { userId: id } })).toMatchObject(
      tries,
    );
    const admin = { ...request, params: { userId: office.admin.userId } };
    expect(await office.routes.getPerson(admin)).toMatchObject({ isAnonymous: false });
  });

  test("the user list contains all existing users and no deleted ones", async () => {
    const { database } = office.deps;
    const { data } = await office.server.client().auth.signInAnonymously();
    const tries = data.user?.id ?? "";
    const mailed = await signUp(office.server);
    const { userId: gone } = await signUp(office.server);
    await remove(office.admin, gone);
    // A user without an address, as created by a hosted service for a phone number.
    const { userId: byPhone } = await signUp(office.server);
    await database.query("update users_users set email = $2 where id = $1", [
      byPhone,
      noAddressOf(byPhone),
    ]);
    const named = await findEmails(database, [tries, mailed.userId, gone, byPhone]);
    const expected = { [tries]: "", [mailed.userId]: mailed.email, [byPhone]: "" };
    expect(Object.fromEntries(named)).toEqual(expected);
  });

  test("a user search finds any part of a name or address", async () => {
    const mark = randomUUID().slice(0, 8);
    const odd = await signUp(office.server, `odd_${mark}@example.com`);
    const plain = await signUp(office.server, `oddx${mark}@example.com`);
    await change(office.admin, plain.userId, { name: `100% ${mark.toUpperCase()}` });
    const ids = async (search: string) => (await people({ search })).items.map(({ id }) => id);
    expect(await ids(mark)).toEqual([plain.userId, odd.userId]);
    expect(await ids(`odd_${mark}`)).toEqual([odd.userId]);
    expect(await ids(`100% ${mark}`)).toEqual([plain.userId]);
    expect(await ids(`%${mark}`)).toEqual([]);
    expect(await ids(`\\${mark}`)).toEqual([]);
    expect(await ids("'; drop table users_users; --")).toEqual([]);
  });

  test("the user list can be filtered by administrators and disabled users", async () => {
    const { userId } = await signUp(office.server);
    await change(office.admin, userId, { isDisabled: true });
    expect((await people({ filter: "admins" })).items.map(({ id }) => id)).toEqual([
      office.admin.userId,
    ]);
    const disabled = await people({ filter: "disabled" });
    expect(disabled.items.every(({ isDisabled }) => isDisabled)).toBe(true);
    expect(disabled.items.map(({ id }) => id)).toContain(userId);
  });

  test("paging lists every user in both directions, even after a deletion", async () => {
    const mark = randomUUID().slice(0, 8);
    for (let one = 1; one <= 5; one += 1)
      await signUp(office.server, `p${one}-${mark}@example.com`);
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
    await remove(office.admin, all[1] ?? "");
    const after = await people({ search: mark, limit: 2, cursor: first.nextCursor ?? "" });
    expect(ids(after)).toEqual(ids(second));
    await expect(people({ cursor: "'; drop" })).rejects.toMatchObject({ status: 400 });
  });
});

test("unknown figures are null", async () => {
  const before = await office.routes.getAdminStats({ ...plainRequest, caller: office.admin });
  const { userId } = await signUp(office.server);
  await pay(userId, 5_000n);
  const stats = await office.routes.getAdminStats({ ...plainRequest, caller: office.admin });
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
