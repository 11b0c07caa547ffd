/** Tests the daily faucet allowance when the clocks of two processes differ slightly. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newUuid } from "#platform";
import { testDatabase } from "../../../test/support/servers/database.ts";
import { takeForUsers } from "./faucet-table.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const NOON = new Date("2026-11-21T12:00:00Z");
const BEFORE = new Date(NOON.getTime() - 5);

function take(userId: string, now: Date, notAfter: Date | null) {
  const limits = { day: "2026-11-21", dailySats: 50_000n };
  return takeForUsers(own.database, new Map([[userId, 10_000n]]), { ...limits, now, notAfter });
}

test("without a pause, an earlier request can be granted after a later one", async () => {
  const userId = newUuid();
  expect(await take(userId, NOON, null)).toBe(true);
  expect(await take(userId, BEFORE, null)).toBe(true);
});

test("with a pause, a grant waits for the user's last grant", async () => {
  const userId = newUuid();
  expect(await take(userId, NOON, new Date(0))).toBe(true);
  expect(await take(userId, NOON, BEFORE)).toBe(false);
  expect(await take(userId, NOON, NOON)).toBe(true);
});
