/**
 * Tests that events are counted by minute, kind and network, so that an attack fills neither memory
 * nor the table.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLog, type Database } from "#platform";
import { createSecurityEvents, recentEvents, sweepEvents, writeEvents } from "#security";
import { fileDatabase } from "../../test/support/servers/database.ts";

const file = fileDatabase();
const DAY_MS = 86_400_000;
let nowMs = Date.UTC(2026, 2, 1);
const clock = { now: () => new Date(nowMs) };
const guess = (ip: string) => ({ kind: "wrong_secret", what: "wrong_code", ip }) as const;
let database: Database;
beforeAll(() => {
  ({ database } = file);
});
afterAll(() => sweepEvents({ database, clock }));

test("one network has one row per minute, shared by two processes", async () => {
  const [one, two] = [createSecurityEvents(clock), createSecurityEvents(clock)];
  for (const host of ["1", "2", "3"]) one.note(guess(`2001:db8:0:7::${host}`));
  two.note(guess("2001:db8:0:7::9"));
  expect(one.take()).toMatchObject([{ network: "2001:db8:0:7::/64", count: 3 }]);
  expect(one.take()).toEqual([]);
  for (const host of ["1", "2", "3"]) one.note(guess(`2001:db8:0:7::${host}`));
  for (const events of [one, two]) await writeEvents({ database, events, log: silentLog });
  const since = new Date(clock.now().getTime() - DAY_MS);
  const { kinds, networks } = await recentEvents(database, { since, networksMax: 10 });
  expect(kinds).toEqual([{ kind: "wrong_secret", what: "wrong_code", count: 4 }]);
  expect(networks).toMatchObject([{ network: "2001:db8:0:7::/64", networkCount: 4 }]);
  expect(one.total("wrong_secret")).toBe(6);
});

test("ten thousand networks are stored in a hundred rows and one shared row", () => {
  const events = createSecurityEvents(clock);
  for (let net = 0; net < 10_000; net += 1) events.note(guess(`10.${net >> 8}.${net & 255}.1`));
  const rows = events.take();
  expect(rows).toHaveLength(101);
  expect(rows.find(({ network }) => network === "")?.count).toBe(9_900);
  events.note(guess("192.0.2.1"));
  expect(events.take()).toMatchObject([{ network: "", count: 1 }]);
  expect(events.total("wrong_secret")).toBe(10_001);
});

test("counts that cannot be stored are kept for the next attempt", async () => {
  const events = createSecurityEvents(clock);
  events.note(guess("203.0.113.5"));
  const away = { ...database, query: () => Promise.reject(new Error("away")) };
  await writeEvents({ database: away, events, log: silentLog });
  await writeEvents({ database, events, log: silentLog });
  const count = async () =>
    (await recentEvents(database, { since: new Date(0), networksMax: 10 })).networkCount;
  expect(await count()).toBe(2);
  nowMs += 7 * DAY_MS + 60_000;
  await sweepEvents({ database, clock });
  expect(await count()).toBe(0);
});
