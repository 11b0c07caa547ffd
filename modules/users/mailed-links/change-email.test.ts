/**
 * Tests an address change with the official client: the change applies only after both the old and
 * the new address have confirmed it.
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DatabaseTransaction } from "#platform";
import { authenticate, deletePerson, usersRoutes } from "#users";
import { waitingForLocks } from "../../../test/support/servers/database.ts";
import { countMessages, messageTo } from "../../../test/support/people/messages.ts";
import { nothingElsewhere } from "../../../test/support/fakes/nothing-in-other-modules.ts";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { lockUser, saveNewEmail } from "../people/users-table.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
beforeEach(() => server.clock.move(61_000));
afterAll(() => server.close());

const database = () => server.deps.database;
const oldMessage = (email: string, earlier: readonly string[] = []) =>
  messageTo(database(), { email, template: "email_change_current", seen: earlier });
const newMessage = (email: string, earlier: readonly string[] = []) =>
  messageTo(database(), { email, template: "email_change_new", seen: earlier });
const confirm = (token_hash: string) =>
  server.client().auth.verifyOtp({ token_hash, type: "email_change" });
const signInAs = (email: string) =>
  server.client().auth.signInWithPassword({ email, password: PASSWORD });

async function requestChange() {
  const user = await signUp(server);
  const next = newEmail();
  const { data, error } = await user.client.auth.updateUser({ email: next });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: user.email, new_email: next });
  return { user, next };
}

test.each(["old first", "new first"])(
  "the address changes once both addresses have confirmed (%s)",
  async (order) => {
    const { user, next } = await requestChange();
    const messages = [await oldMessage(user.email), await newMessage(next)];
    if (order === "new first") messages.reverse();
    const [first, second] = messages;
    const half = await confirm(first?.token ?? "");
    expect(half).toMatchObject({ error: null, data: { session: null, user: null } });
    expect((await signInAs(user.email)).error).toBeNull();
    expect((await confirm(first?.token ?? "")).error?.code).toBe("otp_expired");

    const whole = await confirm(second?.token ?? "");
    expect(whole.error).toBeNull();
    expect(whole.data.user).toMatchObject({ id: user.userId, email: next });
    expect(whole.data.user?.new_email).toBeUndefined();
    expect(whole.data.user?.identities?.[0]?.identity_data?.["email"]).toBe(next);
    expect((await signInAs(next)).error).toBeNull();
    expect((await signInAs(user.email)).error?.code).toBe("invalid_credentials");
  },
);

test("messages after an address change are sent to the new address", async () => {
  const { user, next } = await requestChange();
  await confirm((await oldMessage(user.email)).token);
  await confirm((await newMessage(next)).token);
  const notice = await messageTo(database(), { email: user.email, template: "email_changed" });
  expect(notice.text).toContain(next);
  expect(await countMessages(database(), { email: next, template: "new_login" })).toBe(1);
  const [row] = await database().query<{ search_text: string }>(
    "select search_text from users_users where id = $1",
    [user.userId],
  );
  expect(row?.search_text).toContain(next);
  const caller = await authenticate(server.deps, user.session.access_token);
  expect(caller.email).toBe(next);
  const routes = usersRoutes({ ...server.deps, pending: pendingSats(0n) });
  expect(await routes.getMe({ ...plainRequest, caller })).toMatchObject({ email: next });
});

test("links mailed to the old address become invalid with an address change", async () => {
  const { user, next } = await requestChange();
  await confirm((await oldMessage(user.email)).token);
  server.clock.move(61_000);
  await server.client().auth.resetPasswordForEmail(user.email);
  const recovery = await messageTo(database(), { email: user.email, template: "recovery_link" });
  await confirm((await newMessage(next)).token);
  const late = await server.client().auth.verifyOtp({
    token_hash: recovery.token,
    type: "recovery",
  });
  expect(late.error?.code).toBe("otp_expired");
});

test("an address change can also be confirmed with the mailed codes", async () => {
  const { user, next } = await requestChange();
  const [ours, theirs] = [await oldMessage(user.email), await newMessage(next)];
  const byCode = (email: string, token: string) =>
    server.client().auth.verifyOtp({ email, token, type: "email_change" });
  const wrong = theirs.code === "000000" ? "000001" : "000000";
  expect((await byCode(next, wrong)).error?.code).toBe("otp_expired");
  expect((await byCode(user.email, ours.code)).error).toBeNull();
  expect((await byCode(next, theirs.code)).data.user?.email).toBe(next);
});

test("requesting the current address cancels a pending change", async () => {
  const { user, next } = await requestChange();
  const message = await newMessage(next);
  const update = await user.client.auth.updateUser({ email: user.email });
  expect(update.data.user?.new_email).toBeUndefined();
  expect((await confirm(message.token)).error?.code).toBe("otp_expired");
  server.clock.move(61_000);
  const third = newEmail();
  await user.client.auth.updateUser({ email: third });
  await confirm((await oldMessage(user.email)).token);
  server.clock.move(61_000);
  const fourth = newEmail();
  await user.client.auth.updateUser({ email: fourth });
  expect((await confirm((await newMessage(fourth)).token)).data.session).toBeNull();
  expect((await signInAs(user.email)).error).toBeNull();
});

test("resend sends a message only to the address that has not confirmed", async () => {
  const { user, next } = await requestChange();
  const [ours, theirs] = [await oldMessage(user.email), await newMessage(next)];
  await confirm(ours.token);
  server.clock.move(61_000);
  const { error } = await server.client().auth.resend({ type: "email_change", email: user.email });
  expect(error).toBeNull();
  const again = await newMessage(next, [theirs.token]);
  const sent = { email: user.email, template: "email_change_current" };
  expect(await countMessages(database(), sent)).toBe(1);
  expect((await confirm(again.token)).data.user?.email).toBe(next);
  expect((await confirm(theirs.token)).error?.code).toBe("otp_expired");
});

test("a taken address is refused at the request and at the confirmation", async () => {
  const { user, next } = await requestChange();
  const holder = await signUp(server);
  const conflict = await user.client.auth.updateUser({ email: holder.email });
  expect(conflict.error).toMatchObject({ status: 422, code: "email_exists" });
  await confirm((await oldMessage(user.email)).token);
  await signUp(server, next);
  expect((await confirm((await newMessage(next)).token)).error?.code).toBe("email_exists");
  expect((await signInAs(user.email)).error).toBeNull();
});

test("a mailed code does not re-authenticate an old session for an address change", async () => {
  const user = await signUp(server);
  server.clock.move(11 * 60_000);
  const change = async (proof: { current_password?: string; nonce?: string }) => {
    server.clock.move(61_000);
    const { error } = await user.client.auth.updateUser({ email: newEmail(), ...proof });
    return error?.code;
  };
  expect(await change({})).toBe("reauthentication_needed");
  expect(await change({ current_password: "not the password" })).toBe("invalid_credentials");
  expect(await change({ current_password: PASSWORD })).toBeUndefined();
  server.clock.move(61_000);
  expect((await user.client.auth.reauthenticate()).error).toBeNull();
  const template = "security_code";
  const { code } = await messageTo(database(), { email: user.email, template });
  expect(await change({ nonce: code })).toBe("reauthentication_needed");
  server.clock.move(10 * 60_000);
  expect(await change({ current_password: PASSWORD })).toBeUndefined();
});

test("a new password needs a mailed code or the current password", async () => {
  const user = await signUp(server);
  server.clock.move(11 * 60_000);
  await user.client.auth.reauthenticate();
  const template = "security_code";
  const { code } = await messageTo(database(), { email: user.email, template });
  const change = async (nonce: string) =>
    (await user.client.auth.updateUser({ password: `another ${nonce}`, nonce })).error?.code;
  expect(await change(code === "000000" ? "000001" : "000000")).toBe("reauthentication_not_valid");
  expect(await change(code)).toBeUndefined();
  expect(await change(code)).toBe("reauthentication_not_valid");
});

test("concurrent confirmations of an address change are serialised", async () => {
  for (let round = 0; round < 5; round += 1) {
    server.clock.move(61_000);
    const { user, next } = await requestChange();
    const messages = [await oldMessage(user.email), await newMessage(next)];
    const answers = await Promise.all([
      ...messages.map(({ token }) => confirm(token)),
      user.client.auth.updateUser({ email: user.email }),
      user.client.auth.updateUser({ password: "another long one" }),
      ...messages.map(({ token }) => confirm(token)),
    ]);
    for (const { error } of answers) expect(error?.status ?? 200).toBeLessThan(500);
    const isChanged = answers.some(({ data }) => data.user?.email === next);
    const password = "another long one";
    const { auth } = server.client();
    const signedIn = await auth.signInWithPassword({ email: next, password });
    expect(signedIn.error === null).toBe(isChanged);
  }
});

describe("concurrent security codes", () => {
  async function meanwhile(
    change: (tx: DatabaseTransaction, person: { userId: string; now: Date }) => Promise<unknown>,
  ) {
    const { client, userId } = await signUp(server);
    const person = { userId, now: server.clock.now() };
    let code: ReturnType<typeof client.auth.reauthenticate> | undefined;
    await database().transaction(async (tx) => {
      await lockUser(tx, userId);
      code = client.auth.reauthenticate();
      await expect.poll(() => waitingForLocks(database())).toBe(1);
      await change(tx, person);
    });
    return { userId, error: (await code)?.error };
  }

  test("a code requested during an address change waits without a deadlock", async () => {
    const { error } = await meanwhile((tx, person) =>
      saveNewEmail(tx, { ...person, newEmail: newEmail() }),
    );
    expect(error).toBeNull();
  });

  test("a code requested during the account's deletion is not stored", async () => {
    const { userId, error } = await meanwhile((tx, person) =>
      deletePerson(tx, { ...person, rules: nothingElsewhere }),
    );
    expect(error?.code).toBe("user_not_found");
    const codes = "select 1 from users_security_codes where user_id = $1";
    expect(await database().query(codes, [userId])).toEqual([]);
  });
});

test("an address with a line break or a comma is refused", async () => {
  const user = await signUp(server);
  for (const email of [
    "a@b.test\r\nBcc: c@d.test",
    "a@b.test,c@d.test",
    "a@b",
    `${"a".repeat(250)}@b.test`,
  ]) {
    const { error } = await user.client.auth.updateUser({ email });
    expect(error?.code).toBe("validation_failed");
  }
});

test("a stale link for a cancelled address does not confirm the current change", async () => {
  const { user, next } = await requestChange();
  const stale = await newMessage(next);
  server.clock.move(61_000);
  const other = newEmail();
  expect((await user.client.auth.updateUser({ email: other })).error).toBeNull();
  await confirm((await oldMessage(user.email)).token);
  // Simulates a link that was still being written when the change was cancelled.
  await database().query(
    `update users_one_time_tokens set relates_to = $2, token_hash = $3
     where user_id = $1 and token_type = 'email_change_new'`,
    [user.userId, next, createHash("sha256").update(stale.token).digest("hex")],
  );
  expect((await confirm(stale.token)).error?.code).toBe("otp_expired");
  expect((await signInAs(user.email)).error).toBeNull();
});
