/** Tests the admin endpoints for managing users, with the official client and the service key. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid } from "#platform";
import { authenticate } from "#users";
import { enrol, prove } from "../../../../test/support/people/authenticator.ts";
import { waitingForLocks } from "../../../../test/support/servers/database.ts";
import { countMessages, messageTo } from "../../../../test/support/people/messages.ts";
import {
  makeAdministrator,
  operatorOf,
  requestOfSignIn,
  startOperatorServer,
  type OperatorServer,
} from "../../../../test/support/people/operator.ts";
import { untoldFacts } from "../../../../test/support/people/audit-texts.ts";
import {
  newEmail,
  PASSWORD,
  signUp,
  type SignInServer,
} from "../../../../test/support/servers/sign-in-server.ts";
import { replaceRecoveryCodes } from "../../factors/recovery-codes.ts";
import { lockUser, saveNewEmail } from "../../people/users-table.ts";

let started: OperatorServer;
let server: SignInServer;
let key: string;
beforeAll(async () => {
  started = await startOperatorServer();
  ({ server } = started);
  key = started.readKey();
});
beforeEach(() => server.clock.move(61_000));
afterAll(() => started.close());

const operator = () => operatorOf(server, key);
const signInAs = (email: string, password: string) =>
  server.client().auth.signInWithPassword({ email, password });
const request = (method: string, route: string, token?: string, body?: unknown) =>
  requestOfSignIn(server, method, route, token, body);

describe("users", () => {
  test("users are listed in pages of 50 with a total count and page links", async () => {
    await signUp(server);
    await signUp(server);
    const { body, headers } = await page("");
    expect(body.aud).toBe("authenticated");
    const total = Number(headers.get("x-total-count"));
    expect(body.users.length).toBe(Math.min(50, total));
    const first = await page("?page=1&per_page=1");
    expect(first.body.users.length).toBe(1);
    expect(first.headers.get("link")).toBe(
      `<http://floor.test/auth/v1/admin/users?page=2&per_page=1>; rel="next", ` +
        `<http://floor.test/auth/v1/admin/users?page=${total}&per_page=1>; rel="last"`,
    );
    const { data } = await operator().listUsers({ page: 1, perPage: 1 });
    expect(data).toMatchObject({ nextPage: 2, total });
    expect((await request("GET", "admin/users?page=0", key)).code).toBe("validation_failed");
  });

  async function page(query: string) {
    const response = await fetch(`${server.url}/auth/v1/admin/users${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return {
      headers: response.headers,
      body: (await response.json()) as { users: unknown[]; aud: string },
    };
  }

  test("users can be created, read, changed and deleted", async () => {
    const email = newEmail();
    const made = await operator().createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: "Ada", is_admin: true },
      app_metadata: { plan: "gold" },
    });
    expect(made.error).toBeNull();
    const id = made.data.user?.id ?? "";
    expect(made.data.user).toMatchObject({
      user_metadata: { name: "Ada", is_admin: false },
      app_metadata: { provider: "email", plan: "gold" },
    });
    expect(
      (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull();
    expect((await operator().getUserById(id)).data.user?.email).toBe(email);

    const next = newEmail();
    const changed = await operator().updateUserById(id, {
      email: next,
      password: "a new long one",
    });
    expect(changed.data.user?.email).toBe(next);
    expect((await signInAs(next, "a new long one")).error).toBeNull();
    expect(
      (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
    ).toBe("invalid_credentials");
    await messageTo(server.deps.database, { email, template: "account_changed" });

    expect((await operator().deleteUser(id)).error).toBeNull();
    expect((await operator().getUserById(id)).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
  });

  test("a concurrent change of the address is not overwritten", async () => {
    const { userId } = await signUp(server);
    const next = newEmail();
    const { database, clock } = server.deps;
    let change: ReturnType<ReturnType<typeof operator>["updateUserById"]> | undefined;
    await database.transaction(async (tx) => {
      await lockUser(tx, userId);
      change = operator().updateUserById(userId, { user_metadata: { name: "Grace" } });
      await expect.poll(() => waitingForLocks(server.deps.database)).toBe(1);
      await saveNewEmail(tx, { userId, newEmail: next, now: clock.now() });
    });
    expect((await change)?.data.user).toMatchObject({
      email: next,
      user_metadata: { name: "Grace" },
    });
  });

  test("deleting a user deletes their authenticators and recovery codes", async () => {
    const { client, userId } = await signUp(server);
    await prove(client.auth, await enrol(client.auth), server.clock.now());
    const { database } = server.deps;
    const now = server.clock.now();
    await database.transaction((tx) => replaceRecoveryCodes(tx, { userId, now }));
    expect((await operator().deleteUser(userId)).error).toBeNull();
    for (const table of ["users_factors", "users_recovery_codes"])
      expect(await database.query(`select 1 from ${table} where user_id = $1`, [userId])).toEqual(
        [],
      );
  });

  test("invalid input returns Supabase Auth's errors", async () => {
    const { email, userId } = await signUp(server);
    const codeOf = async (pending: Promise<{ error: { code?: unknown } | null }>) =>
      (await pending).error?.code;
    expect(await codeOf(operator().createUser({ email }))).toBe("email_exists");
    expect(await codeOf(operator().createUser({ email: newEmail(), password: "x" }))).toBe(
      "weak_password",
    );
    expect(await codeOf(operator().createUser({ phone: "+4915100000" }))).toBe(
      "phone_provider_disabled",
    );
    expect(await codeOf(operator().createUser({}))).toBe("validation_failed");
    expect(await codeOf(operator().updateUserById(userId, { role: "service_role" }))).toBe(
      "validation_failed",
    );
    expect(await codeOf(operator().updateUserById(userId, { ban_duration: "1 week" }))).toBe(
      "validation_failed",
    );
    expect((await request("GET", "admin/users/none", key)).status).toBe(404);
  });

  test("an unconfirmed user cannot sign in with a password", async () => {
    const email = newEmail();
    const { data } = await operator().createUser({ email, password: PASSWORD });
    expect(
      (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toMatchObject({
      status: 400,
      code: "email_not_confirmed",
    });
    await operator().updateUserById(data.user?.id ?? "", { email_confirm: true });
    expect(
      (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull();
  });

  test("an anonymous user gets one welcome message, when the first address is set", async () => {
    const { data } = await server.client().auth.signInAnonymously();
    const email = newEmail();
    const attributes = { email, password: PASSWORD, email_confirm: true };
    const { error } = await operator().updateUserById(data.user?.id ?? "", attributes);
    expect(error).toBeNull();
    expect(await countMessages(server.deps.database, { email, template: "welcome" })).toBe(1);
  });

  test("a ban ends the user's sessions and can be lifted", async () => {
    const { email, userId, session, client } = await signUp(server);
    await operator().updateUserById(userId, { ban_duration: "1h30m" });
    await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject({
      status: 401,
    });
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect(
      (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
    ).toBe("user_banned");
    server.clock.move(5_400_000);
    expect(
      (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull();
    await operator().updateUserById(userId, { ban_duration: "876000h" });
    expect(
      (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
    ).toBe("user_banned");
    await operator().updateUserById(userId, { ban_duration: "none" });
    expect(
      (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull();
  });

  test("the last administrator and a user with coins cannot be deleted", async () => {
    const { database } = server.deps;
    await database.query("delete from users_roles");
    const boss = await signUp(server);
    await makeAdministrator(server, boss.userId);
    const ban = await operator().updateUserById(boss.userId, { ban_duration: "24h" });
    expect(ban.error).toMatchObject({ status: 409, code: "conflict" });
    expect((await operator().deleteUser(boss.userId)).error?.status).toBe(409);
    expect((await signInAs(boss.email, PASSWORD)).error).toBeNull();

    const rich = await signUp(server);
    const deposit = {
      id: newUuid(),
      debit: outsideAccount("chain"),
      credit: userAccount(rich.userId, "available", "BTC"),
      amount: 1n,
      code: "deposit",
    } as const;
    await database.transaction((tx) => postAll(tx, [deposit]));
    const deletion = await operator().deleteUser(rich.userId);
    expect(deletion.error?.message).toContain("0.00000001 BTC");
  });

  test("the audit log records changes without names and addresses", async () => {
    const { userId } = await signUp(server);
    await operator().updateUserById(userId, { password: "yet another long one" });
    const rows = await server.deps.database.query<{
      actor: string;
      action: string;
      after: object;
    }>("select actor, action, after from audit_entries where target = $1", [userId]);
    expect(rows).toEqual([
      {
        actor: "00000000-0000-4000-8000-000000000000",
        action: "user.change",
        after: { isDisabled: false, password: "changed" },
      },
    ]);
  });
});

test("the audit page has a label for every field that the service key can record", async () => {
  expect(await untoldFacts(server.deps.database)).toEqual([]);
});
