/** The second factor with the official client against the real service and a clock to move. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeJwt } from "jose";
import { authenticate, usersRoutes } from "#users";
import { authenticatorOf, enrol, prove } from "../../test/support/authenticator.ts";
import {
  PASSWORD,
  plainRequest,
  signUp,
  type SignedUp,
  startSignInServer,
  type SignInServer,
} from "../../test/support/sign-in-server.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const STEP_MS = 30_000;

type Auth = SignedUp["client"]["auth"];

/** A user with a verified factor, whose next code is fresh. */
async function protectedUser() {
  const person = await signUp(server);
  const { auth } = person.client;
  const app = await enrol(auth, "Phone");
  await prove(auth, app, server.clock.now());
  server.clock.move(2 * STEP_MS);
  return { ...person, auth, app };
}

/** The same user signed in by password alone. */
async function signInAgain(email: string) {
  const client = server.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { auth: client.auth, session: data.session };
}

/** Status and error code of a raw request to the sign-in service. */
async function send(method: string, path: string, token: string | undefined, body?: unknown) {
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { readonly error_code?: string };
  return `${response.status} ${answer.error_code ?? "ok"}`;
}

const routes = () => usersRoutes({ ...server.parts, pendingSatsOf: async () => 0n });

/** What the API's handlers get for a request of this session. */
async function requestOf(auth: Auth) {
  const caller = await authenticate(server.parts, await tokenOf(auth));
  return { ...plainRequest, caller };
}

const tokenOf = async (auth: Auth) => (await auth.getSession()).data.session?.access_token ?? "";

const lettersTo = (userId: string) =>
  server.parts.database.query<{ template: string }>(
    "select template from notifications_letters where user_id = $1 order by id",
    [userId],
  );

describe("enrolment", () => {
  test("gives id, type, name, an SVG, the secret and its address", async () => {
    const { client, email } = await signUp(server);
    const { data, error } = await client.auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "Phone",
      issuer: "My floor",
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: "totp", friendly_name: "Phone" });
    const totp = data?.totp;
    expect(totp?.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg xmlns="http:[^#%]*<\/svg>$/);
    const uri = new URL(totp?.uri ?? "");
    expect(uri.protocol).toBe("otpauth:");
    expect(decodeURIComponent(uri.pathname)).toContain(`My floor:${email}`);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: "My floor",
      secret: totp?.secret,
      digits: "6",
      period: "30",
      algorithm: "SHA1",
    });
  });

  test("is refused for phones, passkeys, other types and a name that is taken", async () => {
    const { session, client } = await signUp(server);
    const enroll = (body: unknown) => send("POST", "/factors", session.access_token, body);
    expect(await enroll({ factor_type: "phone", phone: "+4915112345678" })).toBe(
      "422 mfa_phone_enroll_not_enabled",
    );
    expect(await enroll({ factor_type: "webauthn" })).toBe("422 mfa_webauthn_enroll_not_enabled");
    expect(await enroll({ factor_type: "sms" })).toBe("400 validation_failed");
    expect(await enroll({})).toBe("400 validation_failed");
    expect(await enroll({ factor_type: "totp", friendly_name: "a\nb" })).toBe(
      "400 validation_failed",
    );
    expect(await send("POST", "/factors", undefined, { factor_type: "totp" })).toBe(
      "401 no_authorization",
    );
    await enrol(client.auth, "Phone");
    expect(await enroll({ factor_type: "totp", friendly_name: "Phone" })).toBe(
      "422 mfa_factor_name_conflict",
    );
  });

  test("keeps the secret sealed: no row holds it, and it opens in no other row", async () => {
    const { client, userId } = await signUp(server);
    const app = await enrol(client.auth);
    const rows = await server.parts.database.query<{ secret_sealed: Buffer }>(
      "select secret_sealed from users_factors where user_id = $1",
      [userId],
    );
    const sealed = rows[0]?.secret_sealed ?? Buffer.alloc(0);
    expect(sealed.includes(Buffer.from(app.secret))).toBe(false);
    const place = { table: "users_factors", column: "secret_sealed" };
    const { masterKey } = server.parts;
    expect(masterKey.unseal(sealed, { ...place, row: app.factorId }).toString()).toBe(app.secret);
    expect(() => masterKey.unseal(sealed, { ...place, row: userId })).toThrow(/authenticate/);
  });

  test("a first code gives a whole aal2 session, ends the other ones and tells the owner", async () => {
    const { client, email, userId, session } = await signUp(server);
    const other = await signInAgain(email);
    const app = await enrol(client.auth, "Phone");
    const unfinished = await enrol(client.auth, "Never finished");
    await prove(client.auth, app, server.clock.now());
    const { data } = await client.auth.getSession();
    const claims = decodeJwt(data.session?.access_token ?? "");
    expect(claims).toMatchObject({
      aal: "aal2",
      session_id: decodeJwt(session.access_token)["session_id"],
    });
    expect(claims["amr"]).toMatchObject([{ method: "totp" }, { method: "password" }]);
    expect(data.session?.user.factors).toMatchObject([
      { id: app.factorId, friendly_name: "Phone", factor_type: "totp", status: "verified" },
    ]);
    expect(unfinished.factorId).not.toBe(app.factorId);
    await expect(authenticate(server.parts, other.session.access_token)).rejects.toMatchObject({
      code: "session_ended",
    });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect((await lettersTo(userId)).map(({ template }) => template)).toContain("second_factor_on");
  });
});

