/**
 * Tests that, with a mail server, callers cannot find out which addresses have accounts. Sign-ups
 * and address changes always get the same response. Only the e-mail reveals the outcome.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { messageTo } from "../../../test/support/people/messages.ts";
import {
  newEmail,
  PASSWORD,
  postSignIn,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { sweepExpired } from "../sweep.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({}, { mailLeaves: true });
});
// Moves the clock past the limit of one message per minute and address.
beforeEach(() => server.clock.move(61_000));
afterAll(() => server.close());

const message = (email: string, template: string, earlier: readonly string[] = []) =>
  messageTo(server.deps.database, { email, template, seen: earlier });
const ask = (email: string, password = PASSWORD, data = { name: "Mia" }) =>
  server.client().auth.signUp({ email, password, options: { data } });

/** Signs up and opens the link in the message. */
async function signUp() {
  const email = newEmail();
  await ask(email);
  const { token: token_hash } = await message(email, "confirmation_link");
  const client = server.client();
  const { data, error } = await client.auth.verifyOtp({ token_hash, type: "signup" });
  if (error) throw error;
  return { email, client, user: data.user };
}

/** Returns the response without the fields that differ between any two responses. */
function shapeOf(value: unknown, email: string): string {
  return JSON.stringify(value)
    .replaceAll(email, "<email>")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
}

test("the link in the message opens the account with the chosen password", async () => {
  const { email, client, user } = await signUp();
  expect(user?.user_metadata).toMatchObject({ name: "Mia" });
  const again = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(again.error).toBeNull();
  expect(again.data.user?.id).toBe((await client.auth.getUser()).data.user?.id);
});

test("known and unknown addresses get the same response", async () => {
  const { email } = await signUp();
  server.clock.move(61_000);
  const unknown = newEmail();
  const [existing, fresh] = [await ask(email), await ask(unknown)];
  expect([existing.error, fresh.error, existing.data.session]).toEqual([null, null, null]);
  expect(shapeOf(existing.data, email)).toBe(shapeOf(fresh.data, unknown));
  expect((await message(email, "sign_up_known")).text).toContain(
    "it already has a practice account",
  );
  const again = await Promise.all([ask(email), ask(unknown)]);
  expect(again.map(({ error }) => error?.code)).toEqual([
    "over_email_send_rate_limit",
    "over_email_send_rate_limit",
  ]);
});

test("using the owner's own link does not set a stranger's password", async () => {
  const email = newEmail();
  await ask(email, "the stranger's own words");
  const strangers = await message(email, "confirmation_link");
  server.clock.move(61_000);
  await ask(email);
  const { token: token_hash } = await message(email, "confirmation_link", [strangers.token]);
  await server.client().auth.verifyOtp({ token_hash, type: "signup" });
  const signIn = async (password: string) =>
    (await server.client().auth.signInWithPassword({ email, password })).error?.code;
  expect(await signIn("the stranger's own words")).toBe("invalid_credentials");
  expect(await signIn(PASSWORD)).toBeUndefined();
  const stale = { token_hash: strangers.token, type: "signup" };
  expect((await postSignIn(server, "verify", stale)).status).toBe(403);
});

test("a resent message sets the same password", async () => {
  const email = newEmail();
  await ask(email);
  const first = await message(email, "confirmation_link");
  server.clock.move(61_000);
  await server.client().auth.resend({ type: "signup", email });
  const { token: token_hash } = await message(email, "confirmation_link", [first.token]);
  await server.client().auth.verifyOtp({ token_hash, type: "signup" });
  const signedIn = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(signedIn.error).toBeNull();
});

test.each(["while the owner's link lives", "after it"])(
  "the owner chooses a password if a stranger also signed up with the address (%s)",
  async (when) => {
    const email = newEmail();
    await ask(email);
    const first = await message(email, "confirmation_link");
    server.clock.move(when === "after it" ? 2 * 3_600_000 : 61_000);
    await sweepExpired(server.deps);
    await ask(email, "the stranger's own words");
    await message(email, "confirmation_link", [first.token]);
    server.clock.move(61_000);
    const { auth } = server.client();
    await auth.resend({ type: "signup", email });
    const { token: token_hash } = await message(email, "recovery_link");
    expect((await auth.verifyOtp({ token_hash, type: "recovery" })).error).toBeNull();
    const signIn = async (password: string) =>
      (await server.client().auth.signInWithPassword({ email, password })).error?.code;
    expect(await signIn("the stranger's own words")).toBe("invalid_credentials");
    expect((await auth.updateUser({ password: "chosen by the reader" })).error).toBeNull();
    expect(await signIn("chosen by the reader")).toBeUndefined();
  },
);

test("a change to a taken address gets the same response as to a free one", async () => {
  const holder = await signUp();
  server.clock.move(61_000);
  const asker = await signUp();
  const free = newEmail();
  const moveTo = (email: string) =>
    asker.client.auth.updateUser({ email, current_password: PASSWORD });
  const toHolder = await moveTo(holder.email);
  await message(holder.email, "email_change_known");
  server.clock.move(61_000);
  const other = await moveTo(free);
  expect([toHolder.error, other.error]).toEqual([null, null]);
  expect(shapeOf(toHolder.data, holder.email)).toBe(shapeOf(other.data, free));
});
