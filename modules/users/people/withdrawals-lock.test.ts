/** Tests which changes lock withdrawals, and for how long. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lockWithdrawals, withdrawalsLockedUntil } from "#users";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import {
  newEmail,
  PASSWORD,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS = 30_000;

let server: SignInServer;
let user: SignedUp;
beforeAll(async () => {
  server = await startSignInServer();
});
beforeEach(async () => {
  user = await signUp(server);
});
afterAll(() => server.close());

/**
 * Returns the number of hours until withdrawals are unlocked, to one decimal place. 0 without a
 * lock.
 */
async function lockedHours(): Promise<number> {
  const now = server.clock.now();
  const until = await withdrawalsLockedUntil(server.deps.database, user.userId, now);
  return until ? Math.round((10 * (until.getTime() - now.getTime())) / HOUR_MS) / 10 : 0;
}

const newPassword = (password: string) =>
  user.client.auth.updateUser({ password, current_password: PASSWORD });

test("sign-up and sign-in do not lock withdrawals", async () => {
  await server.client().auth.signInWithPassword({ email: user.email, password: PASSWORD });
  await user.client.auth.updateUser({ data: { name: "Grace" } });
  expect(await lockedHours()).toBe(0);
});

test("a new password locks withdrawals for 24 hours", async () => {
  expect((await newPassword("short")).error?.code).toBe("weak_password");
  expect((await newPassword(PASSWORD)).error?.code).toBe("same_password");
  expect(await lockedHours()).toBe(0);
  expect((await newPassword("another long one")).error).toBeNull();
  expect(await lockedHours()).toBe(24);
  const [message] = await server.deps.database.query<{ body: string }>(
    "select body from notifications_messages where user_id = $1 and template = 'password_changed'",
    [user.userId],
  );
  expect(message?.body).toContain("Withdrawals from your account are locked for 24 hours.");
  server.clock.move(DAY_MS - HOUR_MS);
  expect(await lockedHours()).toBe(1);
  server.clock.move(HOUR_MS);
  expect(await lockedHours()).toBe(0);
});

test("a password set with a recovery link locks withdrawals", async () => {
  await server.client().auth.resetPasswordForEmail(user.email);
  const message = async () => {
    const [row] = await server.deps.database.query<{ body: string }>(
      "select body from notifications_messages where user_id = $1 and template = 'recovery_link'",
      [user.userId],
    );
    return row?.body ?? "";
  };
  await expect.poll(message).toContain("token_hash");
  const token = /token_hash=([\w-]+)/.exec(await message())?.[1] ?? "";
  const client = server.client();
  await client.auth.verifyOtp({ token_hash: token, type: "recovery" });
  expect(await lockedHours()).toBe(0);
  expect((await client.auth.updateUser({ password: "set after all" })).error).toBeNull();
  expect(await lockedHours()).toBe(24);
});

test("a new address locks withdrawals once both addresses have confirmed", async () => {
  const next = newEmail();
  expect((await user.client.auth.updateUser({ email: next })).error).toBeNull();
  const { database } = server.deps;
  for (const [email, template, hours] of [
    [user.email, "email_change_current", 0],
    [next, "email_change_new", 24],
  ] as const) {
    const { token: token_hash } = await messageTo(database, { email, template });
    const { error } = await server.client().auth.verifyOtp({ token_hash, type: "email_change" });
    expect(error).toBeNull();
    expect(await lockedHours()).toBe(hours);
  }
  const message = await messageTo(database, { email: user.email, template: "email_changed" });
  expect(message.text).toContain("Withdrawals from your account are locked for 24 hours.");
});

test("turning two-factor authentication on or off locks withdrawals", async () => {
  const { auth } = user.client;
  const app = await enrol(auth);
  expect(await lockedHours()).toBe(0);
  await prove(auth, app, server.clock.now());
  expect(await lockedHours()).toBe(24);
  server.clock.move(DAY_MS + 2 * STEP_MS);
  await auth.refreshSession();
  await prove(auth, app, server.clock.now());
  expect(await lockedHours()).toBe(0);
  expect((await auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
  expect(await lockedHours()).toBe(24);
});

test("setting the clock back neither ends nor shortens a lock", async () => {
  const { database } = server.deps;
  await newPassword("another long one");
  server.clock.move(-10 * DAY_MS);
  const until = await withdrawalsLockedUntil(database, user.userId, server.clock.now());
  expect(until).toBeDefined();
  const { userId } = user;
  const now = server.clock.now();
  await database.transaction((tx) => lockWithdrawals(tx, { userId, now }));
  expect(await withdrawalsLockedUntil(database, user.userId, server.clock.now())).toEqual(until);
  server.clock.move(10 * DAY_MS);
});
