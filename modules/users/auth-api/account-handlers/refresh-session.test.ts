/**
 * Tests refresh tokens: a token works once, a refresh whose response may have been lost can be
 * repeated, and using a copied token ends the session.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "#users";
import {
  PASSWORD,
  postSignIn,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../../../test/support/servers/sign-in-server.ts";
import { refreshWithin } from "./refresh-within.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

/** Refreshes the session. Returns the next session or the error code. */
async function refresh(refreshToken: string) {
  const { data, error } = await server
    .client()
    .auth.refreshSession({ refresh_token: refreshToken });
  return { session: data.session, code: error?.code };
}

async function next(refreshToken: string): Promise<string> {
  const { session } = await refresh(refreshToken);
  if (!session) throw new Error("not refreshed");
  return session.refresh_token;
}

test("a malformed or foreign refresh token is refused", async () => {
  const { session } = await signUp(server);
  const forged = `${session.refresh_token.slice(0, -4)}AAAA`;
  for (const token of ["x", "A".repeat(48), "é".repeat(48), forged])
    expect((await refresh(token)).code).toBe("refresh_token_not_found");
  expect((await refresh(session.refresh_token)).session).not.toBeNull();
});

test("each refresh returns a new token and keeps the session", async () => {
  const { session, userId } = await signUp(server);
  const second = (await refresh(session.refresh_token)).session;
  if (!second) throw new Error("not refreshed");
  expect(second.refresh_token).not.toBe(session.refresh_token);
  expect(second.user.id).toBe(userId);
  const before = await authenticate(server.deps, session.access_token);
  const after = await authenticate(server.deps, second.access_token);
  expect(after.sessionId).toBe(before.sessionId);
});

test("an old token returns the current token for ten seconds", async () => {
  const { session } = await signUp(server);
  const first = session.refresh_token;
  const fourth = await next(await next(await next(first)));
  expect(await next(first)).toBe(fourth);
  expect((await refresh(fourth)).session).not.toBeNull();
});

test("fifty tabs that refresh concurrently stay signed in", async () => {
  const { session } = await signUp(server);
  const tokens = await Promise.all(Array.from({ length: 50 }, () => next(session.refresh_token)));
  expect(new Set(tokens).size).toBe(1);
});

test("a refresh whose response was lost can be repeated", async () => {
  const { session } = await signUp(server);
  const live = await next(session.refresh_token);
  for (const waitMs of [11_000, 30 * 60_000]) {
    server.clock.move(waitMs);
    expect(await next(session.refresh_token)).toBe(live);
  }
  expect((await refresh(live)).session).not.toBeNull();
});

test("reusing the previous token ends the session once the new token was used", async () => {
  const { session } = await signUp(server);
  const live = await next(await next(session.refresh_token));
  server.clock.move(11_000);
  expect((await refresh(session.refresh_token)).code).toBe("refresh_token_already_used");
  expect((await refresh(live)).code).toBe("refresh_token_not_found");
});

test("reusing an old token after ten seconds ends only its own session", async () => {
  const { session, email, userId, client } = await signUp(server);
  const stolen = session.refresh_token;
  const live = await next(await next(stolen));
  const other = server.client();
  await other.auth.signInWithPassword({ email, password: PASSWORD });
  await authenticate(server.deps, session.access_token);

  server.clock.move(10_001);
  expect((await refresh(stolen)).code).toBe("refresh_token_already_used");
  expect((await refresh(live)).code).toBe("refresh_token_not_found");
  await expect(authenticate(server.deps, session.access_token)).rejects.toThrow("session_ended");
  expect((await client.auth.getUser()).error).not.toBeNull();
  expect((await other.auth.getUser()).error).toBeNull();
  const messages = await server.deps.database.query<{ template: string }>(
    "select template from notifications_messages where user_id = $1 and template = 'refresh_reuse'",
    [userId],
  );
  expect(messages).toHaveLength(1);
});

test.each<[string, (session: SignedUp) => Promise<unknown>]>([
  ["a sign-out of all others", ({ client }) => client.auth.signOut({ scope: "others" })],
  ["a new password", ({ client }) => client.auth.updateUser({ password: "another long one" })],
])("%s invalidates current and old refresh tokens of other sessions", async (_, end) => {
  const person = await signUp(server);
  const other = server.client();
  const { data } = await other.auth.signInWithPassword({
    email: person.email,
    password: PASSWORD,
  });
  const older = data.session?.refresh_token ?? "";
  const live = await next(older);
  await end(person);
  for (const token of [live, older])
    expect((await refresh(token)).code).toBe("refresh_token_not_found");
  expect((await person.client.auth.refreshSession()).error).toBeNull();
});

test("the database contains neither the token nor its key", async () => {
  const { session, userId } = await signUp(server);
  const token = Buffer.from(session.refresh_token, "base64url");
  const [row] = await server.deps.database.query<{ text: string; sealed: Buffer }>(
    "select s::text as text, refresh_key_sealed as sealed from users_sessions s where user_id = $1",
    [userId],
  );
  expect(row?.text).not.toContain(session.refresh_token);
  expect(row?.text).not.toContain(token.subarray(20).toString("hex"));
  expect(row?.sealed.length).toBe(32 + 29);
});

test.each([
  ["a session", { refreshesPerMinuteMax: 3 }, 200],
  ["a network", { networkRefreshesPerMinuteMax: 3 }, 503],
])("%s that refreshes too often is throttled but stays signed in", async (_, limits, others) => {
  const strict = await startSignInServer(limits);
  try {
    const [one, other] = [await signUp(strict), await signUp(strict)];
    const renew = ({ session: { refresh_token } }: typeof one) =>
      postSignIn(strict, "token?grant_type=refresh_token", { refresh_token });
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push((await renew(one)).status);
    expect(answers).toEqual([200, 200, 200, 503]);
    expect((await renew(other)).status).toBe(others);
    await authenticate(strict.deps, one.session.access_token);
  } finally {
    await strict.close();
  }
});

test("a network that guesses tokens is throttled but stays signed in", async () => {
  const strict = await startSignInServer({ refreshMissesPerMinuteMax: 3 });
  try {
    const { session } = await signUp(strict);
    const path = "token?grant_type=refresh_token";
    const answers = [];
    for (let guess = 0; guess < 4; guess += 1)
      answers.push((await postSignIn(strict, path, { refresh_token: "x".repeat(48) })).status);
    expect(answers).toEqual([400, 400, 400, 503]);
    const refresh_token = session.refresh_token;
    expect((await postSignIn(strict, path, { refresh_token })).status).toBe(503);
    const elsewhere = refreshWithin(strict.deps);
    await elsewhere(refresh_token, { ip: "203.0.113.7", userAgent: "" });
  } finally {
    await strict.close();
  }
});
