import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { assertSpaceForCheck, bytesWhenBack } from "./space-for-check.ts";

const file = fileDatabase({ asSuperuser: true });
const GIGABYTE = 1024 ** 3;

test("a cluster needs space for all its databases and the WAL", async () => {
  const bytes = await bytesWhenBack(file.database, "cluster");
  const [one] = await file.database.query<{ bytes: number }>(
    "select pg_database_size(current_database())::float8 as bytes",
  );
  expect(bytes).toBeGreaterThan(one?.bytes ?? Infinity);
});

test.each([
  ["has space", { free: 11.1, total: 100 }, true],
  ["would have less than the reserve left", { free: 10.9, total: 100 }, false],
  ["is small and needs a tenth as reserve", { free: 10.6, total: 5 }, true],
  ["is unknown", null, true],
])("a disk that %s", async (_, space, has) => {
  const answer = space && {
    freeBytes: space.free * GIGABYTE,
    totalBytes: space.total * GIGABYTE,
  };
  const check = assertSpaceForCheck("/", 10 * GIGABYTE, () => Promise.resolve(answer));
  expect(await check.then(() => true).catch(() => false)).toBe(has);
});
