/** Tests that ids created by the database follow the same rules as ids created by the server. */
import { expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import { derivedHashSql, derivedUuidSql, newIdSql } from "./ids-in-sql.ts";
import { derivedUuid, newId } from "./ids.ts";

const db = fileDatabase();

test("the database derives the same UUIDs as the server", async () => {
  const ids = Array.from({ length: 500 }, () => newId("ctr"));
  const rows = await db.database.query<{ id: string; number: number; uuid: string }>(
    `select id, number, ${derivedUuidSql("id", "hash")} as uuid
     from (
       select id, number, ${derivedHashSql("id", "'payout'", "id", "number")} as hash
       from unnest($1::text[]) with ordinality as ids(id, number)
     ) as hashed`,
    [ids],
  );
  expect(rows).toHaveLength(ids.length);
  for (const { id, number, uuid } of rows)
    expect(uuid).toBe(derivedUuid(id, "payout", id, String(number)));
});

test("new ids are unique UUIDs of version 7 with the given time", async () => {
  const moment = new Date("2026-03-01T09:00:00.123Z");
  const rows = await db.database.query<{ id: string }>(
    `select ${newIdSql("pay", "$1::timestamptz")} as id from generate_series(1, 1000)`,
    [moment],
  );
  const start = newId("pay", moment).slice(0, 17);
  for (const { id } of rows) {
    expect(id.startsWith(start)).toBe(true);
    expect(id).toMatch(/^pay_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  }
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});