describe("the level of a session", () => {
  test("a password alone reaches factors, user and logout, and nothing else", async () => {
    const { email, app } = await protectedUser();
    const { auth, session } = await signInAgain(email);
    const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    await expect(authenticate(server.parts, session.access_token)).rejects.toMatchObject({
      status: 403,
      code: "insufficient_aal",
    });
    const token = session.access_token;
    expect(await send("PUT", "/user", token, { password: "another long one" })).toBe(
      "401 insufficient_aal",
    );
    expect(await send("PUT", "/user", token, { data: { name: "x" } })).toBe("401 insufficient_aal");
    expect(await send("POST", "/factors", token, { factor_type: "totp" })).toBe(
      "403 insufficient_aal",
    );
    expect(await send("DELETE", `/factors/${app.factorId}`, token)).toBe("422 insufficient_aal");
    expect(await send("GET", "/user", token)).toBe("200 ok");
    expect((await auth.signOut({ scope: "local" })).error).toBeNull();
  });

  test("refresh keeps it, at aal1 and at aal2", async () => {
    const { auth, email } = await protectedUser();
    const refreshed = await auth.refreshSession();
    expect(decodeJwt(refreshed.data.session?.access_token ?? "")["aal"]).toBe("aal2");
    await expect(authenticate(server.parts, await tokenOf(auth))).resolves.toMatchObject({
      aal: "aal2",
    });
    const low = await signInAgain(email);
    await low.auth.refreshSession();
    await expect(authenticate(server.parts, await tokenOf(low.auth))).rejects.toMatchObject({
      code: "insufficient_aal",
    });
  });

  test("a token from before the code stays at aal1", async () => {
    const { email, app } = await protectedUser();
    const { auth, session } = await signInAgain(email);
    await prove(auth, app, server.clock.now());
    await expect(authenticate(server.parts, session.access_token)).rejects.toMatchObject({
      code: "insufficient_aal",
    });
    await expect(authenticate(server.parts, await tokenOf(auth))).resolves.toBeDefined();
  });

  test("another process forgets what it knew within five seconds of the enrolment", async () => {
    const { client, session } = await signUp(server);
    const otherProcess = await server.reopen();
    await authenticate(otherProcess, session.access_token);
    await prove(client.auth, await enrol(client.auth), server.clock.now());
    await expect(authenticate(server.parts, session.access_token)).rejects.toMatchObject({
      code: "insufficient_aal",
    });
    server.clock.move(4_001);
    await expect(authenticate(otherProcess, session.access_token)).rejects.toMatchObject({
      code: "insufficient_aal",
    });
  });
});

