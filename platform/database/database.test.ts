import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../test/support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

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
