/** Each way in tells its owner once, and not when he has switched that off. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SupabaseClient } from "@supabase/supabase-js";
import { savePreferences } from "#notifications";
import { enrol, prove } from "../../test/support/authenticator.ts";
import { letterTo } from "../../test/support/letters.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../test/support/sign-in-server.ts";

const MINUTE_MS = 60_000;

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const letters = async (userId: string, template: string) =>
  server.parts.database.query<{ body: string }>(
    "select body from notifications_letters where user_id = $1 and template = $2 order by id",
    [userId, template],
  );

const seen: string[] = [];

/** The token of the letter that was just asked for, once it is written. */
async function mailedToken(email: string, template: "magic_link" | "recovery_link") {
  const { token } = await letterTo(server.parts.database, { email, template, seen });
  seen.push(token);
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

test.each(WAYS)(
  "%s: one notice, none when switched off, and a line in the history",
  async (_, go) => {
    const user = await signUp(server);
    const { userId } = user;
    expect((await go(user, server.client().auth)).error).toBeNull();
    expect(await letters(userId, "new_login")).toHaveLength(1);
    await savePreferences(server.parts.database, { userId, preferences: { login: false } });
    server.clock.move(2 * MINUTE_MS);
    expect((await go(user, server.client().auth)).error).toBeNull();
    expect(await letters(userId, "new_login")).toHaveLength(1);
    const [{ count } = { count: 0n }] = await server.parts.database.query<{ count: bigint }>(
      "select count(*) from users_login_history where user_id = $1 and is_success",
      [userId],
    );
    expect(count).toBe(3n);
  },
);

test("a password and its second factor are one sign-in with one notice, and two lines that name both ways", async () => {
  const user = await signUp(server);
  const app = await enrol(user.client.auth);
  await prove(user.client.auth, app, server.clock.now());
  server.clock.move(2 * MINUTE_MS);
  const { auth } = server.client();
  await auth.signInWithPassword({ email: user.email, password: PASSWORD });
  await prove(auth, app, server.clock.now());
  expect(await letters(user.userId, "new_login")).toHaveLength(1);
  const rows = await server.parts.database.query<{ method: string }>(
    "select method from users_login_history where user_id = $1 and is_success order by id desc limit 2",
    [user.userId],
  );
  expect(rows.map(({ method }) => method)).toEqual(["totp", "password"]);
});
