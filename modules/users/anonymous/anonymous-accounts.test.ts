/**
 * Tests anonymous accounts and their conversion to full accounts, over HTTP with the official
 * client.
 */
import { decodeJwt } from "jose";
import type { AdminUserAttributes } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postAll, outsideAccount, userAccount, balancesOf } from "#ledger";
import { deliver } from "#notifications";
import { newUuid } from "#platform";
import { authenticate, anonymousIdsSince } from "#users";
import {
  newEmail,
  PASSWORD,
  postSignIn,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { countMessages, messageTo } from "../../../test/support/people/messages.ts";
import { newServiceKey, operatorOf } from "../../../test/support/people/operator.ts";
import { readLink } from "../mailed-links/read-link.ts";
import { useLink } from "../mailed-links/use-link.ts";
import { noAddressOf } from "../people/no-address.ts";
import { saveOutlet } from "../../notifications/outbox/outbox-table.ts";
import { signUpAnonymously } from "../accounts/sign-up-anonymously.ts";

const PER_NETWORK = 6;

let server: SignInServer;
let mailing: SignInServer;
beforeAll(async () => {
  [server, mailing] = await Promise.all([
    startSignInServer(),
    startSignInServer({}, { mailLeaves: true }),
  ]);
});
afterAll(() => Promise.all([server.close(), mailing.close()]));

async function tryOut(at = server) {
  const client = at.client();
  const { data, error } = await client.auth.signInAnonymously();
  if (error) throw error;
  if (!data.session) throw new Error("no session");
  return { client, session: data.session, userId: data.session.user.id };
}

test("an anonymous session is marked as anonymous in its token and in the API", async () => {
  const settings = await fetch(`${server.url}/auth/v1/settings`);
  expect(await settings.json()).toMatchObject({ external: { anonymous_users: true } });
  const { client, session, userId } = await tryOut();
  expect(session.user).toMatchObject({
    is_anonymous: true,
    email: "",
    phone: "",
    app_metadata: {},
    identities: [],
  });
  expect(decodeJwt(session.access_token)).toMatchObject({
    sub: userId,
    email: "",
    is_anonymous: true,
    amr: [{ method: "anonymous" }],
  });
  const caller = await authenticate(server.deps, session.access_token);
  expect(caller).toMatchObject({ userId, isAnonymous: true, isAdmin: false, aal: "aal1" });
  const { data } = await client.auth.refreshSession();
  expect(data.user).toMatchObject({ id: userId, is_anonymous: true });
});

test("the placeholder address of an anonymous user cannot be used to sign in", async () => {
  const { userId } = await tryOut();
  const email = noAddressOf(userId);
  const response = await postSignIn(server, "signup", { email, password: PASSWORD });
  expect(response).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
  for (const path of ["recover", "otp"])
    expect((await postSignIn(server, path, { email })).status).toBe(400);
});

test("anonymous accounts count towards their network's sign-up limit", async () => {
  const limits = { ...server.deps.limits, signUpsPerHourMax: PER_NETWORK };
  const deps = { ...server.deps, limits };
  const from = (ip: string) => signUpAnonymously(deps, { metadata: {} }, { ip, userAgent: "t" });
  for (let one = 1; one <= PER_NETWORK; one += 1) await from(`2001:db8:0:1::${one}`);
  await expect(from("2001:db8:0:1:9::1")).rejects.toMatchObject({
    signInCode: "over_request_rate_limit",
  });
  await from("2001:db8:0:2::1");
});

test("adding an address and a password keeps the user id and all data", async () => {
  const { client, session, userId } = await tryOut();
  const { database } = server.deps;
  const debit = outsideAccount("chain");
  const credit = userAccount(userId, "available", "BTC");
  await database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount: 5n, code: "deposit" }]),
  );
  const email = newEmail();
  const alone = await client.auth.updateUser({ password: PASSWORD });
  expect(alone.error?.code).toBe("validation_failed");
  server.clock.move((3 * 3_600_000) / 4);
  const { data, error } = await client.auth.updateUser({ email, password: PASSWORD });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    id: userId,
    email,
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
  });
  expect(data.user?.identities).toMatchObject([{ provider: "email", identity_data: { email } }]);
  // The session is the same, but its user now has a full account.
  const caller = await authenticate(server.deps, session.access_token);
  expect(caller).toMatchObject({ userId, email, isAnonymous: false });
  const again = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(again.data.user).toMatchObject({ id: userId, is_anonymous: false });
  expect(await balancesOf(database, userId)).toMatchObject({ availableSats: 5n });
  expect(await countMessages(database, { email, template: "welcome" })).toBe(1);
});

test("anonymousIdsSince includes a converted account until its conversion", async () => {
  const { client, userId } = await tryOut();
  const { database } = server.deps;
  const now = server.deps.clock.now();
  const ids = async (since: Date) =>
    (await database.query<{ id: string }>(anonymousIdsSince("$1"), [since])).map(({ id }) => id);
  expect(await ids(now)).toContain(userId);
  await client.auth.updateUser({ email: newEmail(), password: PASSWORD });
  expect(await ids(new Date(now.getTime() - 1))).toContain(userId);
  expect(await ids(new Date(now.getTime() + 60_000))).not.toContain(userId);
});

