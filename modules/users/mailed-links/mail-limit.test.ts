/**
 * Tests the limits on messages that a stranger can trigger for a known address: the owner is not
 * flooded, but still gets the messages they need.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countMessages, messageTo } from "../../../test/support/people/messages.ts";
import {
  newEmail,
  postSignIn,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { countCodeMiss, requireCodeTries } from "./mail-limit.ts";
import { issueOneTimeToken } from "./one-time-tokens-table.ts";

const PER_HOUR = 5;

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({ mailsPerHourMax: PER_HOUR });
});
beforeEach(() => server.clock.move(3_600_000));
afterAll(() => server.close());

const post = (path: string, body: unknown) => postSignIn(server, path, body);
const refusalOf = async (path: string, body: unknown) =>
  (await post(path, body)).body["error_code"];
const messagesOf = (email: string, template: string) =>
  countMessages(server.deps.database, { email, template });
const message = (email: string, template: string, earlier: readonly string[] = []) =>
  messageTo(server.deps.database, { email, template, seen: earlier });
const verify = (token_hash: string, type: string) => post("verify", { token_hash, type });

test("requests for one kind of message do not use up another kind's limit", async () => {
  const { email, client } = await signUp(server);
  for (const [path, body] of [
    ["otp", { email }],
    ["resend", { email, type: "signup" }],
    ["resend", { email, type: "email_change" }],
  ] as const) {
    expect((await post(path, body)).status).toBe(200);
    expect(await refusalOf(path, body)).toBe("over_email_send_rate_limit");
  }
  expect((await post("recover", { email })).status).toBe(200);
  await message(email, "recovery_link");
  expect((await client.auth.updateUser({ email: newEmail() })).error).toBeNull();
  expect((await client.auth.reauthenticate()).error).toBeNull();
});

test("links stay valid for an hour despite a stranger's requests", async () => {
  const { email } = await signUp(server);
  const tokens: string[] = [];
  for (let round = 0; round < PER_HOUR; round += 1) {
    server.clock.move(61_000);
    expect((await post("recover", { email })).status).toBe(200);
    tokens.push((await message(email, "recovery_link", tokens)).token);
  }
  expect((await verify(tokens[0] ?? "", "recovery")).status).toBe(200);
  for (const token of tokens)
    expect((await verify(token, "recovery")).body["error_code"]).toBe("otp_expired");
});

test("only the newest code is valid, so requesting more codes adds no guesses", async () => {
  const { email } = await signUp(server);
  await post("otp", { email });
  const first = await message(email, "magic_link");
  server.clock.move(61_000);
  await post("otp", { email });
  const second = await message(email, "magic_link", [first.token]);
  const byCode = async (token: string) =>
    (await post("verify", { email, token, type: "email" })).status;
  expect(await byCode(first.code)).toBe(403);
  expect(await byCode(second.code)).toBe(200);
  expect((await verify(first.token, "magiclink")).status).toBe(403);
});

test("a flood of requests sends at most five messages of a kind per hour", async () => {
  const { email } = await signUp(server);
  const unknown = newEmail();
  const answers: Record<string, unknown[]> = { [email]: [], [unknown]: [] };
  for (let minute = 0; minute < 58; minute += 1) {
    server.clock.move(61_000);
    for (const address of [email, unknown])
      for (const [path, body] of [
        ["recover", {}],
        ["otp", { create_user: false }],
        ["resend", { type: "signup" }],
        ["resend", { type: "email_change" }],
      ] as const)
        answers[address]?.push(await post(path, { ...body, email: address }));
  }
  expect(answers[email]).toEqual(answers[unknown]);
  expect(await messagesOf(email, "recovery_link")).toBe(PER_HOUR);
  expect(await messagesOf(email, "magic_link")).toBe(PER_HOUR);
  server.clock.move(3_600_000);
  await post("recover", { email });
  await expect.poll(() => messagesOf(email, "recovery_link")).toBe(PER_HOUR + 1);
});

test("address changes to the same address share one limit across all users", async () => {
  const target = newEmail();
  const codes: (string | undefined)[] = [];
  for (let stranger = 0; stranger <= PER_HOUR; stranger += 1) {
    server.clock.move(61_000);
    const { client } = await signUp(server);
    codes.push((await client.auth.updateUser({ email: target })).error?.code);
  }
  expect(codes.slice(0, PER_HOUR)).toEqual(Array.from({ length: PER_HOUR }, () => undefined));
  expect(codes[PER_HOUR]).toBe("over_email_send_rate_limit");
  expect(await messagesOf(target, "email_change_new")).toBe(PER_HOUR);
});

test("a link for a cancelled address change does not confirm the next change", async () => {
  const user = await signUp(server);
  await user.client.auth.updateUser({ email: newEmail() });
  const stale = await message(user.email, "email_change_current");
  server.clock.move(61_000);
  await user.client.auth.updateUser({ email: newEmail() });
  expect((await verify(stale.token, "email_change")).body["error_code"]).toBe("otp_expired");
});

test("the newest ten links created without a message stay valid", async () => {
  const { userId, email } = await signUp(server);
  await post("recover", { email });
  await message(email, "recovery_link");
  const issued = [];
  for (let link = 0; link < 12; link += 1) {
    const now = server.clock.now();
    const expiresAt = new Date(now.getTime() + 60_000);
    issued.push(
      await server.deps.database.transaction((tx) =>
        issueOneTimeToken(tx, { userId, email, type: "recovery", expiresAt, now }),
      ),
    );
  }
  const rows = await server.deps.database.query(
    "select 1 from users_one_time_tokens where user_id = $1",
    [userId],
  );
  expect(rows).toHaveLength(10);
  expect((await verify(issued[1]?.token ?? "", "recovery")).status).toBe(403);
  expect((await verify(issued[2]?.token ?? "", "recovery")).status).toBe(200);
});

test("wrong codes for different addresses count toward one limit per network", async () => {
  const strict = await startSignInServer({ codeMissesOfNetworkMax: 3 });
  try {
    const { email } = await signUp(strict);
    await postSignIn(strict, "otp", { email });
    const { code, token } = await messageTo(strict.deps.database, {
      email,
      template: "magic_link",
    });
    const guess = (address: string, guessed: string) =>
      postSignIn(strict, "verify", { email: address, token: guessed, type: "email" });
    const answers = [];
    for (let address = 0; address < 4; address += 1)
      answers.push((await guess(newEmail(), "000000")).status);
    expect(answers).toEqual([403, 403, 403, 429]);
    expect((await guess(email, code)).status).toBe(429);
    const elsewhere = { ip: "203.0.113.7", userAgent: "" };
    await requireCodeTries(strict.deps, email, elsewhere);
    const opened = await postSignIn(strict, "verify", { token_hash: token, type: "magiclink" });
    expect(opened.status).toBe(200);
  } finally {
    await strict.close();
  }
});

test("a signed-in user's wrong security codes are limited like a stranger's", async () => {
  const { email, client } = await signUp(server);
  await client.auth.reauthenticate();
  const { code } = await messageTo(server.deps.database, { email, template: "security_code" });
  const change = async (nonce: string) =>
    (await client.auth.updateUser({ password: "another long one", nonce })).error?.code;
  const elsewhere = { ip: "203.0.113.7", userAgent: "" };
  for (let miss = 1; miss < server.deps.limits.codeMissesPerDayMax; miss += 1)
    await countCodeMiss(server.deps, email, elsewhere);
  expect(await change(code === "000000" ? "000001" : "000000")).toBe("reauthentication_not_valid");
  expect(await change(code)).toBe("over_request_rate_limit");
});
