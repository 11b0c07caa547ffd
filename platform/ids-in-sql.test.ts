/** Tests that ids created by the database follow the same rules as ids created by the server. */
import { expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import { derivedHashSql, derivedUuidSql } from "./ids-in-sql.ts";
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
