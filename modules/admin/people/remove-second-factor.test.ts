/**
 * Tests removing the authenticator of a user who lost the phone and the recovery codes: the
 * required authority, the effects, and the messages.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminRoutes } from "#admin";
import type { Caller } from "#api/route";
import { authenticate, ensureServiceKey, SERVICE_KEY_FILE, withdrawalsLockedUntil } from "#users";
import { HOUR_MS, settledAdministrator } from "../../../test/support/people/administrators.ts";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import {
  proving,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import { operatorOf } from "../../../test/support/people/operator.ts";
import { diskFolder, removeFolder } from "../../../test/support/servers/scratch-folder.ts";
import { PASSWORD, plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { replaceRecoveryCodes } from "../../users/factors/recovery-codes.ts";
import { listOwnAudit } from "../audit/search-audit.ts";

const reason = "Met at the desk, passport shown";
let office: BackOffice;
let ann: Caller;
let bob: Caller;
beforeAll(async () => {
  office = await startBackOffice();
});
beforeEach(async () => {
  await office.deps.database.query("delete from users_roles");
  ann = await settledAdministrator(office);
  bob = await settledAdministrator(office);
});
afterAll(() => office.close());

const remove = (caller: Caller, userId: string, routes = office.routes) =>
  routes.removeSecondFactor({ ...plainRequest, caller, params: { userId }, body: { reason } });
const refused = (status: number, code: string) => ({ status, code });
const now = () => office.server.clock.now();

/**
 * Creates a user with a working authenticator, an unfinished one and recovery codes, all created
 * long ago.
 */
async function protectedPerson() {
  const person = await signUp(office.server);
  const { auth } = person.client;
  await prove(auth, await enrol(auth, "Phone"), now());
  await enrol(auth, "Never finished");
  const { userId } = person;
  await office.deps.database.transaction((tx) => replaceRecoveryCodes(tx, { userId, now: now() }));
  office.server.clock.move(48 * HOUR_MS);
  return person;
}

async function rowsOf(table: string, userId: string): Promise<number> {
  const rows = await office.deps.database.query(`select 1 from ${table} where user_id = $1`, [
    userId,
  ]);
  return rows.length;
}

test("removal deletes the user's factors and ends the sessions", async () => {
  const { userId, email, client } = await protectedPerson();
  const { data } = await client.auth.getSession();
  expect(await withdrawalsLockedUntil(office.deps.database, userId, now())).toBeUndefined();
  expect(await remove(ann, userId)).toMatchObject({ id: userId, email });
  for (const table of ["users_factors", "users_recovery_codes", "users_sessions"])
    expect({ table, rows: await rowsOf(table, userId) }).toEqual({ table, rows: 0 });
  const until = await withdrawalsLockedUntil(office.deps.database, userId, now());
  const waitMs = (until?.getTime() ?? 0) - now().getTime();
  expect(Math.round(waitMs / HOUR_MS)).toBe(24);
  await expect(authenticate(office.deps, data.session?.access_token)).rejects.toMatchObject({
    status: 401,
  });
  expect((await client.auth.refreshSession()).error).not.toBeNull();

  const { auth } = office.server.client();
  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
  await prove(auth, await enrol(auth, "New phone"), now());
  expect(await rowsOf("users_factors", userId)).toBe(1);
});

test("the message to the user states how the identity was verified", async () => {
  const { userId, email } = await protectedPerson();
  await remove(ann, userId);
  const until = await withdrawalsLockedUntil(office.deps.database, userId, now());
  const { text } = await messageTo(office.deps.database, {
    email,
    template: "second_factor_taken",
  });
  expect(text).toContain("An administrator removed an authenticator app from your account at");
  expect(text).toContain("your password alone is now enough to sign in");
  expect(text).toContain(`until ${until?.toISOString()}`);
  expect(text).toContain(reason);
  expect(text).toContain("Not you? Change your password");
  const [entry] = await office.audit(ann);
  const expected = { action: "user.remove_factor", reason, after: { secondFactor: "removed" } };
  expect(entry).toMatchObject({ ...expected, actorId: ann.userId, targetId: userId });
  const { items } = await listOwnAudit(office.deps.database, {
    target: userId,
    cursor: undefined,
    limit: 5,
  });
  expect(items).toMatchObject([{ ...expected, isOwn: false }]);
});

