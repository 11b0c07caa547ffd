/**
 * Tests batched reads: each caller receives its own result, no result is stale, and a failed read
 * does not fail the other reads of its batch.
 */
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import { batchReads, listsByPlace, rowsByPlace } from "./batch-reads.ts";
import type { Queryable } from "./database/database.ts";
import { Outage } from "./errors/refusal.ts";

const db = fileDatabase({ asSuperuser: true });

beforeEach(async () => {
  await db.database.query("drop table if exists purses, coins");
  await db.database.query("create table purses (owner int primary key, amount int not null)");
  await db.database.query("create table coins (owner int not null, worth int not null)");
  await db.database.query("insert into purses select n, n * 10 from generate_series(1, 300) n");
  await db.database.query("insert into coins select n % 7, n from generate_series(1, 100) n");
});

interface Purse {
  readonly place: number;
  readonly owner: number;
  readonly amount: number;
}

const PURSES = `select asked.place::int, p.* from unnest($1::int[]) with ordinality as asked(owner, place)
  join purses p using (owner) order by random()`;

/** Returns a batched reader, and records the inputs of each SQL statement that the reader sends. */
function accountReader() {
  const statements: (readonly number[])[] = [];
  const read = batchReads(async (queryable: Queryable, owners: readonly number[]) => {
    statements.push(owners);
    return rowsByPlace(owners, await queryable.query<Purse>(PURSES, [owners]));
  });
  return { read, statements };
}

test("a single read is sent as its own SQL statement", async () => {
  const { read, statements } = accountReader();
  expect(await read(db.database, 3)).toMatchObject({ owner: 3, amount: 30 });
  expect(statements).toEqual([[3]]);
});

test("reads in the same turn of the event loop share one SQL statement", async () => {
  const { read, statements } = accountReader();
  const owners = [5, 2, 999, 5, 1];
  const rows = await Promise.all(owners.map((owner) => read(db.database, owner)));
  expect(rows.map((account) => account?.amount)).toEqual([50, 20, undefined, 50, 10]);
  expect(statements).toEqual([owners]);
});

test("more than 64 reads are split into SQL statements of at most 64 reads", async () => {
  const { read, statements } = accountReader();
  const owners = Array.from({ length: 200 }, (_, index) => index + 1);
  const rows = await Promise.all(owners.map((owner) => read(db.database, owner)));
  expect(rows.map((account) => account?.owner)).toEqual(owners);
  expect(statements.map(({ length }) => length)).toEqual([64, 64, 64, 8]);
});

test("a read requested after the SQL statement was sent sees newer rows", async () => {
  const { read, statements } = accountReader();
  const first = read(db.database, 1);
  await new Promise(setImmediate);
  expect(statements).toEqual([[1]]);
  await db.database.query("update purses set amount = 11 where owner = 1");
  expect((await read(db.database, 1))?.amount).toBe(11);
  expect([10, 11]).toContain((await first)?.amount);
  expect(statements).toEqual([[1], [1]]);
});

test("a read inside a transaction sees the transaction's own writes", async () => {
  const { read, statements } = accountReader();
  const outside = read(db.database, 4);
  const inside = await db.database.transaction(async (tx) => {
    await tx.query("update purses set amount = 99 where owner = 4");
    const rows = await Promise.all([read(tx, 4), read(db.database, 4), outside]);
    return rows.map((one) => one?.amount);
  });
  expect(inside).toEqual([99, 40, 40]);
  expect(statements).toHaveLength(3);
});

test("an input that cannot be read fails without affecting the other inputs", async () => {
  const read = batchReads(async (queryable: Queryable, divisors: readonly number[]) => {
    const rows = await queryable.query<{ share: number }>(
      "select 100 / divisor as share from unnest($1::int[]) with ordinality as asked(divisor, place) order by place",
      [divisors],
    );
    return rows.map(({ share }) => share);
  });
  const results = await Promise.allSettled([4, 0, 5].map((divisor) => read(db.database, divisor)));
  expect(results).toMatchObject([
    { status: "fulfilled", value: 25 },
    { status: "rejected", reason: { message: "division by zero" } },
    { status: "fulfilled", value: 20 },
  ]);
});

test("an outage fails only the callers whose SQL statement it interrupted", async () => {
  let attempts = 0;
  const read = batchReads(async (queryable: Queryable, names: readonly string[]) => {
    attempts += 1;
    if (names.includes("cut"))
      await queryable.query("select pg_terminate_backend(pg_backend_pid())");
    return names;
  });
  const hit = ["a", "cut", "b"].map((name) => read(db.database, name));
  await new Promise(setImmediate);
  const spared = ["c", "d"].map((name) => read(db.database, name));
  const results = await Promise.allSettled([...hit, ...spared]);
  const outcomes = results.map((one) => (one.status === "fulfilled" ? one.value : one.reason));
  expect(outcomes).toEqual([...[1, 2, 3].map(() => expect.any(Outage)), "c", "d"]);
  expect(attempts).toBe(2);
});

test("a result that the reader omits does not shift the other results", async () => {
  const read = batchReads(async (_queryable: Queryable, owners: readonly number[]) =>
    owners.filter((owner) => owner !== 2),
  );
  const results = await Promise.allSettled([1, 2, 3].map((owner) => read(db.database, owner)));
  expect(results).toMatchObject([
    { status: "fulfilled", value: 1 },
    { status: "rejected", reason: { message: "0 answers to 1 questions" } },
    { status: "fulfilled", value: 3 },
  ]);
});

test("every caller receives its own rows and lists, in any mix of batches", async () => {
  const { read } = accountReader();
  const readCoins = batchReads(async (queryable: Queryable, owners: readonly number[]) =>
    listsByPlace(
      owners,
      await queryable.query<{ place: number; owner: number; worth: number }>(
        `select asked.place::int, c.* from unnest($1::int[]) with ordinality as asked(owner, place)
         join coins c using (owner) order by c.worth`,
        [owners],
      ),
    ),
  );
  const coinsOf = (owner: number): number[] =>
    Array.from({ length: 100 }, (_, index) => index + 1).filter((worth) => worth % 7 === owner);
  const turns = fc.array(fc.array(fc.integer({ min: 0, max: 320 }), { maxLength: 150 }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(turns, async (turn) => {
      const answers: Promise<void>[] = [];
      for (const owners of turn) {
        for (const owner of owners)
          answers.push(
            read(db.database, owner).then((account) =>
              expect(account?.amount).toBe(owner > 0 && owner <= 300 ? owner * 10 : undefined),
            ),
            readCoins(db.database, owner).then((coins) =>
              expect(coins.map(({ worth }) => worth)).toEqual(coinsOf(owner)),
            ),
          );
        await new Promise(setImmediate);
      }
      await Promise.all(answers);
    }),
    { numRuns: 25 },
  );
});
