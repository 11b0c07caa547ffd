/** Tests the maximum number of withdrawals per account and hour. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Refusal, type Database } from "#platform";
import { testDatabase } from "../../../test/support/servers/database.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { countWithdrawal } from "./withdrawal-limits.ts";

const HOUR_MS = 3_600_000;

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let userId: string;
beforeAll(async () => {
  own = await testDatabase();
  ({ database } = own);
});
beforeEach(async () => {
  ({ userId } = await testUser(database));
});
afterAll(() => own.close());

const START = new Date("2026-11-21T10:00:00Z");
const ask = (now = START, who = userId) =>
  database.transaction((tx) => countWithdrawal(tx, { userId: who, max: 3, now }));
const refused = expect.objectContaining({
  status: 429,
  code: "too_many_withdrawals",
  title: "Too many withdrawals",
  text: "You can request 3 withdrawals per hour. Please try again later.",
});

test("the fourth withdrawal in an hour is refused", async () => {
  for (let time = 1; time <= 3; time += 1) await ask();
  await expect(ask()).rejects.toEqual(refused);
  await ask(START, (await testUser(database)).userId);
  await ask(new Date(START.getTime() + HOUR_MS));
});

test("of 20 concurrent withdrawals, three are accepted", async () => {
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => ask()));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const others = answers.flatMap((answer) => (answer.status === "rejected" ? answer.reason : []));
  expect(others.every((reason) => reason instanceof Refusal)).toBe(true);
});

test("a refused request does not use up the hourly limit", async () => {
  for (let time = 1; time <= 5; time += 1)
    await expect(
      database.transaction(async (tx) => {
        await countWithdrawal(tx, { userId, max: 3, now: START });
        throw new Error("no such code");
      }),
    ).rejects.toThrow("no such code");
  await ask();
});
