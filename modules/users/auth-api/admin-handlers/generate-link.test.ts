/**
 * Tests links and invitations created with the service key: what each link allows, for which user,
 * and how often.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { authenticate } from "#users";
import { waitingForLocks } from "../../../../test/support/servers/database.ts";
import { messageTo } from "../../../../test/support/people/messages.ts";
import {
  newServiceKey,
  operatorOf,
  requestOfSignIn,
} from "../../../../test/support/people/operator.ts";
import { untoldFacts } from "../../../../test/support/people/audit-texts.ts";
import {
  newEmail,
  PASSWORD,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../../test/support/servers/sign-in-server.ts";
import { lockUser } from "../../people/users-table.ts";
import { recordByKey } from "../../service-key/service-key.ts";

let server: SignInServer;
let key: string;
beforeAll(async () => {
  server = await startSignInServer();
  key = await newServiceKey(server);
});
beforeEach(() => server.clock.move(61_000));
afterAll(() => server.close());

const operator = () => operatorOf(server, key);

test("an invitation creates an account and mails a one-time sign-in link", async () => {
  const email = newEmail();
  const { data, error } = await operator().inviteUserByEmail(email, { data: { name: "Guest" } });
  expect(error).toBeNull();
  expect(data.user?.invited_at).toBeTypeOf("string");
  const { token, link } = await messageTo(server.deps.database, {
    email,
    template: "invitation_link",
  });
  expect(link.pathname).toBe("/confirm");
  const opened = await server.client().auth.verifyOtp({ token_hash: token, type: "invite" });
  expect(opened.data.user).toMatchObject({ email, user_metadata: { name: "Guest" } });
  expect((await operator().inviteUserByEmail(email)).error?.code).toBe("email_exists");
});

test.each(["magiclink", "recovery"] as const)(
  "a %s link is returned without being mailed",
  async (type) => {
    const { email, userId } = await signUp(server);
    const { data, error } = await operator().generateLink({ type, email });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    const token_hash = data.properties?.hashed_token ?? "";
    expect(data.properties?.action_link).toContain(`#token_hash=${token_hash}&type=${type}`);
    const opened = await server.client().auth.verifyOtp({ token_hash, type });
    const caller = await authenticate(server.deps, opened.data.session?.access_token);
    expect(caller).toMatchObject({ userId, aal: "aal1" });
  },
);

test("a sign-up link creates an account that is confirmed by its code", async () => {
  const email = newEmail();
  const made = await operator().generateLink({ type: "signup", email, password: PASSWORD });
  expect(made.data.user?.email_confirmed_at).toBeUndefined();
  const token = made.data.properties?.email_otp ?? "";
  const opened = await server.client().auth.verifyOtp({ email, token, type: "signup" });
  expect(opened.error).toBeNull();
  expect(
    (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
  ).toBeNull();
});

test("the address changes once the links of both sides have been used", async () => {
  const { email } = await signUp(server);
  const next = newEmail();
  const used = [];
  for (const type of ["email_change_current", "email_change_new"] as const) {
    const { data, error } = await operator().generateLink({ type, email, newEmail: next });
    expect(error).toBeNull();
    used.push(data.properties?.hashed_token ?? "");
  }
  for (const token_hash of used)
    await server.client().auth.verifyOtp({ token_hash, type: "email_change" });
  expect(
    (await server.client().auth.signInWithPassword({ email: next, password: PASSWORD })).error,
  ).toBeNull();
});

test("creating a link and changing its user concurrently cause no deadlock", async () => {
  const { email, userId } = await signUp(server);
  const { database, clock } = server.deps;
  let link: ReturnType<ReturnType<typeof operator>["generateLink"]> | undefined;
  await database.transaction(async (tx) => {
    // Lock order of a user change: the user first, the audit log last.
    await lockUser(tx, userId);
    link = operator().generateLink({ type: "recovery", email });
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    const event = { action: "user.change", target: userId, before: {}, after: {} } as const;
    await recordByKey(tx, { ...event, at: clock.now() });
  });
  expect((await link)?.error).toBeNull();
});

test("an unknown user, an unknown type and a foreign redirect URL are refused", async () => {
  const recovery = await operator().generateLink({ type: "recovery", email: newEmail() });
  expect(recovery.error).toMatchObject({ status: 404, code: "user_not_found" });
  const { email } = await signUp(server);
  const odd = { type: "owner", email };
  expect((await requestOfSignIn(server, "POST", "admin/generate_link", key, odd)).code).toBe(
    "validation_failed",
  );
  const options = { redirectTo: "https://evil.test/" };
  const link = await operator().generateLink({ type: "magiclink", email, options });
  expect(JSON.stringify(link.data.properties)).not.toContain("evil");
});

test("the audit page has a label for every field that the service key can record", async () => {
  expect(await untoldFacts(server.deps.database)).toEqual([]);
});
