/**
 * Tests which devices count as known: those of the same kind and network as a completed sign-in.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/support/servers/database.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { insertLogin, isKnownDevice } from "./login-history-table.ts";

const NOW = new Date("2030-01-01T12:00:00Z");
const DAY_MS = 86_400_000;
const firefox = (version: number, system = "Windows NT 10.0; Win64; x64") =>
  `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const HOME = { ip: "2001:db8:1:2:a:b:c:d", userAgent: firefox(143) };

let installation: TestDatabase;
beforeAll(async () => {
  installation = await testDatabase();
});
afterAll(() => installation.close());

async function owner(changes: { readonly isSuccess?: boolean; readonly lacksCode?: boolean } = {}) {
  const { userId } = await testUser(installation.database);
  const login = { userId, method: "password", isSuccess: true, now: NOW };
  await insertLogin(installation.database, { ...login, ...HOME, ...changes });
  return (visitor: Partial<typeof HOME>, now = NOW) =>
    isKnownDevice(installation.database, { userId, now, ...HOME, ...visitor });
}

test("a new address in the same network or a newer browser is a known device", async () => {
  const isKnown = await owner();
  expect(await isKnown({})).toBe(true);
  expect(await isKnown({ ip: "2001:db8:1:2:9:9:9:9", userAgent: firefox(144) })).toBe(true);
});

test("a different network, browser or system is a new device", async () => {
  const isKnown = await owner();
  expect(await isKnown({ ip: "2001:db8:1:3:a:b:c:d" })).toBe(false);
  expect(await isKnown({ ip: "203.0.113.7" })).toBe(false);
  expect(await isKnown({ userAgent: firefox(143, "X11; Linux x86_64") })).toBe(false);
  expect(await isKnown({ userAgent: `${firefox(143)} Edg/140` })).toBe(false);
  expect(await isKnown({ userAgent: "" })).toBe(false);
  expect(await isKnown({}, new Date(NOW.getTime() + 91 * DAY_MS))).toBe(false);
});

test.each([
  ["a wrong password", { isSuccess: false }],
  ["a right password without a code", { lacksCode: true }],
])("%s does not make a device known", async (_what, changes) => {
  const isKnown = await owner(changes);
  expect(await isKnown({})).toBe(false);
});
