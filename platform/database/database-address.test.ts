/** Tests that database URLs with several servers are interpreted as in libpq. */
import { expect, test } from "vitest";
import { StartError } from "../errors/start-error.ts";
import { candidatesOf, databaseAddress, readAddress } from "./database-address.ts";

const read = (text: string) => candidatesOf(databaseAddress("DATABASE_URL", text));

test.each([
  ["postgres://u:p@one/db", undefined],
  ["postgres://u:p@one:5433/db", undefined],
  ["postgres://u:p@localhost/db?host=/run/postgresql", undefined],
  ["postgres://u:p@one/db?target_session_attrs=read-write", ["one:5432"]],
  ["postgres://u:p@one:5433/db?target_session_attrs=primary", ["one:5433"]],
  ["postgres://u:p@one,two/db", ["one:5432", "two:5432"]],
  ["postgres://u:p@one:5433,two/db?target_session_attrs=read-write", ["one:5433", "two:5432"]],
  ["postgresql://u:p@one,two:5433,three:5434/db", ["one:5432", "two:5433", "three:5434"]],
  ["postgres://u:p@[::1]:5433,[fe80::1]/db", ["::1:5433", "fe80::1:5432"]],
  ["postgres://u:p@%2Frun%2Fa,%2Frun%2Fb:5433/db", ["/run/a:5432", "/run/b:5433"]],
  ["postgres:///db?host=one,two&port=5433,5434", ["one:5433", "two:5434"]],
  ["postgres:///db?host=one,two&port=5433", ["one:5433", "two:5433"]],
  ["postgres://one,two/db", ["one:5432", "two:5432"]],
])("%s", (text, places) => {
  expect(read(text)?.map(({ host, port }) => `${host}:${port}`)).toEqual(places);
});

test("login, database and other parameters are kept", () => {
  const text = "postgres://ann:p%40ss@one,two:5433/floor?sslmode=require";
  const url = new URL(databaseAddress("DATABASE_URL", text));
  expect([url.username, url.password, url.pathname]).toEqual(["ann", "p%40ss", "/floor"]);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    sslmode: "require",
    host: "one,two",
    port: "5432,5433",
  });
});

test.each([
  "mysql://u:p@one,two/db",
  "postgres://u:p@one:x,two/db",
  "postgres://u:p@one:70000,two/db",
  "postgres://u:p@one,,two/db",
  "postgres://u:p@one,two/db?target_session_attrs=read-only",
  "postgres://u:p@one,two/db?target_session_attrs=any",
  "postgres:///db?host=one,two,three&port=1,2",
  "one,two",
])("%s is refused, and the error does not repeat the URL", (text) => {
  expect(() => databaseAddress("DATABASE_URL", text)).toThrow(StartError);
  expect(() => databaseAddress("DATABASE_URL", text)).toThrow(/^DATABASE_URL\b(?!.*two)/);
});

test.each([
  ["postgres://u:p@one/db", null],
  ["postgres://u:p@one/db?target_session_attrs=standby", "standby"],
  ["postgres://u:p@one,two/db", "prefer-standby"],
  ["postgres://u:p@one,two/db?target_session_attrs=any", "any"],
])("the read URL %s results in target_session_attrs=%s", (text, wanted) => {
  const url = new URL(readAddress("DATABASE_READ_URL", text));
  expect(url.searchParams.get("target_session_attrs")).toBe(wanted);
});

test("a read URL that requires the primary is refused", () => {
  const text = "postgres://u:p@one,two/db?target_session_attrs=read-write";
  expect(() => readAddress("DATABASE_READ_URL", text)).toThrow(/^DATABASE_READ_URL: .*standby/);
});

test.each([
  ["postgresql://user:pw@/db?host=/cloudsql/x", "user", "pw", "/db", "/cloudsql/x"],
  ["postgres:///db?host=/run/a&user=ann&password=p%40ss", "ann", "p%40ss", "/db", "/run/a"],
  ["postgres://%2Fcloudsql%2Fx/db?user=ann", "ann", "", "/db", "/cloudsql/x"],
  ["postgres://old:old@one/db?user=ann&password=new", "ann", "new", "/db", null],
  ["postgres://u:p@one?dbname=floor", "u", "p", "/floor", null],
  ["postgres://u:p@/db", "u", "p", "/db", null],
])("the login of %s is moved to the front of the URL", (text, user, password, path, host) => {
  const {
    username,
    password: word,
    pathname,
    searchParams,
  } = new URL(databaseAddress("DATABASE_URL", text));
  expect([username, word, pathname, searchParams.get("host")]).toEqual([
    user,
    password,
    path,
    host,
  ]);
  for (const name of ["user", "password", "dbname"]) expect(searchParams.has(name)).toBe(false);
});

test.each([
  "postgres://u:p@one/db?sslrootcert=/no/such/file.pem",
  "postgres://u:p@one/db?sslmode=verify-full&sslcert=/no/such/file.pem",
  "postgres://u:p@one/db?sslmode=verify-ca&uselibpqcompat=true",
])("%s is refused with one line that names the variable", (text) => {
  expect(() => databaseAddress("DATABASE_URL", text)).toThrow(StartError);
  expect(() => databaseAddress("DATABASE_URL", text)).toThrow(/^DATABASE_URL: [^\n]+$/);
});
