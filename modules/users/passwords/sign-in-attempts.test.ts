/**
 * Tests the limits on password guesses: first the rule with examples, then the service under a
 * flood of attempts.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  newEmail,
  PASSWORD,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import type { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { signInWithPassword } from "../accounts/sign-in-with-password.ts";
import { limitSignUps } from "../accounts/sign-up.ts";
import { defaultLimits } from "../rules/limits.ts";
import { afterAttempt, type Attempts } from "./sign-in-attempts.ts";

function attempt(attempts: Attempts, now: Date): Attempts {
  const next = afterAttempt(attempts, now, defaultLimits);
  if (typeof next === "string") throw new Error(next);
  return next;
}

describe("the password guess limit", () => {
  const start = new Date("2030-01-01T00:00:00Z");
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
  const untouched: Attempts = {
    failures: 0,
    failuresSinceSuccess: 0,
    windowStartedAt: start,
    blockedUntil: null,
  };

  test("after ten wrong passwords the pause doubles: 1 s, 2 s, 4 s", () => {
    let attempts = untouched;
    for (let count = 1; count <= 10; count += 1) attempts = attempt(attempts, start);
    expect(attempts.blockedUntil).toBeNull();
    attempts = attempt(attempts, start);
    expect(attempts.blockedUntil).toEqual(after(1));
    expect(afterAttempt(attempts, after(0.999), defaultLimits)).toBe("too_many");
    attempts = attempt(attempts, after(1));
    expect(attempts.blockedUntil).toEqual(after(3));
    attempts = attempt(attempts, after(3));
    expect(attempts.blockedUntil).toEqual(after(7));
  });

  test("fifteen minutes allow ten more wrong passwords, up to a hundred in total", () => {
    let attempts = untouched;
    for (let count = 1; count <= 100; count += 1) attempts = attempt(attempts, after(count * 900));
    expect(attempts.failures).toBe(1);
    expect(afterAttempt(attempts, after(1e6), defaultLimits)).toBe("blocked");
  });
});

describe("the sign-in service", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer({ passwordFailuresFree: 3, ipFailuresMax: 40 });
  });
  afterAll(() => server.close());

  const sign = async (email: string, password: string, userAgent = "stranger") => {
    const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": userAgent },
      body: JSON.stringify({ email, password }),
    });
    return response.status;
  };

  test("only four of thirty concurrent guesses are checked", async () => {
    for (const email of [(await signUp(server)).email, newEmail()]) {
      const statuses = await Promise.all(Array.from({ length: 30 }, () => sign(email, "guess")));
      expect(statuses.filter((status) => status === 400)).toHaveLength(4);
      expect(statuses.filter((status) => status === 429)).toHaveLength(26);
    }
  });

  test("the owner's known device can sign in while a new device must wait", async () => {
    const { email } = await signUp(server);
    expect(await sign(email, PASSWORD, "owner's browser")).toBe(200);
    for (let guess = 1; guess <= 4; guess += 1) expect(await sign(email, "guess")).toBe(400);
    expect(await sign(email, PASSWORD)).toBe(429);
    expect(await sign(email, PASSWORD, "owner's browser")).toBe(200);
    expect(await sign(email, PASSWORD)).toBe(200);
  });

  test("the owner's network and browser are never blocked", async () => {
    const { email } = await signUp(server);
    const neighbour = "owner's browser";
    expect(await sign(email, PASSWORD, neighbour)).toBe(200);
    for (let guess = 1; guess <= 4; guess += 1)
      expect(await sign(email, "guess", neighbour)).toBe(400);
    expect(await sign(email, PASSWORD, neighbour)).toBe(429);
    expect(await sign(email, "guess")).toBe(400);
    await server.deps.database.query(
      "update users_sign_in_failures set failures_since_success = 1000 where failures > 3",
    );
    server.clock.move(1_000);
    expect(await sign(email, PASSWORD, neighbour)).toBe(200);
  });

  test("one limit applies to an IP address across all accounts", async () => {
    let status = 400;
    for (let guess = 1; guess <= 60 && status === 400; guess += 1)
      status = await sign(newEmail(), "guess");
    expect(status).toBe(429);
    server.clock.move(5 * 60_000);
    expect(await sign(newEmail(), "guess")).toBe(400);
  });
});

test("an IPv6 network counts as one address", async () => {
  const server = await startSignInServer({ ipFailuresMax: 3, signUpsPerHourMax: 3 });
  const from = (host: number) => ({ ip: `2001:db8:7:1::${host}`, userAgent: "guesser" });
  const tries = [];
  for (let host = 1; host <= 4; host += 1) {
    const body = { email: newEmail(), password: "a guess" };
    const refused = signInWithPassword(server.deps, body, from(host));
    tries.push(await refused.catch((error: SignInRefusal) => error.code));
  }
  const [wrong, tooMany] = ["invalid_credentials", "over_request_rate_limit"];
  expect(tries).toEqual([wrong, wrong, wrong, tooMany]);
  for (let host = 1; host <= 3; host += 1) await limitSignUps(server.deps, from(host));
  await expect(limitSignUps(server.deps, from(4))).rejects.toMatchObject({
    code: tooMany,
    text: "A network can create 3 accounts in an hour. Try again later, or from another network.",
  });
  const elsewhere = { ip: "2001:db8:7:2::1", userAgent: "guesser" };
  await limitSignUps(server.deps, elsewhere);
  await server.close();
});

test("guesses and sign-ups are limited per /56 and per /48 network", async () => {
  const server = await startSignInServer({ ipFailuresMax: 3, signUpsPerHourMax: 3 });
  const from = (subnet: string) => ({ ip: `2001:db8:9:${subnet}::1`, userAgent: "guesser" });
  const isRefused = async (act: Promise<unknown>) =>
    act.then(
      () => false,
      (error: SignInRefusal) => error.code === "over_request_rate_limit",
    );
  const guess = (subnet: string) =>
    signInWithPassword(server.deps, { email: newEmail(), password: "a guess" }, from(subnet));
  const open = (subnet: string) => limitSignUps(server.deps, from(subnet));
  for (const act of [guess, open]) {
    for (let subnet = 0; subnet < 6; subnet += 1)
      expect(await isRefused(act(`${subnet}`))).toBe(false);
    expect(await isRefused(act("6"))).toBe(true);
    for (let subnet = 0; subnet < 6; subnet += 1)
      expect(await isRefused(act(`1${subnet}0`))).toBe(false);
    expect(await isRefused(act("200"))).toBe(true);
  }
  await limitSignUps(server.deps, { ip: "2001:db8:a::1", userAgent: "guesser" });
  await server.close();
});

test("the refusal after too many wrong passwords suggests what to do", async () => {
  const server = await startSignInServer({ passwordFailuresMax: 4, ipFailuresMax: 1_000 });
  const words =
    "There were too many wrong passwords, so new devices cannot sign in with the password. Use Forgot Password, or a device you have used before.";
  const elsewhere = { ip: "203.0.113.7", userAgent: "stranger" };
  const { email } = await signUp(server);
  for (const address of [email, newEmail()]) {
    const sign = (password: string) =>
      signInWithPassword(server.deps, { email: address, password }, elsewhere);
    for (let guess = 1; guess <= 4; guess += 1)
      await expect(sign("a guess")).rejects.toMatchObject({ code: "invalid_credentials" });
    server.clock.move(24 * 3_600_000);
    await expect(sign(PASSWORD)).rejects.toMatchObject({ code: "password_blocked", text: words });
  }
  const signedIn = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(signedIn.error).toBeNull();
  await server.close();
});

test("the sign-in API returns the refusal after too many wrong passwords", async () => {
  const server = await startSignInServer({ passwordFailuresMax: 1 });
  const email = newEmail();
  const sign = () => server.client().auth.signInWithPassword({ email, password: "a guess" });
  expect((await sign()).error?.code).toBe("invalid_credentials");
  expect((await sign()).error).toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
    message: expect.stringContaining("Use Forgot Password"),
  });
  await server.close();
});

test("a guess is not counted if the queue is full", async () => {
  const server = await startSignInServer({
    hashesAtOnceMax: 1,
    hashesWaitingMax: 1,
    passwordFailuresMax: 3,
    ipFailuresMax: 1_000,
  });
  const { email } = await signUp(server);
  const elsewhere = { ip: "203.0.113.7", userAgent: "stranger" };
  const sign = (password: string) =>
    signInWithPassword(server.deps, { email, password }, elsewhere).then(
      () => "signed in",
      (error: Error & { code?: string }) => error.code ?? error.constructor.name,
    );
  const { hasher } = server.deps;
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const others = ["one", "two"].map((whose) => hasher.withPlace(whose, () => over));
  for (let tries = 1; tries <= 9; tries += 1) expect(await sign(PASSWORD)).toBe("HasherBusy");
  end();
  await Promise.all(others);
  expect(
    await server.deps.database.query("select from users_sign_in_failures where failures > 0"),
  ).toEqual([]);
  for (const code of ["invalid_credentials", "invalid_credentials", "invalid_credentials"])
    expect(await sign("a guess")).toBe(code);
  expect(await sign(PASSWORD)).toBe("password_blocked");
  await server.close();
});

test("requests are refused immediately if the hashing queue is full", async () => {
  const server = await startSignInServer({ hashesAtOnceMax: 1, hashesWaitingMax: 2 });
  const sign = async () =>
    (await server.client().auth.signUp({ email: newEmail(), password: PASSWORD })).error?.code;
  const codes = await Promise.all(Array.from({ length: 20 }, sign));
  expect(codes).toContain(undefined);
  expect(codes.filter(Boolean)).toContain("over_request_rate_limit");
  await server.close();
});

test("sign-ups from one IP address are limited", async () => {
  const server = await startSignInServer({ signUpsPerHourMax: 2 });
  await signUp(server);
  await signUp(server);
  const { error } = await server.client().auth.signUp({ email: newEmail(), password: PASSWORD });
  expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  server.clock.move(3_600_000);
  await signUp(server);
  await server.close();
});

test("password changes are limited per session", async () => {
  const server = await startSignInServer({ passwordChangesMax: 1 });
  const { client, email } = await signUp(server);
  const owner = server.client();
  await owner.auth.signInWithPassword({ email, password: PASSWORD });
  expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe("same_password");
  const { error } = await client.auth.updateUser({ password: "another long one" });
  expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect((await owner.auth.updateUser({ password: "another long one" })).error).toBeNull();
  await server.close();
});
