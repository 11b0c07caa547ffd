/**
 * Tests authenticator codes: which codes are accepted, and the session's level before and after a
 * code.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeJwt } from "jose";
import { authenticate } from "#users";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { asSuperuser, waitingForLocks } from "../../../test/support/servers/database.ts";
import { secondFactorSteps, STEP_MS } from "../../../test/support/people/second-factor-steps.ts";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { lockSession } from "../sessions/sessions-table.ts";
import { lockUser } from "../people/users-table.ts";
import { deleteFactor } from "./factors-table.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const { protectedUser, signInAgain, send, tokenOf } = secondFactorSteps(() => server);

describe("the level of a session", () => {
  test("a password-only session is accepted only for factors, user and logout", async () => {
    const { email, app } = await protectedUser();
    const { auth, session } = await signInAgain(email);
    const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject({
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

  test("a session with only a password cannot end an aal2 session", async () => {
    const { auth, email } = await protectedUser();
    const other = await signInAgain(email);
    for (const scope of ["others", "global"] as const) {
      const { auth: thief } = await signInAgain(email);
      expect((await thief.signOut({ scope })).error).toBeNull();
      await authenticate(server.deps, await tokenOf(auth));
      expect(await send("GET", "/user", other.session.access_token)).toBe("403 session_not_found");
    }
    expect((await auth.signOut({ scope: "others" })).error).toBeNull();
  });

  test("a refresh keeps the session's level, aal1 or aal2", async () => {
    const { auth, email } = await protectedUser();
    const refreshed = await auth.refreshSession();
    expect(decodeJwt(refreshed.data.session?.access_token ?? "")["aal"]).toBe("aal2");
    await expect(authenticate(server.deps, await tokenOf(auth))).resolves.toMatchObject({
      aal: "aal2",
    });
    const low = await signInAgain(email);
    await low.auth.refreshSession();
    await expect(authenticate(server.deps, await tokenOf(low.auth))).rejects.toMatchObject({
      code: "insufficient_aal",
    });
  });

  test("a token issued before the session was raised stays at aal1", async () => {
    const { email, app } = await protectedUser();
    const { auth, session } = await signInAgain(email);
    await prove(auth, app, server.clock.now());
    await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject({
      code: "insufficient_aal",
    });
    await expect(authenticate(server.deps, await tokenOf(auth))).resolves.toBeDefined();
  });

  test("a refresh token from before the second factor ends the session after ten seconds", async () => {
    const { email, app } = await protectedUser();
    const { auth, session } = await signInAgain(email);
    await prove(auth, app, server.clock.now());
    const { data } = await auth.getSession();
    const refresh = (token = "") => server.client().auth.refreshSession({ refresh_token: token });
    const within = await refresh(session.refresh_token);
    expect(within.data.session?.refresh_token).toBe(data.session?.refresh_token);
    server.clock.move(10_001);
    const late = await refresh(session.refresh_token);
    expect(late.error?.code).toBe("refresh_token_already_used");
  });

  test("an aal2 refresh token still repeats a lost response after another code", async () => {
    const { auth, app } = await protectedUser();
    const { data: before } = await auth.getSession();
    await prove(auth, app, server.clock.now());
    server.clock.move(10_001);
    const refresh_token = before.session?.refresh_token ?? "";
    const { error } = await server.client().auth.refreshSession({ refresh_token });
    expect(error).toBeNull();
  });

  test("other processes apply an enrolment within five seconds", async () => {
    const { client, session } = await signUp(server);
    const otherProcess = await server.reopen();
    await authenticate(otherProcess, session.access_token);
    await prove(client.auth, await enrol(client.auth), server.clock.now());
    await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject({
      code: "insufficient_aal",
    });
    server.clock.move(4_001);
    await expect(authenticate(otherProcess, session.access_token)).rejects.toMatchObject({
      code: "insufficient_aal",
    });
  });
});

describe("codes", () => {
  test("a code may contain a space in the middle", async () => {
    const { email, app } = await protectedUser();
    const { auth } = await signInAgain(email);
    const code = app.codeAt(server.clock.now()).replace(/(...)/, "$1 ");
    const { error } = await auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
    expect(error).toBeNull();
  });

  test("a code is accepted at most one step early or late", async () => {
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

  test("a code works only once across all sessions", async () => {
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

  test("after five wrong codes, codes are refused for 15 minutes", async () => {
    const { email, app, auth } = await protectedUser();
    const { auth: thief } = await signInAgain(email);
    const guess = () => thief.mfa.challengeAndVerify({ factorId: app.factorId, code: "000000" });
    const answers = await Promise.all(Array.from({ length: 12 }, guess));
    const codes = answers.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === "mfa_verification_failed")).toHaveLength(5);
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(7);
    const right = prove(thief, app, server.clock.now());
    await expect(right).rejects.toMatchObject({ status: 429 });
    server.clock.move(15 * 60_000);
    await auth.refreshSession();
    await prove(auth, app, server.clock.now());
  });

  test("an attacker with only the password cannot use up the owner's attempts", async () => {
    const { email, app, auth } = await protectedUser();
    const { auth: thief } = await signInAgain(email);
    for (let guess = 0; guess < 6; guess += 1)
      await thief.mfa.challengeAndVerify({ factorId: app.factorId, code: "000000" });
    await prove(auth, app, server.clock.now());
    server.clock.move(2 * STEP_MS);
    for (let guess = 0; guess < 5; guess += 1)
      await auth.mfa.challengeAndVerify({ factorId: app.factorId, code: "000000" });
    const right = prove(auth, app, server.clock.now());
    await expect(right).rejects.toMatchObject({ status: 429 });
  });

  test("another user's factor returns the same error as an unknown one", async () => {
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

  test("a challenge expires after five minutes", async () => {
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
    await asSuperuser(server.deps.database, (superuser) =>
      superuser.query("update users_factor_challenges set ip = '203.0.113.9' where id = $1", [
        fresh.data?.id,
      ]),
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

  test("removing a factor while sessions end causes no deadlock", async () => {
    const { auth, app, userId } = await protectedUser();
    const caller = await authenticate(server.deps, await tokenOf(auth));
    const { database } = server.deps;
    let off: ReturnType<typeof auth.mfa.unenroll> | undefined;
    await database.transaction(async (tx) => {
      await lockUser(tx, userId);
      off = auth.mfa.unenroll({ factorId: app.factorId });
      await expect.poll(() => waitingForLocks(database)).toBe(1);
      await lockSession(tx, caller.sessionId);
    });
    expect((await off)?.error).toBeNull();
  });

  test("updating a user does not block inserts that reference the user", async () => {
    const { client, userId, email } = await signUp(server);
    await server.deps.database.transaction(async (tx) => {
      await lockUser(tx, userId);
      expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toBeNull();
      const wrong = { email, password: "not the password" };
      expect((await server.client().auth.signInWithPassword(wrong)).error?.code).toBe(
        "invalid_credentials",
      );
    });
  });

  test("a challenge for a factor that is being removed is refused", async () => {
    const { auth, app } = await protectedUser();
    const { database } = server.deps;
    let pendingChallenge: ReturnType<typeof auth.mfa.challenge> | undefined;
    await database.transaction(async (tx) => {
      await deleteFactor(tx, app.factorId);
      pendingChallenge = auth.mfa.challenge({ factorId: app.factorId });
      await expect.poll(() => waitingForLocks(database)).toBe(1);
    });
    expect((await pendingChallenge)?.error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
  });
});

test("a code of a second authenticator is accepted", async () => {
  const { auth, app, email } = await protectedUser();
  const tablet = await enrol(auth, "Tablet");
  await prove(auth, tablet, server.clock.now());
  server.clock.move(2 * STEP_MS);
  const low = await signInAgain(email);
  const code = tablet.codeAt(server.clock.now());
  const verified = await low.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
  expect(verified.error).toBeNull();
  expect((await low.auth.mfa.unenroll({ factorId: tablet.factorId })).error).toBeNull();
  await expect(authenticate(server.deps, await tokenOf(low.auth))).rejects.toMatchObject({
    code: "insufficient_aal",
  });
  await expect(prove(low.auth, tablet, server.clock.now(), 1)).rejects.toMatchObject({
    status: 404,
  });
  await prove(low.auth, app, server.clock.now());
});

test("the client emits MFA_CHALLENGE_VERIFIED with the raised session", async () => {
  const { client } = await signUp(server);
  const events: string[] = [];
  const { data } = client.auth.onAuthStateChange((event, session) => {
    events.push(`${event} ${String(decodeJwt(session?.access_token ?? "")["aal"])}`);
  });
  await prove(client.auth, await enrol(client.auth), server.clock.now());
  data.subscription.unsubscribe();
  expect(events.at(-1)).toBe("MFA_CHALLENGE_VERIFIED aal2");
});
