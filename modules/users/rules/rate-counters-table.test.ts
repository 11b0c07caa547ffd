/** Tests the windows of the rate counters when the clock jumps. */
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { countHit, hitsSoFar } from "./rate-counters-table.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);

const installation = fileDatabase();

const windowAt = (key: string, ms: number) => ({
  key,
  windowMs: HOUR_MS,
  now: new Date(NOW + ms),
});

test("requests counted while the clock was a day ahead are ignored afterwards", async () => {
  const { database } = installation;
  for (let hit = 1; hit <= 3; hit += 1)
    expect(await countHit(database, windowAt("jump", 24 * HOUR_MS))).toBe(hit);
  expect(await hitsSoFar(database, windowAt("jump", 0))).toBe(0);
  expect(await countHit(database, windowAt("jump", 0))).toBe(1);
  expect(await countHit(database, windowAt("jump", 1))).toBe(2);
  expect(await countHit(database, windowAt("jump", HOUR_MS))).toBe(1);
});

test("processes with slightly different clocks share one window", async () => {
  const { database } = installation;
  expect(await countHit(database, windowAt("skew", 5_000))).toBe(1);
  expect(await hitsSoFar(database, windowAt("skew", 0))).toBe(1);
  expect(await countHit(database, windowAt("skew", 0))).toBe(2);
  expect(await countHit(database, windowAt("skew", 6_000))).toBe(3);
});
