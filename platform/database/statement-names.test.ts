import { expect, test } from "vitest";
import { createStatementNames } from "./statement-names.ts";

const bounds = { usesMin: 2, namesMax: 3, textsMax: 4 };
const ask = "select * from people where id = $1";

test("a statement has a unique, constant name from its second use", () => {
  const names = createStatementNames(bounds);
  const other = "select 1 as one";
  expect(names.of(ask, 1)).toBeUndefined();
  expect(names.of(other, 0)).toBeUndefined();
  const name = names.of(ask, 1);
  expect(name).toMatch(/^\w{1,63}$/);
  expect(names.of(ask, 1)).toBe(name);
  expect(names.of(other, 0)).not.toBe(name);
});

test.each([
  ["select * from people where at <= $1 order by at desc limit 1", 1],
  ["select * from people where id > $1 order by id fetch first 100 rows only", 1],
  ["select * from people order by id", 0],
])("%s is prepared", (text, valueCount) => {
  const names = createStatementNames(bounds);
  names.of(text, valueCount);
  expect(names.of(text, valueCount)).toBeDefined();
});

test.each([
  ["insert into people values (1); insert into people values (2)", 0],
  ["select 1; select 2", 0],
  ["begin", 0],
  ["set local statement_timeout = 0", 0],
  ["select * from people where $1::text is null or name = $1", 1],
  ["select * from people where ($2::timestamptz is null or at < $2)", 2],
  ["select * from people where id > $1 order by id limit $2", 2],
  ["select * from people where id > $1 order by id limit 100", 1],
  ["select * from people where name like '%' || $1 || '%'", 1],
])("%s is never prepared", (text, valueCount) => {
  const names = createStatementNames(bounds);
  for (let use = 1; use < 10; use += 1) expect(names.of(text, valueCount)).toBeUndefined();
});

test("one-time statements use no memory", () => {
  const names = createStatementNames(bounds);
  for (let n = 0; n < 100; n += 1) expect(names.of(`select ${n} where $1`, 1)).toBeUndefined();
  names.of(ask, 1);
  expect(names.of(ask, 1)).toBeDefined();
});

test("statements above the limit are sent without a name", () => {
  const names = createStatementNames(bounds);
  const twice = (text: string) => [names.of(text, 1), names.of(text, 1)][1];
  const results = Array.from({ length: 5 }, (_, n) => twice(`select ${n} where $1`));
  expect(results.filter((name) => name !== undefined)).toHaveLength(bounds.namesMax);
});

test("all names are renewed once, even if several callers find one stale", () => {
  const names = createStatementNames(bounds);
  names.of(ask, 1);
  const stale = names.of(ask, 1) ?? "";
  names.renew(stale);
  const fresh = names.of(ask, 1);
  expect(fresh).not.toBe(stale);
  names.renew(stale);
  expect(names.of(ask, 1)).toBe(fresh);
});
