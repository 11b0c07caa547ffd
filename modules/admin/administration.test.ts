/**
 * Tests how administrators manage users: permissions, refusals, audit entries, and the
 * serialisation of concurrent changes.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { authenticate } from "#users";
import { openPeopleOffice, reason } from "../../test/support/people/people-office.ts";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  signUp,
} from "../../test/support/servers/sign-in-server.ts";
import { verifyAudit } from "../audit/verify-audit.ts";

const office = openPeopleOffice();
const { audit, change, newAdministrator, remove, subjectsOf } = office;

describe("adding a user", () => {
  const add = (
    body: Partial<{ name: string; email: string; password: string; isAdmin: boolean }>,
  ) =>
    office.routes.addPerson({
      ...plainRequest,
      caller: office.admin,
      body: { name: "Bo", email: newEmail(), password: PASSWORD, isAdmin: false, reason, ...body },
    });

  test("the new user can sign in and is asked to choose a new password", async () => {
    const email = newEmail();
    const person = await add({ email: email.toUpperCase() });
    expect(person).toMatchObject({ name: "Bo", email, isAdmin: false, isDisabled: false });
    expect(person.balances).toEqual({ availableSats: 0n, heldSats: 0n, availableCents: 0n });
    const { error } = await office.server
      .client()
      .auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect((await audit())[0]).toMatchObject({
      action: "user.add",
      actorEmail: office.admin.email,
      targetEmail: email,
      reason,
      after: { isAdmin: false },
    });
    expect(await subjectsOf(person.id)).toContain("Choose your own password");
  });

  test("a new administrator's role is stored only in the roles table", async () => {
    const email = newEmail();
    expect((await add({ email, isAdmin: true })).isAdmin).toBe(true);
    const { data } = await office.server
      .client()
      .auth.signInWithPassword({ email, password: PASSWORD });
    expect((await authenticate(office.deps, data.session?.access_token)).isAdmin).toBe(true);
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

  test("an e-mail address in use is refused", async () => {
    await expect(add({ email: office.admin.email })).rejects.toMatchObject({
      status: 409,
      code: "email_taken",
    });
  });
});

describe("changing a user", () => {
  test("a changed name is reported to the user and logged without the name itself", async () => {
    const { userId } = await signUp(office.server);
    expect(await change(office.admin, userId, { name: "Grace" })).toMatchObject({ name: "Grace" });
    expect(await subjectsOf(userId)).toContain("An administrator changed your account");
    const [entry] = await audit();
    expect(entry).toMatchObject({ action: "user.change", reason, after: { name: "changed" } });
    expect(JSON.stringify({ before: entry?.before, after: entry?.after })).not.toContain("Grace");
  });

  test("granting or revoking the role takes effect immediately", async () => {
    const { userId, session } = await signUp(office.server);
    const isAdmin = async () => (await authenticate(office.deps, session.access_token)).isAdmin;
    expect(await isAdmin()).toBe(false);
    await change(office.admin, userId, { isAdmin: true });
    expect(await isAdmin()).toBe(true);
    await change(office.admin, userId, { isAdmin: false });
    expect(await isAdmin()).toBe(false);
  });

  test("a disabled user is signed out immediately", async () => {
    const { userId, session, email, client } = await signUp(office.server);
    await authenticate(office.deps, session.access_token);
    const ended: string[] = [];
    office.deps.bus.subscribe("session-ended", ({ sessionIds }) => ended.push(...sessionIds));
    expect(await change(office.admin, userId, { isDisabled: true })).toMatchObject({
      isDisabled: true,
      disabledReason: reason,
    });
    expect(ended).toHaveLength(1);
    await expect(authenticate(office.deps, session.access_token)).rejects.toMatchObject({
      code: "session_ended",
    });
    expect((await client.auth.refreshSession()).error?.status).toBe(400);
    const refused = await office.server
      .client()
      .auth.signInWithPassword({ email, password: PASSWORD });
    expect(refused.error?.code).toBe("user_banned");
    await change(office.admin, userId, { isDisabled: false });
    const again = await office.server
      .client()
      .auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error).toBeNull();
  });

  test("a change based on outdated values is refused and returns the current values", async () => {
    const { userId, email } = await signUp(office.server);
    const expected = { name: "Ada", isAdmin: false, isDisabled: false };
    const other = await newAdministrator();
    await change(other, userId, { isDisabled: true, seen: expected });
    const [newest] = await audit();
    const messages = await subjectsOf(userId);
    const refused = (text: string) => ({
      status: 409,
      code: "person_changed",
      title: "Changed by someone else",
      text: `${text} Check the new values, then try again.`,
    });
    for (const steps of [{ isDisabled: false }, { name: "Una" }, { isAdmin: true }])
      await expect(
        change(office.admin, userId, { ...steps, seen: expected }),
      ).rejects.toMatchObject(
        refused("Another administrator changed the status of Ada after you opened this page."),
      );
    const older = { name: "", isAdmin: true, isDisabled: false };
    await expect(
      change(office.admin, userId, { isDisabled: false, seen: older }),
    ).rejects.toMatchObject(
      refused(
        "Another administrator changed the name, role, and status of Ada after you opened this page.",
      ),
    );
    expect((await audit())[0]).toEqual(newest);
    expect(await subjectsOf(userId)).toEqual(messages);
    const now = { ...expected, isDisabled: true };
    expect(await change(office.admin, userId, { name: "Una", seen: now })).toMatchObject({
      name: "Una",
      email,
      isDisabled: true,
    });
  });

  test("only one of two concurrent changes of the same state succeeds", async () => {
    const { userId } = await signUp(office.server);
    const other = await newAdministrator();
    const expected = { name: "Ada" };
    const rename = (caller: typeof other, name: string) =>
      change(caller, userId, { name, seen: expected });
    const both = await Promise.allSettled([rename(office.admin, "Una"), rename(other, "Uma")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { status: 409, code: "person_changed" },
    });
  });

  test("a name that was truncated inside a surrogate pair can still be changed", async () => {
    const { userId } = await signUp(office.server);
    const long = `${"x".repeat(119)}😀`;
    await office.deps.database.query(
      "update users_users set raw_user_meta_data = jsonb_build_object('name', $2::text) where id = $1",
      [userId, long],
    );
    const { items } = await office.routes.listPeople({
      ...plainRequest,
      caller: office.admin,
      query: { filter: "all", limit: 50 },
    });
    const name = items.find(({ id }) => id === userId)?.name ?? "";
    expect(name.isWellFormed()).toBe(true);
    expect(await change(office.admin, userId, { name: "X", seen: { name } })).toMatchObject({
      name: "X",
    });
  });

  test("empty changes, unknown users and invalid ids are refused", async () => {
    await expect(change(office.admin, office.admin.userId, {})).rejects.toMatchObject({
      status: 400,
    });
    for (const id of [randomUUID(), "1", "' or 1=1"])
      await expect(change(office.admin, id, { isAdmin: true })).rejects.toMatchObject({
        status: 404,
        code: "user_not_found",
      });
  });
});

describe("the last administrator", () => {
  const last = { status: 409, code: "last_administrator" };

  test("the last administrator cannot lose the role", async () => {
    await expect(
      change(office.admin, office.admin.userId, { isAdmin: false }),
    ).rejects.toMatchObject(last);
    await expect(
      change(office.admin, office.admin.userId, { isDisabled: true }),
    ).rejects.toMatchObject(last);
    await expect(remove(office.admin, office.admin.userId)).rejects.toMatchObject(last);
  });

  test("administrators cannot demote, disable or delete themselves", async () => {
    await newAdministrator();
    const own = { status: 403, code: "own_access" };
    const { admin } = office;
    await expect(change(admin, admin.userId, { isAdmin: false })).rejects.toMatchObject(own);
    await expect(change(admin, admin.userId, { isDisabled: true })).rejects.toMatchObject(own);
    await expect(remove(admin, admin.userId)).rejects.toMatchObject(own);
    expect(await change(admin, admin.userId, { name: "Still here" })).toMatchObject({
      name: "Still here",
      isAdmin: true,
    });
  });

  test("disabled administrators do not count as remaining administrators", async () => {
    const other = await newAdministrator();
    await change(office.admin, other.userId, { isDisabled: true });
    await expect(
      change(office.admin, office.admin.userId, { isAdmin: false }),
    ).rejects.toMatchObject(last);
  });

  test.each([{ isAdmin: false }, { isDisabled: true }])(
    "only one of two administrators who send %j for each other succeeds",
    async (body) => {
      for (let round = 0; round < 20; round += 1) {
        const other = await newAdministrator();
        const results = await Promise.allSettled([
          change(office.admin, other.userId, body),
          change(other, office.admin.userId, body),
        ]);
        expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        const loser = results.find((result) => result.status === "rejected");
        expect(loser?.reason).toMatchObject({ status: 403, code: "not_admin" });
        await office.renewAdministrator();
      }
    },
  );

  test("only one of two administrators who delete each other succeeds", async () => {
    const other = await newAdministrator();
    const results = await Promise.allSettled([
      remove(office.admin, other.userId),
      remove(other, office.admin.userId),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a demoted administrator can no longer change anything", async () => {
    const other = await newAdministrator();
    const { userId } = await signUp(office.server);
    await change(office.admin, other.userId, { isAdmin: false });
    const refused = { status: 403, code: "not_admin" };
    await expect(change(other, userId, { name: "Mallory" })).rejects.toMatchObject(refused);
    await expect(remove(other, userId)).rejects.toMatchObject(refused);
  });
});

test("the audit log is valid after all changes", async () => {
  const report = await verifyAudit(office.deps.database);
  expect(report.problems).toEqual([]);
  expect(report.entries).toBeGreaterThan(20);
});
