/**
 * Tests requests that are still running when a password changes or a session ends. Such requests
 * must have no effect, however late they finish.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { UsersDeps } from "#users";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { requireSession } from "./wire/require-session.ts";
import { signInWithPassword } from "../accounts/sign-in-with-password.ts";
import { answerUpdateUser } from "./account-handlers/answer-update-user.ts";

const OTHER_PASSWORD = "another long one";
const visitor = { ip: "203.0.113.7", userAgent: "test" };

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

/**
 * Returns dependencies that run `happens` between the password check and the rest of the request.
 */
function meanwhile(happens: () => Promise<void>): UsersDeps {
  const { hasher } = server.deps;
  let isFirst = true;
  const before = async <Result>(looking: Promise<Result>): Promise<Result> => {
    const result = await looking;
    if (isFirst) {
      isFirst = false;
      await happens();
    }
    return result;
  };
  const withPlace: typeof hasher.withPlace = (whose, use) => before(hasher.withPlace(whose, use));
  const verify: typeof hasher.verify = (...args) => before(hasher.verify(...args));
  return { ...server.deps, hasher: { ...hasher, verify, withPlace } };
}

async function changePassword({ client }: SignedUp): Promise<void> {
  const change = { password: OTHER_PASSWORD, current_password: PASSWORD };
  const { error } = await client.auth.updateUser(change);
  if (error) throw error;
}

async function countSessions({ userId }: SignedUp): Promise<number> {
  const rows = await server.deps.database.query("select 1 from users_sessions where user_id = $1", [
    userId,
  ]);
  return rows.length;
}

test("a sign-in with the old password opens no session after a password change", async () => {
  const user = await signUp(server);
  const deps = meanwhile(() => changePassword(user));
  const body = { email: user.email, password: PASSWORD };
  await expect(signInWithPassword(deps, body, visitor)).rejects.toMatchObject({
    code: "invalid_credentials",
  });
  expect(await countSessions(user)).toBe(1);
});

test("a running sign-in opens no session after the account is disabled", async () => {
  const user = await signUp(server);
  const deps = meanwhile(async () => {
    await server.deps.database.query(
      "update users_users set banned_until = '2999-01-01' where id = $1",
      [user.userId],
    );
  });
  const body = { email: user.email, password: PASSWORD };
  await expect(signInWithPassword(deps, body, visitor)).rejects.toMatchObject({
    code: "user_banned",
  });
});

test("a session that has ended cannot change the password or address", async () => {
  const user = await signUp(server);
  const thief = server.client();
  const { data } = await thief.auth.signInWithPassword({ email: user.email, password: PASSWORD });
  const stolen = await requireSession(server.deps, `Bearer ${data.session?.access_token}`);
  const deps = meanwhile(() => changePassword(user));
  const body = { password: "the thief's own one", current_password: PASSWORD };
  await expect(
    answerUpdateUser(deps, stolen, body, { visitor, redirectTo: undefined }),
  ).rejects.toMatchObject({ code: "session_not_found" });
  const again = await server
    .client()
    .auth.signInWithPassword({ email: user.email, password: OTHER_PASSWORD });
  expect(again.error).toBeNull();
});