test("without a mail server, adding an address requires a password", async () => {
  const { client } = await tryOut();
  const email = newEmail();
  const refused = await client.auth.updateUser({ email });
  expect(refused.error).toMatchObject({ status: 422, code: "validation_failed" });
  expect((await client.auth.getUser()).data.user).toMatchObject({ email: "", is_anonymous: true });
  expect((await client.auth.updateUser({ email, password: PASSWORD })).error).toBeNull();
});

test("a link mailed before the mail server was removed still requires a password", async () => {
  const { client } = await tryOut(mailing);
  const email = newEmail();
  expect((await client.auth.updateUser({ email })).error).toBeNull();
  const { token } = await messageTo(mailing.deps.database, { email, template: "keep_link" });
  const deps = { ...mailing.deps, mailLeaves: false };
  const ask = { types: ["email_change_new" as const], token };
  const used = useLink(deps, ask, { ip: "127.0.0.1", userAgent: "" }, async () => "opened");
  await expect(used).rejects.toMatchObject({ signInCode: "validation_failed" });
  expect((await client.auth.getUser()).data.user).toMatchObject({ is_anonymous: true });
});

test("with a mail server, the account can be converted without a password", async () => {
  const { client } = await tryOut(mailing);
  const email = newEmail();
  expect((await client.auth.updateUser({ email })).error).toBeNull();
  const { token } = await messageTo(mailing.deps.database, { email, template: "keep_link" });
  const opened = mailing.client();
  const used = await opened.auth.verifyOtp({ token_hash: token, type: "email_change" });
  expect(used.data.user).toMatchObject({ email, is_anonymous: false });
  expect((await opened.auth.updateUser({ password: PASSWORD })).error).toBeNull();
});

describe("the service key and an anonymous user", () => {
  const change = async (userId: string, fields: AdminUserAttributes) =>
    (await operatorOf(server, await newServiceKey(server)).updateUserById(userId, fields)).error;

  test.each<[string, AdminUserAttributes]>([
    ["cannot confirm a missing address", { email_confirm: true }],
    ["cannot set a password without an address", { password: PASSWORD }],
    ["cannot set an address without a password", { email: newEmail() }],
    [
      "cannot set a confirmed address without a password",
      { email: newEmail(), email_confirm: true },
    ],
  ])("the service key %s", async (_, fields) => {
    const { client, userId } = await tryOut();
    expect(await change(userId, fields)).toMatchObject({ status: 422, code: "validation_failed" });
    const { data, error } = await client.auth.getUser();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: "", is_anonymous: true });
    expect(data.user?.email_confirmed_at).toBeUndefined();
  });

  test("the service key can add an address and a password to the account", async () => {
    const { userId } = await tryOut();
    const email = newEmail();
    expect(await change(userId, { email, password: PASSWORD, email_confirm: true })).toBeNull();
    const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user).toMatchObject({ id: userId, is_anonymous: false });
  });

  test("the service key can change an anonymous user's metadata", async () => {
    const { userId } = await tryOut();
    expect(await change(userId, { user_metadata: { name: "Grace" } })).toBeNull();
  });
});

test("a user without an address cannot request a code by mail", async () => {
  const { client } = await tryOut();
  const { error } = await client.auth.reauthenticate();
  expect(error).toMatchObject({ status: 400, code: "validation_failed" });
});

test("a converted account cannot be claimed again", async () => {
  const { email: otherEmail } = await signUp(server);
  const { client } = await tryOut();
  const refused = await client.auth.updateUser({ email: otherEmail, password: PASSWORD });
  expect(refused.error?.code).toBe("email_exists");
  const [first, second] = [newEmail(), newEmail()];
  expect((await client.auth.updateUser({ email: first, password: PASSWORD })).error).toBeNull();
  const changed = await client.auth.updateUser({ email: second });
  expect(changed.error?.code).toBe("reauthentication_needed");
});

test("with a mail server, the link mailed to the new address converts the account", async () => {
  const { client, userId } = await tryOut(mailing);
  const email = newEmail();
  const { data, error } = await client.auth.updateUser({ email, password: PASSWORD });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ is_anonymous: true, email: "", new_email: email });
  const tooEarly = await mailing.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(tooEarly.error?.code).toBe("invalid_credentials");
  const link = { email, template: "keep_link" };
  const { token } = await messageTo(mailing.deps.database, link);
  const nobody = { email: noAddressOf(userId), template: "email_change_current" };
  expect(await countMessages(mailing.deps.database, nobody)).toBe(0);
  const linkContent = await readLink(mailing.deps, { tokenHash: token });
  expect(linkContent).toEqual({ email: "", newEmail: email });
  const used = await mailing.client().auth.verifyOtp({ token_hash: token, type: "email_change" });
  expect(used.error).toBeNull();
  expect(used.data.user).toMatchObject({ id: userId, email, is_anonymous: false });
  const now = await mailing.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(now.data.user).toMatchObject({ id: userId });
});

test("messages to a user without an address stay in the mailbox", async () => {
  const { userId } = await tryOut(mailing);
  const { database, clock } = mailing.deps;
  await saveOutlet(database, { channel: "email", isOpen: true });
  const values = { name: "", siteUrl: "http://floor.test" };
  const notification = { userId, template: "welcome", values, now: clock.now() } as const;
  expect(await database.transaction((tx) => deliver(tx, notification))).toBe(true);
  const outboxRows = "select from notifications_outbox where user_id = $1";
  expect(await database.query(outboxRows, [userId])).toEqual([]);
});
