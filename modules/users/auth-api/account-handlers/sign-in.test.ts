/** Tests sign-up, sign-in and sign-out with the official client against the real service. */
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate, usersRoutes } from "#users";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  postSignIn,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../../test/support/servers/sign-in-server.ts";
import { pendingSats } from "../../../../test/support/money/pending.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

/** Sends a raw sign-up request. Returns the status and the error code. */
async function post(body: unknown): Promise<string> {
  const response = await fetch(`${server.url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const { code, error_code: errorCode } = (await response.json()) as Record<string, unknown>;
  expect(code).toBe(response.status);
  return `${response.status} ${String(errorCode)}`;
}

describe("sign-up", () => {
  test("a missing or malformed field is refused", async () => {
    const email = newEmail();
    // An empty request would open an anonymous account.
    expect(await post({ password: PASSWORD })).toBe("400 validation_failed");
    expect(await post({ email })).toBe("400 validation_failed");
    expect(await post({ email: "nobody", password: PASSWORD })).toBe("400 validation_failed");
    expect(await post({ email: `${email}\r\nBcc: x@y.z`, password: PASSWORD })).toBe(
      "400 validation_failed",
    );
    expect(await post({ email: `${"a".repeat(250)}@example.com`, password: PASSWORD })).toBe(
      "400 validation_failed",
    );
    expect(await post({ email: { $gt: "" }, password: PASSWORD })).toBe("400 validation_failed");
    expect(await post({ phone: "4915112345678", password: PASSWORD })).toBe(
      "400 phone_provider_disabled",
    );
    expect(await post({ email, password: "1234567" })).toBe("422 weak_password");
    expect(await post({ email, password: "x".repeat(257) })).toBe("422 weak_password");
    expect(await post({ email, password: email })).toBe("422 weak_password");
    expect(await post({ email, password: "HashFloor1!" })).toBe("422 weak_password");
    expect(await post({ email, password: PASSWORD, data: { name: "nul \0" } })).toBe(
      "400 validation_failed",
    );
    expect(await post('{"email":"a@b.cd","password":"long enough","data":{"x":"\\ud800"}}')).toBe(
      "400 validation_failed",
    );
    expect(await post("{")).toBe("400 bad_json");
    expect(await post("[".repeat(1000) + "]".repeat(1000))).toBe("400 validation_failed");
    expect(await post(`{"email":"${"x".repeat(70_000)}"}`)).toBe("413 request_too_large");
  });

  test("no field of the request grants a right or a role", async () => {
    const claims = { role: "service_role", is_admin: true, aud: "admin", aal: "aal2" };
    const body = {
      email: newEmail(),
      password: PASSWORD,
      ...claims,
      app_metadata: claims,
      data: { ...claims, app_metadata: claims },
    };
    const { body: answer } = await postSignIn(server, "signup", body);
    const claimed = decodeJwt(String(answer["access_token"]));
    expect(claimed).toMatchObject({ role: "authenticated", aud: "authenticated", aal: "aal1" });
    expect(claimed["app_metadata"]).toEqual({ provider: "email", providers: ["email"] });
    const caller = await authenticate(server.deps, String(answer["access_token"]));
    expect(caller).toMatchObject({ isAdmin: false, aal: "aal1" });
  });

  test("a new user gets a session, ledger accounts, a mailbox and a mining name", async () => {
    const { client, email, session } = await signUp(server, newEmail().toUpperCase());
    expect(session.token_type).toBe("bearer");
    expect(session.expires_in).toBe(3600);
    expect(session.user.email).toBe(email.toLowerCase());
    expect(session.user.user_metadata).toEqual({ name: "Ada", is_admin: false });
    expect((await client.auth.getUser()).data.user?.id).toBe(session.user.id);

    const caller = await authenticate(server.deps, session.access_token);
    const routes = usersRoutes({ ...server.deps, pending: pendingSats(7n) });
    const me = await routes.getMe({ ...plainRequest, caller });
    expect(me).toMatchObject({
      email: email.toLowerCase(),
      name: "Ada",
      phone: null,
      isAdmin: false,
      balances: { availableSats: 0n, pendingSats: 7n, heldSats: 0n, availableCents: 0n },
    });
    expect(me.miningName).toMatch(/^miner-[a-z0-9]{8}$/);
    expect(await routes.getNotificationSettings({ ...plainRequest, caller })).toEqual({
      login: true,
      withdrawal: true,
      deposit: true,
      promotions: false,
      smsLogin: false,
      smsWithdrawal: false,
    });
  });

  test("a taken address is refused, even in one of two concurrent requests", async () => {
    const { email } = await signUp(server);
    const { error } = await server.client().auth.signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: "user_already_exists" });

    const racing = newEmail();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.client().auth.signUp({ email: racing, password: PASSWORD }),
      ),
    );
    expect(outcomes.filter(({ error: refused }) => refused === null)).toHaveLength(1);
  });
});

describe("sign-in and sign-out", () => {
  test("an unknown address and a wrong password get the same response", async () => {
    const { email } = await signUp(server);
    const wrong = await server.client().auth.signInWithPassword({ email, password: "wrong one" });
    const unknown = await server
      .client()
      .auth.signInWithPassword({ email: newEmail(), password: "wrong one" });
    expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });
    expect(unknown.error).toMatchObject({ status: 400, code: "invalid_credentials" });
    expect(unknown.error?.message).toBe(wrong.error?.message);
  });

  test("composed and decomposed Unicode letters are the same password", async () => {
    const email = newEmail();
    const password = `${"Zürich ".repeat(12)}ü`;
    await server.client().auth.signUp({ email, password: password.normalize("NFC") });
    const other = { email, password: password.normalize("NFD") };
    expect((await server.client().auth.signInWithPassword(other)).error).toBeNull();
    const cut = { email, password: password.slice(0, -1) };
    expect((await server.client().auth.signInWithPassword(cut)).error).not.toBeNull();
  });

  test("a sign-out immediately ends the session in all processes", async () => {
    const { client, session } = await signUp(server);
    await authenticate(server.deps, session.access_token);
    expect((await client.auth.signOut()).error).toBeNull();
    await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject({
      status: 401,
      code: "session_ended",
    });
    const { error } = await client.auth.refreshSession(session);
    expect(error?.code).toBe("refresh_token_not_found");
  });

  test("signing out with scope 'others' ends all other sessions", async () => {
    const { client: first, email, session: firstSession } = await signUp(server);
    const second = server.client();
    const { data } = await second.auth.signInWithPassword({ email, password: PASSWORD });
    const third = server.client();
    await third.auth.signInWithPassword({ email, password: PASSWORD });

    await second.auth.signOut({ scope: "local" });
    await expect(authenticate(server.deps, data.session?.access_token)).rejects.toMatchObject({
      code: "session_ended",
    });
    await expect(authenticate(server.deps, firstSession.access_token)).resolves.toBeDefined();

    await third.auth.signOut({ scope: "others" });
    await expect(authenticate(server.deps, firstSession.access_token)).rejects.toThrow(
      "session_ended",
    );
    expect((await third.auth.getUser()).error).toBeNull();
    expect((await first.auth.getUser()).error).not.toBeNull();
  });
});
