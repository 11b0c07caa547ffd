/**
 * Tests which tokens the API accepts: only tokens of this installation, and only while the session
 * and the user are valid, even after restarts and in other processes.
 */
import { createSecretKey, createPublicKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT, UnsecuredJWT, generateKeyPair, decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMasterKey } from "#platform";
import { authenticate, bearerToken, openUsers } from "#users";
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

const NOT_SIGNED_IN = { status: 401, code: "not_signed_in" };

describe("the API refuses a request", () => {
  test("a missing, foreign or unsigned token is refused", async () => {
    const { session } = await signUp(server);
    const { deps } = server;
    const claims = decodeJwt(session.access_token);
    const [jwk] = deps.signingKeys.publicKeys;
    if (!jwk?.kid) throw new Error("no key");
    const { kid } = jwk;
    const pem = createPublicKey({ key: jwk, format: "jwk" }).export({
      type: "spki",
      format: "pem",
    });
    const stranger = await generateKeyPair("ES256");
    const [head = "", body = "", signature = ""] = session.access_token.split(".");
    const changed = Buffer.from(JSON.stringify({ ...claims, role: "service_role" }));

    const forged = [
      undefined,
      "",
      "x",
      "a.b.c",
      "x".repeat(20_000),
      new UnsecuredJWT(claims).encode(),
      `${head}.${body}.`,
      `${head}.${changed.toString("base64url")}.${signature}`,
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid })
        .sign(createSecretKey(Buffer.from(pem))),
      await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(stranger.privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: "unknown" })
        .sign(deps.signingKeys.current.privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256" })
        .sign(deps.signingKeys.current.privateKey),
    ];
    for (const token of forged)
      await expect(authenticate(deps, token)).rejects.toMatchObject(NOT_SIGNED_IN);
  });

  test("a token with a wrong audience, issuer, expiry or session is refused", async () => {
    const { session } = await signUp(server);
    const { deps } = server;
    const claims = decodeJwt(session.access_token);
    const { kid, privateKey } = deps.signingKeys.current;
    const sign = (changes: Record<string, unknown>) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: "ES256", kid })
        .sign(privateKey);
    for (const changes of [
      { aud: "anon" },
      { iss: "http://evil.test/auth/v1" },
      { exp: undefined },
      { session_id: undefined },
      { session_id: 7 },
    ]) {
      const token = await sign(changes);
      await expect(authenticate(deps, token)).rejects.toMatchObject(NOT_SIGNED_IN);
    }
    await expect(authenticate(deps, await sign({}))).resolves.toMatchObject({ isAdmin: false });
  });

  test("the Authorization header is parsed strictly", () => {
    expect(bearerToken("Bearer a.b.c")).toBe("a.b.c");
    expect(bearerToken("bearer a.b.c")).toBe("a.b.c");
    for (const header of [undefined, "", "a.b.c", "Bearer", "Bearer a b", "Basic a.b.c"])
      expect(bearerToken(header)).toBeUndefined();
  });
});

describe("access ends", () => {
  test("a token expires after an hour, even for cached callers", async () => {
    const { session } = await signUp(server);
    await authenticate(server.deps, session.access_token);
    server.clock.move(3_600_000);
    await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject(
      NOT_SIGNED_IN,
    );
  });

  test("a ban or a deletion ends access within `callerRecheckMs`", async () => {
    const { session, userId, email, client } = await signUp(server);
    const { deps, clock } = server;
    const token = session.access_token;
    await authenticate(deps, token);
    await deps.database.query(
      "update users_users set banned_until = $2::timestamptz + interval '1 hour' where id = $1",
      [userId, clock.now()],
    );
    clock.move(4_001);
    await expect(authenticate(deps, token)).rejects.toMatchObject({
      status: 403,
      code: "account_disabled",
    });
    const again = await client.auth.signInWithPassword({
      email,
      password: "correct horse battery",
    });
    expect(again.error).toMatchObject({ status: 400, code: "user_banned" });
    const refreshed = await server.client().auth.refreshSession(session);
    expect(refreshed.error?.code).toBe("user_banned");

    await deps.database.query("update users_users set deleted_at = $2 where id = $1", [
      userId,
      clock.now(),
    ]);
    await expect(authenticate(deps, token)).rejects.toMatchObject({ code: "session_ended" });
  });

  test("a sign-out ends access in other processes within five seconds", async () => {
    const { session, client } = await signUp(server);
    const otherProcess = await server.reopen();
    await authenticate(server.deps, session.access_token);
    await authenticate(otherProcess, session.access_token);
    await client.auth.signOut();
    await expect(authenticate(server.deps, session.access_token)).rejects.toThrow("session_ended");
    server.clock.move(4_001);
    await expect(authenticate(otherProcess, session.access_token)).rejects.toThrow("session_ended");
  });
});

test("concurrent requests are each checked with their own token", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => signUp(server)));
  const [ended, disabled, unproven, deleted, ...rest] = people;
  if (!ended || !disabled || !unproven || !deleted) throw new Error("eight signed up");
  const { database } = server.deps;
  // Start a process whose cache contains none of the tokens.
  const process = await server.reopen();
  await ended.client.auth.signOut();
  await database.query(
    "update users_users set banned_until = $2::timestamptz + interval '1 hour' where id = $1",
    [disabled.userId, server.clock.now()],
  );
  const enrolled = await unproven.client.auth.mfa.enroll({ factorType: "totp" });
  await database.query("update users_factors set status = 'verified' where id = $1", [
    enrolled.data?.id,
  ]);
  await database.query("update users_users set deleted_at = $2 where id = $1", [
    deleted.userId,
    server.clock.now(),
  ]);
  const judge = ({ session }: { readonly session: { readonly access_token: string } }) =>
    authenticate(process, session.access_token).then(
      ({ userId }) => userId,
      (error: Error & { readonly code: string }) => error.code,
    );
  const mixed = [...people.toReversed(), ...people];
  const answers = await Promise.all(mixed.map(judge));
  const refused = new Map([
    [ended, "session_ended"],
    [disabled, "account_disabled"],
    [unproven, "insufficient_aal"],
    [deleted, "session_ended"],
  ]);
  expect(answers).toEqual(mixed.map((person) => refused.get(person) ?? person.userId));
  expect(rest).toHaveLength(4);
});

test("setting the clock back an hour does not keep cached callers trusted for longer", async () => {
  const { session, client } = await signUp(server);
  const otherProcess = await server.reopen();
  await authenticate(otherProcess, session.access_token);
  await client.auth.signOut();
  server.clock.move(-3_600_000);
  await expect(authenticate(otherProcess, session.access_token)).rejects.toThrow("session_ended");
});

test("tokens stay valid after a restart under another URL", async () => {
  const { session } = await signUp(server);
  const moved = await server.reopen({ siteUrl: "http://moved.test" });
  const caller = await authenticate(moved, session.access_token);
  expect(caller.userId).toBe(session.user.id);
});

test("a start with a foreign master key fails and names the file to copy", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hashfloor-users-"));
  const stranger = { ...server.deps, hosted: undefined, masterKey: openMasterKey(folder) };
  await expect(openUsers(stranger)).rejects.toThrow(/^DATA_DIR: .* Copy master-key/);
  rmSync(folder, { recursive: true });
});

test("tokens and refresh tokens stay valid after a restart", async () => {
  const { session } = await signUp(server);
  const restarted = await server.reopen();
  expect(restarted.signingKeys.current.kid).toBe(server.deps.signingKeys.current.kid);
  const caller = await authenticate(restarted, session.access_token);
  expect(caller.userId).toBe(session.user.id);
  const response = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty("d");
});