describe("codes", () => {
  test("a space in the middle does not matter", async () => {
    const { email, app } = await protectedUser();
    const { auth } = await signInAgain(email);
    const code = app.codeAt(server.clock.now()).replace(/(...)/, "$1 ");
    const { error } = await auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
    expect(error).toBeNull();
  });

  test("one step early and late is right, two are not, nor are 5 or 7 digits or letters", async () => {
    const { email, app } = await protectedUser();
    for (const steps of [-2, 2]) {
      const { auth } = await signInAgain(email);
      await expect(prove(auth, app, server.clock.now(), steps)).rejects.toMatchObject({
        status: 422,
        code: "mfa_verification_failed",
      });
    }
    const { auth } = await signInAgain(email);
    for (const code of ["12345", "1234567"]) {
      const { error } = await auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
      expect(error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    }
    await prove(auth, app, server.clock.now(), -1);
    await prove(auth, app, server.clock.now(), 1);
  });

  test("a code works once, in whichever session; parallel tries with it get one session", async () => {
    const { email, app } = await protectedUser();
    const sessions = await Promise.all([1, 2, 3, 4].map(() => signInAgain(email)));
    const at = server.clock.now();
    const outcomes = await Promise.allSettled(sessions.map(({ auth }) => prove(auth, app, at)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { auth } = await signInAgain(email);
    await expect(prove(auth, app, at)).rejects.toMatchObject({
      code: "mfa_verification_failed",
      message: "This code was used already. Wait for the next one.",
    });
  });

  test("after five wrong ones no code is looked at for a quarter of an hour, also in parallel", async () => {
    const { email, app, auth } = await protectedUser();
    const { auth: thief } = await signInAgain(email);
    const guess = () => thief.mfa.challengeAndVerify({ factorId: app.factorId, code: "000000" });
    const answers = await Promise.all(Array.from({ length: 12 }, guess));
    const codes = answers.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === "mfa_verification_failed")).toHaveLength(5);
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(7);
    await expect(prove(auth, app, server.clock.now())).rejects.toMatchObject({ status: 429 });
    server.clock.move(15 * 60_000);
    await auth.refreshSession();
    await prove(auth, app, server.clock.now());
  });

  test("another's factor is one that does not exist", async () => {
    const { app } = await protectedUser();
    const stranger = await signUp(server);
    const token = stranger.session.access_token;
    const path = `/factors/${app.factorId}`;
    expect(await send("POST", `${path}/challenge`, token, {})).toBe("404 mfa_factor_not_found");
    expect(await send("POST", `${path}/verify`, token, { code: "123456" })).toBe(
      "404 mfa_factor_not_found",
    );
    expect(await send("DELETE", path, token)).toBe("404 mfa_factor_not_found");
    expect(await send("DELETE", "/factors/none", token)).toBe("404 mfa_factor_not_found");
  });

  test("a challenge lives five minutes, belongs to one factor and one address", async () => {
    const { auth, app, email } = await protectedUser();
    const challenged = await auth.mfa.challenge({ factorId: app.factorId });
    const { id: challengeId = "", expires_at: expiresAt = 0 } = challenged.data ?? {};
    expect(expiresAt - Math.floor(server.clock.now().getTime() / 1000)).toBeGreaterThan(298);
    server.clock.move(300_000);
    const verify = (id: string) =>
      auth.mfa.verify({
        factorId: app.factorId,
        challengeId: id,
        code: app.codeAt(server.clock.now()),
      });
    expect((await verify(challengeId)).error).toMatchObject({
      status: 422,
      code: "mfa_challenge_expired",
    });
    expect((await verify(challengeId)).error).toMatchObject({
      status: 422,
      code: "mfa_factor_not_found",
    });
    const fresh = await auth.mfa.challenge({ factorId: app.factorId });
    await server.parts.database.query(
      "update users_factor_challenges set ip = '203.0.113.9' where id = $1",
      [fresh.data?.id],
    );
    expect((await verify(fresh.data?.id ?? "")).error).toMatchObject({
      status: 422,
      code: "mfa_ip_address_mismatch",
    });
    const second = await enrol(auth, "Tablet");
    const ofSecond = await auth.mfa.challenge({ factorId: second.factorId });
    expect((await verify(ofSecond.data?.id ?? "")).error?.status).toBe(422);
    expect(email).toContain("@");
  });
});

test("the code of a second authenticator is as good as the first one's, and the session falls with it", async () => {
  const { auth, app, email } = await protectedUser();
  const tablet = await enrol(auth, "Tablet");
  await prove(auth, tablet, server.clock.now());
  server.clock.move(2 * STEP_MS);
  const low = await signInAgain(email);
  const code = tablet.codeAt(server.clock.now());
  const given = await low.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
  expect(given.error).toBeNull();
  expect((await low.auth.mfa.unenroll({ factorId: tablet.factorId })).error).toBeNull();
  await expect(authenticate(server.parts, await tokenOf(low.auth))).rejects.toMatchObject({
    code: "insufficient_aal",
  });
  await expect(prove(low.auth, tablet, server.clock.now(), 1)).rejects.toMatchObject({
    status: 404,
  });
  await prove(low.auth, app, server.clock.now());
});

describe("taking it off", () => {
  test("needs a code of the last ten minutes, ends the other sessions and falls back to aal1", async () => {
    const { auth, app, email, userId } = await protectedUser();
    const other = await signInAgain(email);
    await prove(other.auth, app, server.clock.now());
    server.clock.move(11 * 60_000);
    const stale = await auth.mfa.unenroll({ factorId: app.factorId });
    expect(stale.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    await prove(auth, app, server.clock.now());
    const { data, error } = await auth.mfa.unenroll({ factorId: app.factorId });
    expect(error).toBeNull();
    expect(data).toEqual({ id: app.factorId });
    await expect(authenticate(server.parts, await tokenOf(auth))).resolves.toMatchObject({
      aal: "aal1",
    });
    await expect(authenticate(server.parts, await tokenOf(other.auth))).rejects.toMatchObject({
      code: "session_ended",
    });
    const refreshed = await auth.refreshSession();
    expect(decodeJwt(refreshed.data.session?.access_token ?? "")).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
    expect((await lettersTo(userId)).map(({ template }) => template)).toContain(
      "second_factor_off",
    );
  });

  test("an enrolment that was never finished goes without a code", async () => {
    const { client } = await signUp(server);
    const app = await enrol(client.auth);
    expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    await expect(
      prove(client.auth, authenticatorOf(app.factorId, app.secret), server.clock.now()),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe("recovery codes", () => {
  async function withCodes() {
    const person = await protectedUser();
    const { codes } = await routes().makeRecoveryCodes(await requestOf(person.auth));
    return { ...person, codes };
  }
  const give = (auth: Auth, factorId: string, code = "") =>
    auth.mfa.challengeAndVerify({ factorId, code });

  test("are ten, look alike, and only their hashes are kept", async () => {
    const { codes, userId, auth } = await withCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const rows = await server.parts.database.query<{ code_hash: string }>(
      "select code_hash from users_recovery_codes where user_id = $1",
      [userId],
    );
    for (const { code_hash: hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await routes().getSecondFactor(await requestOf(auth))).toMatchObject({
      isOn: true,
      authenticators: [{ name: "Phone" }],
      recoveryCodesLeft: 10,
    });
  });

  test("one stands in for the authenticator once, as typed from paper, and its use is mailed", async () => {
    const { codes, email, app, userId } = await withCodes();
    const [code = ""] = codes;
    const { auth } = await signInAgain(email);
    const typed = ` ${code.toUpperCase().replaceAll("-", " ")} `;
    const { data, error } = await give(auth, app.factorId, typed);
    expect(error).toBeNull();
    expect(decodeJwt(data?.access_token ?? "")).toMatchObject({
      aal: "aal2",
      amr: [{ method: "recovery_code" }, { method: "password" }],
    });
    expect((await lettersTo(userId)).map(({ template }) => template)).toContain(
      "recovery_code_used",
    );
    const second = await signInAgain(email);
    expect((await give(second.auth, app.factorId, code)).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
    });
    expect(await routes().getSecondFactor(await requestOf(auth))).toMatchObject({
      recoveryCodesLeft: 9,
    });
    // Enough to take the lost authenticator off.
    expect((await auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    expect(await routes().getSecondFactor(await requestOf(auth))).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 0,
    });
  });

  test("given in parallel a code opens one session", async () => {
    const { codes, email, app } = await withCodes();
    const sessions = await Promise.all([1, 2, 3].map(() => signInAgain(email)));
    const answers = await Promise.all(
      sessions.map(({ auth }) => give(auth, app.factorId, codes[3])),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test("new ones replace the old ones and need a fresh code; without an authenticator there are none", async () => {
    const { codes, auth, email, app } = await withCodes();
    server.clock.move(11 * 60_000);
    await expect(routes().makeRecoveryCodes(await requestOf(auth))).rejects.toMatchObject({
      code: "step_up_required",
    });
    const request = await requestOf(auth);
    const code = app.codeAt(server.clock.now());
    await routes().renewProof({ ...request, body: { code } });
    await expect(routes().renewProof({ ...request, body: { code } })).rejects.toMatchObject({
      status: 422,
      code: "code_used",
    });
    const made = await routes().makeRecoveryCodes(request);
    expect(made.codes).toHaveLength(10);
    const low = await signInAgain(email);
    expect((await give(low.auth, app.factorId, codes[0])).error?.code).toBe(
      "mfa_verification_failed",
    );
    expect((await give(low.auth, app.factorId, made.codes[0])).error).toBeNull();
    const { client } = await signUp(server);
    await expect(routes().makeRecoveryCodes(await requestOf(client.auth))).rejects.toMatchObject({
      status: 409,
      code: "second_factor_off",
    });
  });

  test("another's code, and one for an enrolment under way, are wrong", async () => {
    const { codes } = await withCodes();
    const other = await withCodes();
    const low = await signInAgain(other.email);
    expect((await give(low.auth, other.app.factorId, codes[0])).error?.code).toBe(
      "mfa_verification_failed",
    );
    const tablet = await enrol(other.auth, "Tablet");
    expect((await give(other.auth, tablet.factorId, other.codes[0])).error?.code).toBe(
      "mfa_verification_failed",
    );
  });

  test("who guesses the authenticator's codes does not lock the paper out", async () => {
    const { codes, email, app } = await withCodes();
    const { auth } = await signInAgain(email);
    for (let guess = 0; guess < 6; guess += 1) await give(auth, app.factorId, "000000");
    expect((await give(auth, app.factorId, codes[0])).error).toBeNull();
  });
});

test("wrong recovery codes close the address they come from, not the owner's paper", async () => {
  const { auth, app, email, userId } = await protectedUser();
  const { codes } = await routes().makeRecoveryCodes(await requestOf(auth));
  const thief = await signInAgain(email);
  const answers: unknown[] = [];
  for (const code of [...Array.from({ length: 5 }, () => "a".repeat(16)), codes[0] ?? ""])
    answers.push(
      (await thief.auth.mfa.challengeAndVerify({ factorId: app.factorId, code })).error?.code,
    );
  expect(answers.slice(-2)).toEqual(["mfa_verification_failed", "over_request_rate_limit"]);
  const visitor = { ip: "203.0.113.7", userAgent: "elsewhere" };
  const given = { userId, mayRecover: true, code: codes[0] ?? "", visitor };
  const now = server.clock.now();
  const proven = await server.parts.database.transaction((tx) =>
    proveSecondFactor(tx, server.parts, { ...given, now }),
  );
  expect(proven).toEqual({ verdict: "ok", method: "recovery_code" });
});

test("every failed code stands in the login history", async () => {
  const { auth, app, email } = await protectedUser();
  const low = await signInAgain(email);
  await low.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: "000000" });
  await prove(low.auth, app, server.clock.now());
  expect((await auth.getUser()).error).toBeNull();
  const query = { limit: 3, cursor: undefined };
  const { items } = await routes().listLoginHistory({ ...(await requestOf(auth)), query });
  expect(items.map(({ method, isSuccess }) => `${method} ${isSuccess}`)).toEqual([
    "totp true",
    "totp false",
    "password true",
  ]);
});

test("the client tells MFA_CHALLENGE_VERIFIED, with the raised session", async () => {
  const { client } = await signUp(server);
  const events: string[] = [];
  const { data } = client.auth.onAuthStateChange((event, session) => {
    events.push(`${event} ${String(decodeJwt(session?.access_token ?? "")["aal"])}`);
  });
  await prove(client.auth, await enrol(client.auth), server.clock.now());
  data.subscription.unsubscribe();
  expect(events.at(-1)).toBe("MFA_CHALLENGE_VERIFIED aal2");
});