describe("refusals", () => {
  test("removal is refused without a finished authenticator", async () => {
    const { userId } = await protectedPerson();
    const none = refused(409, "no_authenticator");
    const results = await Promise.allSettled([remove(ann, userId), remove(bob, userId)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(remove(ann, userId)).rejects.toMatchObject(none);
    const { userId: other, client } = await signUp(office.server);
    await enrol(client.auth, "Never finished");
    await expect(remove(ann, other)).rejects.toMatchObject(none);
    expect(await rowsOf("users_factors", other)).toBe(1);
    expect(await rowsOf("users_sessions", other)).toBe(1);
    await expect(remove(ann, "1")).rejects.toMatchObject(refused(404, "user_not_found"));
  });

  test("removing one's own authenticator is refused", async () => {
    await expect(remove(ann, ann.userId)).rejects.toMatchObject({
      ...refused(403, "own_second_factor"),
      text: expect.stringContaining("Remove it in Settings with a code"),
    });
    expect(await rowsOf("users_factors", ann.userId)).toBe(1);
  });

  test("removal requires two-factor authentication, the role and authority", async () => {
    const { userId } = await protectedPerson();
    await expect(remove({ ...ann, aal: "aal1" }, userId)).rejects.toMatchObject(
      refused(403, "second_factor_required"),
    );
    await expect(remove({ ...ann, userId }, bob.userId)).rejects.toMatchObject(
      refused(403, "not_admin"),
    );
    await office.deps.database.query(
      "update users_users set credentials_changed_at = $2 where id = $1",
      [ann.userId, now()],
    );
    await expect(remove(ann, userId)).rejects.toMatchObject(refused(403, "authority_waiting"));
    expect(await rowsOf("users_factors", userId)).toBe(2);
  });

  test("removal is refused if a hosted service manages the factors", async () => {
    const { userId } = await protectedPerson();
    const unasked = () => Promise.reject(new Error("nobody is asked"));
    const hosted = { issuer: "http://hosted.test", verify: unasked, askUser: unasked };
    const routes = adminRoutes({ ...office.deps, hosted });
    await expect(remove(ann, userId, routes)).rejects.toMatchObject({
      ...refused(422, "factors_elsewhere"),
      title: "Managed elsewhere",
    });
  });
});

test("an administrator whose authenticator was removed has no authority for a day", async () => {
  const { userId } = await protectedPerson();
  await remove(ann, bob.userId);
  const again = proving(office.server, bob);
  await expect(remove(again, userId)).rejects.toMatchObject(refused(403, "authority_waiting"));
  office.server.clock.move(25 * HOUR_MS);
  await remove(again, userId);
});

test("removal with the service key sends the same message", async () => {
  const { userId, email } = await protectedPerson();
  const dataDir = diskFolder();
  await ensureServiceKey({ ...office.deps, dataDir });
  const key = readFileSync(join(dataDir, SERVICE_KEY_FILE), "utf8").trim();
  removeFolder(dataDir);
  const { mfa } = operatorOf(office.server, key);
  const { data } = await mfa.listFactors({ userId });
  const idOf = (wanted: "unverified" | "verified") =>
    data?.factors.find(({ status }) => status === wanted)?.id ?? "";
  // Deleting the unfinished authenticator sends no message.
  expect((await mfa.deleteFactor({ userId, id: idOf("unverified") })).error).toBeNull();
  expect(await rowsOf("users_factors", userId)).toBe(1);
  expect(await rowsOf("users_sessions", userId)).toBe(1);
  expect(await withdrawalsLockedUntil(office.deps.database, userId, now())).toBeUndefined();
  const id = idOf("verified");
  expect((await mfa.deleteFactor({ userId, id })).error).toBeNull();
  expect(await rowsOf("users_recovery_codes", userId)).toBe(0);
  expect(await rowsOf("users_sessions", userId)).toBe(0);
  const { text } = await messageTo(office.deps.database, {
    email,
    template: "second_factor_taken",
  });
  expect(text).toContain("The operator of this installation removed an authenticator app");
  const { items } = await listOwnAudit(office.deps.database, {
    target: userId,
    cursor: undefined,
    limit: 5,
  });
  expect(items).toMatchObject([{ action: "user.remove_factor" }]);
});
