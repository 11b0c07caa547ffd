/**
 * Tests recovery codes for a lost authenticator: each code works once and only for its owner, even
 * while an attacker guesses codes.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeJwt } from "jose";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { waitingForLocks } from "../../../test/support/servers/database.ts";
import { secondFactorSteps, type Auth } from "../../../test/support/people/second-factor-steps.ts";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { lockUser } from "../people/users-table.ts";
import { endAccess } from "../sessions/end-access.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const { protectedUser, signInAgain, routes, requestOf, send, tokenOf, messagesTo } =
  secondFactorSteps(() => server);

describe("recovery codes", () => {
  async function withCodes() {
    const person = await protectedUser();
    const { codes } = await routes().makeRecoveryCodes(await requestOf(person.auth));
    return { ...person, codes };
  }
  const give = (auth: Auth, factorId: string, code = "") =>
    auth.mfa.challengeAndVerify({ factorId, code });

  test("ten recovery codes are stored only as hashes", async () => {
    const { codes, userId, auth } = await withCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const rows = await server.deps.database.query<{ code_hash: string }>(
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

  test("a session raised by a recovery code ends when a factor is removed", async () => {
    const { auth: first, codes, email, app } = await withCodes();
    const tablet = await enrol(first, "Tablet");
    await prove(first, tablet, server.clock.now());
    const { auth } = await signInAgain(email);
    expect((await give(auth, app.factorId, codes[0])).error).toBeNull();
    expect((await auth.mfa.unenroll({ factorId: tablet.factorId })).error).toBeNull();
    expect(await send("POST", "/factors", await tokenOf(auth), { factor_type: "totp" })).toBe(
      "403 insufficient_aal",
    );
  });

  test("a recovery code works once in place of an authenticator code", async () => {
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
    expect((await messagesTo(userId)).map(({ template }) => template)).toContain(
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
    // A session raised by a recovery code may remove the lost authenticator.
    expect((await auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    expect(await routes().getSecondFactor(await requestOf(auth))).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 0,
    });
  });

  test("a recovery code used concurrently raises only one session", async () => {
    const { codes, email, app } = await withCodes();
    const sessions = await Promise.all([1, 2, 3].map(() => signInAgain(email)));
    const answers = await Promise.all(
      sessions.map(({ auth }) => give(auth, app.factorId, codes[3])),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test("new recovery codes require a new authenticator code", async () => {
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

  test("old recovery codes stay valid if the session ends while new ones are created", async () => {
    const { codes, userId, email, auth, app } = await withCodes();
    const { database } = server.deps;
    const request = await requestOf(auth);
    let made: Promise<unknown> = Promise.resolve();
    await database.transaction(async (tx) => {
      await lockUser(tx, userId);
      made = routes()
        .makeRecoveryCodes(request)
        .catch((error: unknown) => error);
      await expect.poll(() => waitingForLocks(database)).toBe(1);
      await endAccess(tx, { userId });
    });
    expect(await made).toMatchObject({ status: 401, code: "session_ended" });
    const low = await signInAgain(email);
    expect((await give(low.auth, app.factorId, codes[0])).error).toBeNull();
  });

  test("a recovery code is refused for another user and during an enrolment", async () => {
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

  test("recovery codes still work while an attacker guesses authenticator codes", async () => {
    const { codes, email, app } = await withCodes();
    const { auth } = await signInAgain(email);
    for (let guess = 0; guess < 6; guess += 1) await give(auth, app.factorId, "000000");
    expect((await give(auth, app.factorId, codes[0])).error).toBeNull();
  });
});

test("wrong recovery codes block only the guesser's IP address", async () => {
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
  const attempt = { userId, mayRecover: true, isRaised: false, code: codes[0] ?? "", visitor };
  const now = server.clock.now();
  const proven = await server.deps.database.transaction((tx) =>
    proveSecondFactor(tx, server.deps, { ...attempt, now }),
  );
  expect(proven).toEqual({ verdict: "ok", method: "recovery_code" });
});
