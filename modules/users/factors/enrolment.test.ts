/** Tests adding and removing an authenticator, with the official client and a test clock. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeJwt } from "jose";
import { authenticate } from "#users";
import { authenticatorOf, enrol, prove } from "../../../test/support/people/authenticator.ts";
import { secondFactorSteps } from "../../../test/support/people/second-factor-steps.ts";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const { protectedUser, signInAgain, send, tokenOf, messagesTo, routes, requestOf } =
  secondFactorSteps(() => server);

describe("enrolment", () => {
  test("an enrolment returns id, type, name, SVG, secret and URI", async () => {
    const { client, email } = await signUp(server);
    const { data, error } = await client.auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "Phone",
      issuer: "My installation",
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: "totp", friendly_name: "Phone" });
    const totp = data?.totp;
    expect(totp?.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg xmlns="http:[^#%]*<\/svg>$/);
    const uri = new URL(totp?.uri ?? "");
    expect(uri.protocol).toBe("otpauth:");
    expect(decodeURIComponent(uri.pathname)).toContain(`My installation:${email}`);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: "My installation",
      secret: totp?.secret,
      digits: "6",
      period: "30",
      algorithm: "SHA1",
    });
  });

  test("a code's last use is never reported as earlier than its enrolment", async () => {
    const { auth } = (await signUp(server)).client;
    const app = await enrol(auth, "Phone");
    const looked = async () => {
      const { authenticators } = await routes().getSecondFactor(await requestOf(auth));
      const [phone] = authenticators;
      return { added: phone?.addedAt.getTime() ?? 0, used: phone?.lastCodeAt?.getTime() ?? 0 };
    };
    const now = server.clock.now().getTime();
    await prove(auth, app, new Date(now), -1);
    const first = await looked();
    expect(first.used).toBeGreaterThanOrEqual(first.added);
    server.clock.move(45_000);
    await prove(auth, app, server.clock.now(), 1);
    const second = await looked();
    expect(second.used - now).toBeGreaterThan(45_000);
    expect(second.used - now).toBeLessThan(46_000);
  });

  test("an enrolment with an unsupported type or a taken name is refused", async () => {
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

  test("a stolen session does not use up the owner's enrolments", async () => {
    const { session, email } = await signUp(server);
    const begin = (token: string, friendly_name: string) =>
      send("POST", "/factors", token, { factor_type: "totp", friendly_name });
    for (let attempt = 1; attempt <= 30; attempt += 1) await begin(session.access_token, "Same");
    expect(await begin(session.access_token, "Same")).toBe("429 over_request_rate_limit");
    const owner = await signInAgain(email);
    expect(await begin(owner.session.access_token, "Phone")).toBe("200 ok");
  });

  test("a stored secret can be decrypted only in its own row", async () => {
    const { client, userId } = await signUp(server);
    const app = await enrol(client.auth);
    const rows = await server.deps.database.query<{ secret_sealed: Buffer }>(
      "select secret_sealed from users_factors where user_id = $1",
      [userId],
    );
    const sealed = rows[0]?.secret_sealed ?? Buffer.alloc(0);
    expect(sealed.includes(Buffer.from(app.secret))).toBe(false);
    const place = { table: "users_factors", column: "secret_sealed" };
    const { masterKey } = server.deps;
    expect(masterKey.unseal(sealed, { ...place, row: app.factorId }).toString()).toBe(app.secret);
    expect(() => masterKey.unseal(sealed, { ...place, row: userId })).toThrow(/authenticate/);
  });

  test("the first code raises the session to aal2 and ends all other sessions", async () => {
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
    await expect(authenticate(server.deps, other.session.access_token)).rejects.toMatchObject({
      code: "session_ended",
    });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect((await messagesTo(userId)).map(({ template }) => template)).toContain(
      "second_factor_on",
    );
  });
});

describe("removing a factor", () => {
  test("removing a factor requires a recent code", async () => {
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
    await expect(authenticate(server.deps, await tokenOf(auth))).resolves.toMatchObject({
      aal: "aal1",
    });
    await expect(authenticate(server.deps, await tokenOf(other.auth))).rejects.toMatchObject({
      code: "session_ended",
    });
    const refreshed = await auth.refreshSession();
    expect(decodeJwt(refreshed.data.session?.access_token ?? "")).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
    expect((await messagesTo(userId)).map(({ template }) => template)).toContain(
      "second_factor_off",
    );
  });

  test("removing an unfinished enrolment requires no code", async () => {
    const { client } = await signUp(server);
    const app = await enrol(client.auth);
    expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    await expect(
      prove(client.auth, authenticatorOf(app.factorId, app.secret), server.clock.now()),
    ).rejects.toMatchObject({ status: 404 });
  });
});
