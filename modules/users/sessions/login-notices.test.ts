/**
 * Tests that each way to sign in sends the user one message, unless the user turned these messages
 * off.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { savePreferences } from "#notifications";
import { supabasePublicKey } from "#users";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { findLogins } from "./login-history-table.ts";

const MINUTE_MS = 60_000;

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const messages = async (userId: string, template: string) =>
  server.deps.database.query<{ body: string }>(
    "select body from notifications_messages where user_id = $1 and template = $2 order by id",
    [userId, template],
  );

const readTokens: string[] = [];

/** Waits for the requested message and returns its token. */
async function mailedToken(email: string, template: "magic_link" | "recovery_link") {
  const { token } = await messageTo(server.deps.database, { email, template, seen: readTokens });
  readTokens.push(token);
  return token;
}

type Way = (user: SignedUp, auth: SupabaseClient["auth"]) => Promise<{ error: unknown }>;

const WAYS: readonly (readonly [string, Way])[] = [
  ["a password", ({ email }, auth) => auth.signInWithPassword({ email, password: PASSWORD })],
  [
    "a mailed link",
    async ({ email }, auth) => {
      await auth.signInWithOtp({ email });
      const token_hash = await mailedToken(email, "magic_link");
      return auth.verifyOtp({ token_hash, type: "email" });
    },
  ],
  [
    "a recovery link",
    async ({ email }, auth) => {
      await auth.resetPasswordForEmail(email);
      const token_hash = await mailedToken(email, "recovery_link");
      return auth.verifyOtp({ token_hash, type: "recovery" });
    },
  ],
];

test.each(WAYS)("%s sends one message unless the user turned login messages off", async (_, go) => {
  const user = await signUp(server);
  const { userId } = user;
  expect((await go(user, server.client().auth)).error).toBeNull();
  expect(await messages(userId, "new_login")).toHaveLength(1);
  await savePreferences(server.deps.database, { userId, preferences: { login: false } });
  server.clock.move(2 * MINUTE_MS);
  expect((await go(user, server.client().auth)).error).toBeNull();
  expect(await messages(userId, "new_login")).toHaveLength(1);
  const [{ count } = { count: 0n }] = await server.deps.database.query<{ count: bigint }>(
    "select count(*) from users_login_history where user_id = $1 and is_success",
    [userId],
  );
  expect(count).toBe(3n);
});

/**
 * Returns a user with an authenticator. `device` signs in from devices that differ only in their
 * `userAgent`.
 */
async function protectedUser() {
  const user = await signUp(server);
  const app = await enrol(user.client.auth);
  await prove(user.client.auth, app, server.clock.now());
  server.clock.move(2 * MINUTE_MS);
  return { user, app };
}

const device = (userAgent: string) =>
  createClient(server.url, supabasePublicKey, {
    auth: { autoRefreshToken: false, persistSession: false },
    global: { headers: { "user-agent": userAgent } },
  });

const history = async (userId: string) => {
  const logins = await findLogins(server.deps.database, { userId, beforeId: undefined, limit: 2 });
  return logins.map(({ method, isSuccess, lacksCode }) => ({ method, isSuccess, lacksCode }));
};

test("a password is a completed login only together with the code", async () => {
  const { user, app } = await protectedUser();
  const { auth } = server.client();
  await auth.signInWithPassword({ email: user.email, password: PASSWORD });
  expect(await messages(user.userId, "new_login")).toHaveLength(0);
  expect(await messages(user.userId, "first_factor_passed")).toHaveLength(0);
  const password = { method: "password", isSuccess: true, lacksCode: true };
  expect((await history(user.userId))[0]).toEqual(password);
  await prove(auth, app, server.clock.now());
  expect(await messages(user.userId, "new_login")).toHaveLength(1);
  const code = { method: "totp", isSuccess: true, lacksCode: false };
  expect(await history(user.userId)).toEqual([code, password]);
});

test("a password-only sign-in on a new device is reported at most three times an hour", async () => {
  const { user, app } = await protectedUser();
  const enter = async () => {
    const { auth } = device("Another Browser/1.0");
    await auth.signInWithPassword({ email: user.email, password: PASSWORD });
    return auth;
  };
  await enter();
  const [notice] = await messages(user.userId, "first_factor_passed");
  expect(notice?.body).toContain("Someone used your password on a new device or in a new place");
  expect(notice?.body).toContain("Without it, they cannot sign in");
  for (let tries = 0; tries < 4; tries += 1) await enter();
  expect(await messages(user.userId, "first_factor_passed")).toHaveLength(3);
  expect(await messages(user.userId, "new_login")).toHaveLength(0);

  server.clock.move(61 * MINUTE_MS);
  await prove(await enter(), app, server.clock.now());
  const [login] = await messages(user.userId, "new_login");
  expect(login?.body).toContain("from a new device or place");
  expect(await messages(user.userId, "first_factor_passed")).toHaveLength(4);
  await enter();
  expect(await messages(user.userId, "first_factor_passed")).toHaveLength(4);
});
