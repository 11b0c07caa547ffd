/**
 * Tests the failover trial's load generator in a short run without a failover. Its users open more
 * stakes than one user may have at a time. Afterwards every acknowledged request must be in the
 * database.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#platform";
import { startServer, type InstalledServer } from "../support/servers/server.ts";
import { judge } from "../trials/failover/judge.ts";
import { KINDS, startLoad } from "../trials/failover/load.ts";

const PEOPLE = 2;
const OPEN_MAX = 3;
const STAKES_MIN = 4 * OPEN_MAX * PEOPLE;

let server: InstalledServer;
let database: Database;
beforeAll(async () => {
  server = await startServer();
  database = openDatabase(server.databaseUrl, { connectionsMax: 1 });
});
afterAll(async () => {
  await database.close();
  await server.close();
});

test("the failover trial's load causes no refusals and loses no requests", async () => {
  const pacesMs = { withdrawal: 2_000, contract: 2_000, message: 1_000 };
  const load = await startLoad(server.url, PEOPLE, { openMax: OPEN_MAX, pacesMs });
  const countOf = (kind: string) => load.acknowledged.filter((one) => one.kind === kind).length;
  await expect
    .poll(() => countOf("stake") >= STAKES_MIN && KINDS.every((kind) => countOf(kind) > 0), {
      timeout: 60_000,
    })
    .toBe(true);
  await load.stop();
  expect(Object.fromEntries(load.failures)).toEqual({});
  expect(load.faults).toEqual([]);
  expect(await judge(database, load.acknowledged, load.userIds)).toEqual({ lost: [], doubled: [] });
  const [row] = await database.query<{ count: number }>(
    "select max(count)::int as count from (select count(*) from earn_positions where state = 'open' group by user_id) as open",
  );
  expect(row?.count).toBeLessThanOrEqual(OPEN_MAX);
});
