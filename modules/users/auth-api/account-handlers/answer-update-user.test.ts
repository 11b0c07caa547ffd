/**
 * Tests PUT /user with the official client: it changes the user's own data, grants no rights and
 * cannot be used to guess the password.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "#users";
import { enrol, prove } from "../../../../test/support/people/authenticator.ts";
import { findLogins } from "../../sessions/login-history-table.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../../test/support/servers/sign-in-server.ts";
import { signInWithPassword } from "../../accounts/sign-in-with-password.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({ passwordFailuresFree: 3, passwordFailuresMax: 8 });
});
afterAll(() => server.close());

test("metadata is merged and never grants rights", async () => {
  const user = await signUp(server);
  const { data, error } = await user.client.auth.updateUser({
    data: { name: "Grace", is_admin: true, role: "administrator" },
  });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toMatchObject({ name: "Grace", is_admin: false });
  expect(data.user?.role).toBe("authenticated");
  server.clock.move(10_000);
  expect((await authenticate(server.deps, user.session.access_token)).isAdmin).toBe(false);
});

test("the client's listeners receive USER_UPDATED after a change", async () => {
  const { client } = await signUp(server);
  const events: unknown[] = [];
  const { data } = client.auth.onAuthStateChange((event, session) => {
    events.push([event, session?.user.user_metadata["name"]]);
  });
  await client.auth.updateUser({ data: { name: "Grace" } });
  await expect.poll(() => events).toContainEqual(["USER_UPDATED", "Grace"]);
  data.subscription.unsubscribe();
});

test("a new password requires the current password or a sign-in within a day", async () => {
  const user = await signUp(server);
  const change = async (password: string, current_password?: string) => {
    const body = current_password === undefined ? { password } : { password, current_password };
    return (await user.client.auth.updateUser(body)).error?.code;
  };
  expect(await change("another long one", "not the password")).toBe("invalid_credentials");
  expect(await change("another long one", PASSWORD)).toBeUndefined();
  expect(await change("a third long one")).toBeUndefined();
  server.clock.move(25 * 3_600_000);
  await user.client.auth.refreshSession();
  expect(await change("a fourth long one")).toBe("reauthentication_needed");
  expect(await change("a fourth long one", "a third long one")).toBeUndefined();
  const { error } = await server
    .client()
    .auth.signInWithPassword({ email: user.email, password: "a fourth long one" });
  expect(error).toBeNull();
});

test("with two-factor authentication, a wrong current password is refused", async () => {
  const { client } = await signUp(server);
  await prove(client.auth, await enrol(client.auth), server.clock.now());
  const change = async (current_password: string) =>
    (await client.auth.updateUser({ password: "another long one", current_password })).error?.code;
  expect(await change("not the password")).toBe("invalid_credentials");
  expect(await change(PASSWORD)).toBeUndefined();
  server.clock.move(11 * 60_000);
  await client.auth.refreshSession();
  const { error } = await client.auth.updateUser({
    password: "a third long one",
    current_password: "another long one",
  });
  expect(error?.code).toBe("reauthentication_needed");
});

test("a user without a password can set one", async () => {
  const { client, userId } = await signUp(server);
  await server.deps.database.query(
    "update users_users set encrypted_password = null where id = $1",
    [userId],
  );
  const { error } = await client.auth.updateUser({
    password: "a first long one",
    current_password: "none",
  });
  expect(error).toBeNull();
});

test("app_metadata, an invalid address and a missing token are refused", async () => {
  const { session } = await signUp(server);
  const put = async (body: unknown, token?: string) => {
    const response = await fetch(`${server.url}/auth/v1/user`, {
      method: "PUT",
      headers: {
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    expect(response.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    const { code } = (await response.json()) as { code: string };
    return `${response.status} ${code}`;
  };
  const token = session.access_token;
  expect(await put({ data: {} })).toBe("401 no_authorization");
  expect(await put({ data: {} }, "x.y.z")).toBe("403 bad_jwt");
  expect(await put({ data: [] }, token)).toBe("400 validation_failed");
  expect(await put({ data: { x: "y".repeat(20_000) } }, token)).toBe("422 validation_failed");
  expect(await put({ app_metadata: { role: "x" } }, token)).toBe("403 not_admin");
  expect(await put({ email: "nobody" }, token)).toBe("400 validation_failed");
  expect(await put({ password: "short" }, token)).toBe("422 weak_password");
});

/**
 * Guesses the password with a stolen session, from a browser or a program at the same IP address.
 */
async function guess(token: string, current_password: string, userAgent = "thief") {
  const response = await fetch(`${server.url}/auth/v1/user`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "user-agent": userAgent,
    },
    body: JSON.stringify({ password: "another long one", current_password }),
  });
  return { status: response.status, ...((await response.json()) as { error_code?: string }) };
}

test("guesses of the current password are throttled and logged", async () => {
  server.clock.move(5 * 60_000);
  const { session, userId, email } = await signUp(server);
  const codes = [];
  for (let round = 0; round < 6; round += 1)
    codes.push((await guess(session.access_token, "not the password")).error_code);
  const [wrong, tooMany] = ["invalid_credentials", "over_request_rate_limit"];
  expect(codes).toEqual([wrong, wrong, wrong, wrong, tooMany, tooMany]);
  expect((await guess(session.access_token, PASSWORD)).error_code).toBe(tooMany);
  const { error } = await server.client().auth.signInWithPassword({ email, password: "a guess" });
  expect(error?.code).toBe("invalid_credentials");
  const at = { userId, beforeId: undefined, limit: 50 };
  const failures = (await findLogins(server.deps.database, at)).filter((one) => !one.isSuccess);
  expect(failures.map(({ method }) => method)).toEqual([
    "password",
    ...Array.from({ length: 4 }, () => "current_password"),
  ]);
  expect(failures.at(-1)).toMatchObject({ userAgent: "thief" });
});

test("too many guesses block the session until the right password resets the count", async () => {
  const { session, client } = await signUp(server);
  let token = session.access_token;
  for (let round = 0; round < 3; round += 1) await guess(token, "not the password");
  expect((await guess(token, PASSWORD)).status).toBe(200);
  for (let round = 0; round < 8; round += 1) {
    expect((await guess(token, "not the password")).status).toBe(400);
    server.clock.move(16 * 60_000);
    token = (await client.auth.refreshSession()).data.session?.access_token ?? "";
  }
  expect(await guess(token, "another long one")).toMatchObject({
    status: 429,
    msg: "There were too many wrong passwords in this session. Log out, then log in again or use Forgot Password.",
  });
});

test("a stranger's guesses at sign-in do not block the owner's session", async () => {
  const { session, email } = await signUp(server);
  const stranger = { ip: "203.0.113.7", userAgent: "stranger" };
  const guessAtLogin = () =>
    signInWithPassword(server.deps, { email, password: "a guess" }, stranger);
  for (let round = 0; round < 8; round += 1) {
    await expect(guessAtLogin()).rejects.toMatchObject({ code: "invalid_credentials" });
    server.clock.move(60_000);
  }
  await expect(guessAtLogin()).rejects.toMatchObject({ code: "password_blocked" });
  expect((await guess(session.access_token, PASSWORD)).status).toBe(200);
});
