/**
 * Tests the product on a database with Turkish settings. In Turkish, the lower-case form of I is a
 * dotless i, and dates start with the day.
 */
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openDatabase, prepareDatabase, readSchema, type Database } from "#platform";
import { databaseUrl } from "./support/servers/database-url.ts";
import { dropDatabase, onServer } from "./support/servers/database.ts";

const NAME = "floor_in_turkish";
const schema = readSchema(join(import.meta.dirname, ".."));
let url: string;
let database: Database;

beforeAll(async () => {
  const postgresUrl = inject("postgresUrl");
  await onServer(postgresUrl, async (server) => {
    await server.query(`drop database if exists ${NAME}`);
    await server.query(
      `create database ${NAME} template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'`,
    );
    await server.query(`alter database ${NAME} set datestyle = 'German, DMY'`);
  });
  url = databaseUrl(postgresUrl, NAME);
  await prepareDatabase(url, schema);
  database = openDatabase(url);
}, 60_000);
afterAll(async () => {
  await database.close();
  await dropDatabase(inject("postgresUrl"), NAME);
});

test("lower() turns a capital I into a dotless i on this database", async () => {
  const [row] = await database.query<{ word: string }>("select lower('INSERT') as word");
  expect(row?.word).toBe("ınsert");
});

test("the roles can be created a second time", async () => {
  expect((await prepareDatabase(url, schema)).applied).toEqual([]);
});

test("times are parsed correctly despite the database's date format", async () => {
  const [row] = await database.query<{ at: Date; day: string }>(
    "select timestamptz '2026-11-27 12:00Z' as at, date '2026-11-27'::text as day",
  );
  expect(row).toEqual({ at: new Date("2026-11-27T12:00:00Z"), day: "2026-11-27" });
});
