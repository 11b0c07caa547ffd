/**
 * Tests sign-in with a mailed link or code through the official client: a link works once, within
 * its lifetime, and only for the owner of the address.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { authenticate } from "#users";
import { countMessages, messageTo } from "../../../../test/support/people/messages.ts";
import {
  newEmail,
  PASSWORD,
  postSignIn,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../../test/support/servers/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
// Moves the clock past the limit of one message per minute, which has its own test.
beforeEach(() => server.clock.move(61_000));
afterAll(() => server.close());

const database = () => server.deps.database;
const message = (email: string, earlier: readonly string[] = []) =>
  messageTo(database(), { email, template: "magic_link", seen: earlier });

const post = (path: string, body: unknown) => postSignIn(server, path, body);

describe("mailed links", () => {
  test("a mailed link opens the confirmation page and signs in once, with one factor", async () => {
    const { email, userId } = await signUp(server);
    expect((await server.client().auth.signInWithOtp({ email })).error).toBeNull();
    const { link, token } = await message(email);
    expect(`${link.origin}${link.pathname}`).toBe("http://floor.test/confirm");
    expect(link.search).toBe("");
    const verify = { token_hash: token, type: "magiclink" } as const;
    const { data, error } = await server.client().auth.verifyOtp(verify);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    const caller = await authenticate(server.deps, data.session?.access_token);
    expect(caller).toMatchObject({ userId, aal: "aal1" });
    const again = await server.client().auth.verifyOtp(verify);
    expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("a mailed link is refused with another type and after an hour", async () => {
    const { email } = await signUp(server);
    await server.client().auth.signInWithOtp({ email });
    const { token } = await message(email);
    const verify = async (token_hash: string, type: string) =>
      (await post("verify", { token_hash, type })).body["error_code"];
    for (const type of ["recovery", "signup", "invite", "email_change"])
      expect(await verify(token, type)).toBe("otp_expired");
    server.clock.move(3_600_000);
    expect(await verify(token, "magiclink")).toBe("otp_expired");
  });

  test("a disabled user's link is used up without a sign-in", async () => {
    const { email, userId } = await signUp(server);
    await server.client().auth.signInWithOtp({ email });
    const { token } = await message(email);
    const ban = (until: string | null) =>
      database().query("update users_users set banned_until = $2 where id = $1", [userId, until]);
    await ban("9999-01-01");
    const verify = () => post("verify", { token_hash: token, type: "magiclink" });
    expect((await verify()).body["error_code"]).toBe("user_banned");
    await ban(null);
    expect((await verify()).body["error_code"]).toBe("otp_expired");
  });
});

describe("mailed codes", () => {
  test("a mailed code signs in once, for its own address only", async () => {
    const { email, userId } = await signUp(server);
    const other = await signUp(server);
    await server.client().auth.signInWithOtp({ email });
    const { code } = await message(email);
    const verify = (address: string) =>
      server.client().auth.verifyOtp({ email: address, token: code, type: "email" });
    expect((await verify(other.email)).error?.code).toBe("otp_expired");
    expect((await verify(newEmail())).error?.code).toBe("otp_expired");
    const { data, error } = await verify(email);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect((await verify(email)).error?.code).toBe("otp_expired");
  });

  test("after five wrong codes, the right code is refused but the link works", async () => {
    const { email } = await signUp(server);
    await server.client().auth.signInWithOtp({ email });
    const { code, token } = await message(email);
    const wrong = code === "000000" ? "000001" : "000000";
    for (const guess of [wrong, wrong, "12345", "1234567", wrong, code]) {
      const { body, status } = await post("verify", { email, token: guess, type: "magiclink" });
      expect([status, body["error_code"]]).toEqual([403, "otp_expired"]);
    }
    const byLink = await server.client().auth.verifyOtp({ token_hash: token, type: "magiclink" });
    expect(byLink.error).toBeNull();
  });

  test("only five of a hundred concurrent guesses at the code are checked", async () => {
    const { email } = await signUp(server);
    await server.client().auth.signInWithOtp({ email });
    await message(email);
    await Promise.all(
      Array.from({ length: 20 }, () => post("verify", { email, token: "none", type: "email" })),
    );
    const [row] = await database().query<{ misses: number }>(
      "select misses from users_one_time_tokens where relates_to = $1",
      [email],
    );
    expect(row?.misses).toBe(5);
  });

  test("after fifty wrong codes in a day, codes for the address are refused", async () => {
    for (const email of [(await signUp(server)).email, newEmail()]) {
      let last = 0;
      for (let guess = 0; guess < 51; guess += 1)
        last = (await post("verify", { email, token: "none", type: "email" })).status;
      expect(last).toBe(429);
    }
  });
});

describe("without an account", () => {
  test("without an account, requests and wrong codes get the same responses as with one", async () => {
    const answers = async (email: string) => [
      await post("otp", { email, create_user: false }),
      await post("verify", { email, token: "000000", type: "email" }),
    ];
    const answersToUser = await answers((await signUp(server)).email);
    expect(answersToUser.map(({ status }) => status)).toEqual([200, 403]);
    expect(await answers(newEmail())).toEqual(answersToUser);
  });

  test("a request creates an account that the link confirms", async () => {
    const email = newEmail();
    const response = await post("otp", { email, data: { name: "Eve", is_admin: true } });
    expect(response).toEqual({ status: 200, body: {} });
    const { token } = await message(email);
    expect(await countMessages(database(), { email, template: "welcome" })).toBe(0);
    const { data } = await server.client().auth.verifyOtp({ token_hash: token, type: "email" });
    expect(data.user).toMatchObject({ email, user_metadata: { name: "Eve", is_admin: false } });
    expect(data.user?.email_confirmed_at).toBeTypeOf("string");
    expect(await countMessages(database(), { email, template: "welcome" })).toBe(1);
    expect((await authenticate(server.deps, data.session?.access_token)).isAdmin).toBe(false);
  });

  test("a request with create_user false creates no account", async () => {
    const email = newEmail();
    const response = await post("otp", { email, create_user: false });
    expect(response).toEqual({ status: 200, body: {} });
    const existingEmail = (await signUp(server)).email;
    expect(await post("magiclink", { email: existingEmail, create_user: false })).toEqual(response);
    await message(existingEmail);
    expect(await countMessages(database(), { email, template: "magic_link" })).toBe(0);
    expect(await database().query("select from users_users where email = $1", [email])).toEqual([]);
  });

  test("the address of an unused account can still be used for a sign-up", async () => {
    const email = newEmail();
    await post("otp", { email });
    const { token } = await message(email);
    const owner = await signUp(server, email);
    expect(owner.session.user.email_confirmed_at).toBeTypeOf("string");
    expect((await post("verify", { token_hash: token, type: "email" })).status).toBe(403);
    const second = await server.client().auth.signUp({ email, password: PASSWORD });
    expect(second.error?.code).toBe("user_already_exists");
  });
});

test("resend sends sign-up messages only to unconfirmed addresses", async () => {
  const email = newEmail();
  await post("otp", { email });
  await message(email);
  server.clock.move(61_000);
  const { error } = await server.client().auth.resend({ type: "signup", email });
  expect(error).toBeNull();
  const { token, code } = await messageTo(database(), { email, template: "confirmation_link" });
  expect(code).toMatch(/^\d{6}$/);
  const opened = await server.client().auth.verifyOtp({ token_hash: token, type: "signup" });
  expect(opened.error).toBeNull();
  server.clock.move(61_000);
  expect((await server.client().auth.resend({ type: "signup", email })).error).toBeNull();
  for (const [body, code_] of [
    [{ type: "sms", phone: "+4915100000" }, "phone_provider_disabled"],
    [{ type: "recovery", email }, "validation_failed"],
    [{ type: "signup" }, "validation_failed"],
  ] as const)
    expect((await post("resend", body)).body["error_code"]).toBe(code_);
  expect(await countMessages(database(), { email, template: "confirmation_link" })).toBe(1);
});
