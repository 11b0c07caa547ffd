/**
 * Tests security codes: a code works once, expires after ten minutes, and becomes invalid after
 * five wrong attempts, even with concurrent requests.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DatabaseTransaction } from "#platform";
import { checkSecurityCode, issueSecurityCode } from "#users";
import { secondFactorForTests } from "../../../test/support/people/authenticator.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/servers/database.ts";
import { testUser } from "../../../test/support/people/user.ts";

const NOW = new Date("2030-01-01T12:00:00Z");
const MINUTE_MS = 60_000;

let installation: TestDatabase;
let userId: string;
beforeAll(async () => {
  installation = await testDatabase();
});
beforeEach(async () => {
  ({ userId } = await testUser(installation.database));
});
afterAll(() => installation.close());

const visitor = { ip: "203.0.113.7", userAgent: "test" };

/** Users in this test have no authenticator. */
const secondFactor = secondFactorForTests();

const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const inTransaction = <Result>(run: (tx: DatabaseTransaction) => Promise<Result>) =>
  installation.database.transaction(run);
const issue = (now = NOW, binding?: string) =>
  inTransaction((tx) =>
    issueSecurityCode(tx, {
      userId,
      purpose: "withdrawal",
      now,
      ...(binding === undefined ? {} : { binding }),
    }),
  );
const check = (code: string, now = NOW, purpose = "withdrawal") =>
  inTransaction((tx) =>
    checkSecurityCode(tx, secondFactor, { userId, purpose, code, visitor, now }),
  );
const wrongFor = (code: string) => (code === "000000" ? "000001" : "000000");

test("a code is accepted once, even with spaces around it", async () => {
  const { code, expiresAt } = await issue();
  expect(code).toMatch(/^\d{6}$/);
  expect(expiresAt).toEqual(later(10 * MINUTE_MS));
  expect(await check(` ${code} `)).toBe("ok");
  expect(await check(code)).toBe("expired");
});

test("a code becomes invalid after ten minutes or when a newer one is issued", async () => {
  const first = await issue();
  const second = await issue();
  const stale = first.code === second.code ? wrongFor(second.code) : first.code;
  expect(await check(stale)).toBe("wrong");
  expect(await check(second.code, later(10 * MINUTE_MS))).toBe("expired");
  expect(await check(second.code, later(10 * MINUTE_MS - 1))).toBe("ok");
});

test("even the right code is refused after five wrong attempts", async () => {
  const { code } = await issue();
  for (let miss = 1; miss <= 5; miss += 1) expect(await check(wrongFor(code))).toBe("wrong");
  expect(await check(code)).toBe("expired");
});

test("only five of a hundred concurrent guesses at a code are checked", async () => {
  const { code } = await issue();
  const guesses = Array.from({ length: 100 }, (_, index) => index.toString().padStart(6, "0"));
  const results = await Promise.all(
    guesses.filter((guess) => guess !== code).map((guess) => check(guess)),
  );
  expect(results.filter((result) => result === "wrong")).toHaveLength(5);
});

test("only one of two concurrent uses of a code succeeds", async () => {
  const { code } = await issue();
  const results = await Promise.all(Array.from({ length: 10 }, () => check(code)));
  expect(results.filter((result) => result === "ok")).toHaveLength(1);
});

test("a code stays valid if the transaction that used it is rolled back", async () => {
  const { code } = await issue();
  await expect(
    inTransaction(async (tx) => {
      await checkSecurityCode(tx, secondFactor, {
        userId,
        purpose: "withdrawal",
        code,
        visitor,
        now: NOW,
      });
      throw new Error("not enough money");
    }),
  ).rejects.toThrow("not enough money");
  expect(await check(code)).toBe("ok");
});

test("a code is refused for a different purpose, binding or user", async () => {
  const { code } = await issue(NOW, "address-1");
  expect(await check(code, NOW, "other")).toBe("expired");
  expect(await check(code)).toBe("wrong");
  const bound = { userId, purpose: "withdrawal", code, visitor, now: NOW };
  expect(
    await inTransaction((tx) =>
      checkSecurityCode(tx, secondFactor, { ...bound, binding: "address-2" }),
    ),
  ).toBe("wrong");
  const other = await testUser(installation.database);
  expect(
    await inTransaction((tx) =>
      checkSecurityCode(tx, secondFactor, { ...bound, userId: other.userId }),
    ),
  ).toBe("expired");
  expect(
    await inTransaction((tx) =>
      checkSecurityCode(tx, secondFactor, { ...bound, binding: "address-1" }),
    ),
  ).toBe("ok");
});

test("at most thirty codes are issued per hour", async () => {
  for (let count = 1; count <= 30; count += 1) await issue();
  await expect(issue()).rejects.toMatchObject({ status: 429, code: "too_many_codes" });
  expect((await issue(later(60 * MINUTE_MS))).code).toMatch(/^\d{6}$/);
});
