/**
 * Tests withdrawals with an authenticator's code, and the official client's complete sequence of
 * two-factor authentication.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enrol, prove, toNextStep } from "../support/people/authenticator.ts";
import { getCoins, outsideAddress, securityCode } from "../support/people/main-job.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import {
  clientOf,
  MINUTE,
  protectAt,
  signInWithCodeAt,
  type Protected,
} from "../support/people/protected-person.ts";
import {
  HOUR,
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/servers/time-travel.ts";

const clock = travelClock(new Date());
let installation: InstallationInTime;

beforeAll(async () => {
  installation = await startInstallationAt(clock);
});
// Advances the clock, because the service sends at most one message per minute to an e-mail
// address, and each test needs a code from a new time step.
beforeEach(() => clock.advance(2 * MINUTE));
afterAll(() => installation.close());

const protect = (keeper: Person) => protectAt(clock, keeper);
const signInWithCode = (who: Protected) => signInWithCodeAt({ installation, clock }, who);

describe("a withdrawal with an authenticator", () => {
  const AMOUNT_SATS = 100_000;
  let who: Protected;
  let person: Person;
  let mailedBefore: string;

  beforeAll(async () => {
    const keeper = await signUp(installation.url(), "Rich");
    await getCoins(keeper);
    mailedBefore = await securityCode(keeper);
    who = await protect(keeper);
    clock.advance(25 * HOUR);
    person = await signInWithCode(who);
  });

  const withdraw = (code: string, key = randomUUID()) =>
    person.call("createWithdrawal", {
      idempotencyKey: key,
      body: { amountSats: AMOUNT_SATS, method: "wallet", walletAddress: outsideAddress(), code },
    });
  const refused = (code: string) => ({ problem: { status: 422, code } });
  const availableSats = async () => (await person.call("getWallet")).availableSats;

  test("a withdrawal requires the authenticator's code", async () => {
    expect(await person.call("getWithdrawalTerms")).toMatchObject({ codeFrom: "authenticator" });
    await expect(person.call("sendWithdrawalCode")).rejects.toMatchObject({
      problem: { status: 409, code: "code_from_authenticator" },
    });
  });

  test("an e-mailed code, a used code and a code of the wrong length are refused", async () => {
    const before = await availableSats();
    toNextStep(clock);
    const code = who.app.codeAt(clock.now());
    const again = await signIn(installation.url(), who.email, who.password);
    await prove(again.auth, who.app, clock.now());
    await expect(withdraw(code)).rejects.toMatchObject(refused("security_code_used"));
    for (const wrong of [mailedBefore, "12345", "1234567"])
      await expect(withdraw(wrong)).rejects.toMatchObject(refused("security_code_wrong"));
    expect(await availableSats()).toBe(before);
  });

  test("a recovery code is refused", async () => {
    await prove(person.auth, who.app, clock.now());
    const { codes } = await person.call("makeRecoveryCodes");
    const [code = ""] = codes;
    await expect(withdraw(code.replaceAll("-", ""))).rejects.toMatchObject(
      refused("security_code_wrong"),
    );
  });

  test("one withdrawal is made per code, even for simultaneous requests", async () => {
    const before = await availableSats();
    const code = who.app.codeAt(clock.now());
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => withdraw(code)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(before - (await availableSats())).toBe(AMOUNT_SATS);
    await expect(withdraw(code)).rejects.toMatchObject(refused("security_code_used"));
  });

  test("withdrawals are blocked for fifteen minutes after five wrong codes", async () => {
    clock.advance(15 * MINUTE);
    await person.auth.refreshSession();
    for (let guess = 0; guess < 5; guess += 1)
      await expect(withdraw("000000")).rejects.toMatchObject(refused("security_code_wrong"));
    await expect(withdraw(who.app.codeAt(clock.now()))).rejects.toMatchObject({
      problem: { status: 429, code: "too_many_wrong_codes" },
    });
    const { items } = await person.call("listLoginHistory", { query: { limit: 6 } });
    for (const line of items) expect(line).toMatchObject({ method: "totp", isSuccess: false });
    clock.advance(15 * MINUTE);
    expect(await withdraw(who.app.codeAt(clock.now()))).toMatchObject({ amountSats: AMOUNT_SATS });
  });
});

test("without an authenticator a withdrawal also needs a recent password check", async () => {
  const person = await signUp(installation.url(), "Ann");
  await getCoins(person);
  clock.advance(11 * MINUTE);
  await person.auth.refreshSession();
  const stale = { problem: { status: 403, code: "step_up_required" } };
  const idempotencyKey = randomUUID();
  const details = {
    amountSats: 100_000,
    method: "wallet",
    walletAddress: outsideAddress(),
  } as const;
  const withdraw = (code: string) =>
    person.call("createWithdrawal", { idempotencyKey, body: { ...details, code } });
  await expect(person.call("sendWithdrawalCode")).rejects.toMatchObject(stale);
  await expect(withdraw("123456")).rejects.toMatchObject(stale);
  await person.call("renewProof", { body: { password: person.password } });
  const code = await securityCode(person);
  const { id } = await withdraw(code);
  clock.advance(11 * MINUTE);
  await person.auth.refreshSession();
  await expect(withdraw(code)).rejects.toMatchObject(stale);
  expect((await person.call("listWithdrawals")).items.map((one) => one.id)).toEqual([id]);
});

test("the official client signs up, uses two factors and signs out", async () => {
  const client = clientOf(installation);
  const { auth } = client;
  const events: string[] = [];
  auth.onAuthStateChange((event) => void events.push(event));
  const email = `walk-${randomUUID()}@example.test`;
  const password = `long enough ${randomUUID()}`;
  expect((await auth.signUp({ email, password })).error).toBeNull();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
  const app = await enrol(auth, "Phone");
  const challenged = await auth.mfa.challenge({ factorId: app.factorId });
  expect(challenged.data).toMatchObject({ type: "totp" });
  const verified = await auth.mfa.verify({
    factorId: app.factorId,
    challengeId: challenged.data?.id ?? "",
    code: app.codeAt(clock.now()),
  });
  expect(verified.error).toBeNull();
  expect(verified.data).toMatchObject({ token_type: "bearer", user: { email } });
  expect((await auth.mfa.listFactors()).data).toMatchObject({
    totp: [{ id: app.factorId, friendly_name: "Phone", status: "verified" }],
  });
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
  });
  expect((await auth.signOut()).error).toBeNull();

  clock.advance(2 * MINUTE);
  expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  await prove(auth, app, clock.now());
  expect((await auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
  await auth.refreshSession();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
  expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
  expect((await auth.signOut()).error).toBeNull();
  expect((await auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect(events).toContain("MFA_CHALLENGE_VERIFIED");
  expect(events.at(-1)).toBe("SIGNED_OUT");
});
