import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/database.ts";
import { Outage } from "../refusal.ts";

const db = fileDatabase();

test("the copy of the template has the migrations", async () => {
  const rows = await db.database.query("select room, file from platform_migrations order by 1, 2");
  expect(rows).toContainEqual({ room: "platform", file: "001-platform.sql" });
});

test("int8 columns are bigint", async () => {
  const rows = await db.database.query("select 9007199254740993::int8 as amount");
  expect(rows).toEqual([{ amount: 9_007_199_254_740_993n }]);
});

test("a transaction that throws leaves nothing behind", async () => {
  const insert = "insert into platform_migrations (room, file, checksum) values ('half', '1', '')";
  await expect(
    db.database.transaction(async (tx) => {
      await tx.query(insert);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await db.database.query("select 1 from platform_migrations where room = 'half'")).toEqual(
    [],
  );
});

test("the loser of a deadlock is an outage that may be tried again, never a fault", async () => {
  const { database } = db;
  const lock = (key: number) => `select pg_advisory_xact_lock(${key})`;
  const haveBoth = Promise.withResolvers<void>();
  let holders = 0;
  const crossing = (first: number, second: number) =>
    database.transaction(async (tx) => {
      await tx.query(lock(first));
      holders += 1;
      if (holders === 2) haveBoth.resolve();
      await haveBoth.promise;
      await tx.query(lock(second));
    });
  const ends = await Promise.allSettled([crossing(1, 2), crossing(2, 1)]);
  const lost = ends.filter((end) => end.status === "rejected");
  expect(lost).toHaveLength(1);
  expect(lost[0]?.reason).toBeInstanceOf(Outage);
});

test("a statement that takes too long is an outage", async () => {
  const slow = db.database.transaction(async (tx) => {
    await tx.query("set local statement_timeout = 20");
    await tx.query("select pg_sleep(5)");
  });
  await expect(slow).rejects.toBeInstanceOf(Outage);
});
