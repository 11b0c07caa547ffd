/** Tests batches with the pool's database role, so that a missing privilege fails the test. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, sqlState, type Database } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { setBlockState, blockMicrosAt, insertBlock, listFollowed } from "../blocks/blocks-table.ts";
import { AT, share } from "../testing/share.ts";
import type { AcceptedShare } from "./accepted-share.ts";
import { hasRecentShare, writeHeartbeat, writeStopped } from "./instances-table.ts";
import { postBatch, WORKERS_MAX } from "./post-batch.ts";
import { addRejects } from "./rejects-table.ts";
import { sweepShares } from "./sweep-shares.ts";

const file = fileDatabase();
let database: Database;

beforeAll(() => {
  database = openDatabase(file.poolUrl, { connectionsMax: 4 });
});
afterAll(() => database.close());

const instanceId = randomUUID();

const post = (shares: readonly AcceptedShare[], id: string = randomUUID()) =>
  postBatch(database, { id, instanceId, shares });
const workOf = async (userId: string) => {
  const [row] = await file.database.query<{ work: string }>(
    "select work_micros::text as work from pool_work_accounts where user_id = $1",
    [userId],
  );
  return BigInt(row?.work ?? 0);
};

describe("posting a batch", () => {
  test("a batch adds to the user, the worker, the ten-minute slot and the day", async () => {
    const userId = randomUUID();
    const later = new Date(AT.getTime() + 1_000);
    await post([
      share({ userId }),
      share({ userId, shareMicros: 10n ** 60n, workMicros: 10 ** 15 }),
      share({ userId, acceptedAt: later }),
      share({ userId, worker: "two" }),
    ]);
    expect(await workOf(userId)).toBe(10n ** 15n + 3_000n);
    const workers = await file.database.query(
      `select name, shares::int as shares, best_share_micros::text as best, last_share_at as last
       from pool_workers where user_id = $1 order by name`,
      [userId],
    );
    expect(workers).toEqual([
      { name: "rig", shares: 3, best: (10n ** 60n).toString(), last: later },
      { name: "two", shares: 1, best: "2500", last: AT },
    ]);
    const counted = (table: string, time: string) =>
      file.database.query(
        `select sum(t.shares)::int as shares, t.${time}::text as at from pool_${table} t
         join pool_workers w on w.id = t.worker_id where w.user_id = $1 group by 2 order by 2`,
        [userId],
      );
    expect(await counted("work_days", "day")).toEqual([
      { shares: 3, at: "2030-01-01" },
      { shares: 1, at: "2030-01-02" },
    ]);
    expect((await counted("work_slots", "slot_at")).map(({ shares }) => shares)).toEqual([3, 1]);
  });

  test("a repeated batch adds nothing", async () => {
    const [userId, id] = [randomUUID(), randomUUID()];
    const again = () => post([share({ userId })], id);
    expect((await Promise.all([again(), again()])).toSorted()).toEqual([false, true]);
    expect(await again()).toBe(false);
    expect(await workOf(userId)).toBe(1_000n);
  });

  test("the house rig's worker belongs to no user", async () => {
    await Promise.all([post([share()]), post([share()])]);
    const rows = await file.database.query(
      "select user_id, shares::int as shares from pool_workers where is_house",
    );
    expect(rows).toEqual([{ user_id: null, shares: 2 }]);
  });

  test("shares of further names are added to a common worker after 100 workers", async () => {
    const userId = randomUUID();
    const names = Array.from({ length: WORKERS_MAX + 20 }, (_, index) => `w${index}`);
    await post(names.map((worker) => share({ userId, worker })));
    await post([share({ userId, worker: "new" }), share({ userId, worker: "w3" })]);
    const [row] = await file.database.query(
      `select count(*)::int as workers, sum(shares)::int as shares,
         sum(shares) filter (where name = 'others')::int as others
       from pool_workers where user_id = $1`,
      [userId],
    );
    expect(row).toEqual({ workers: WORKERS_MAX + 1, shares: WORKERS_MAX + 22, others: 21 });
    expect(await workOf(userId)).toBe(1_000n * BigInt(WORKERS_MAX + 22));
  });

  test("concurrent batches of two pools are both counted", async () => {
    const users = [randomUUID(), randomUUID(), randomUUID()];
    const batch = (order: readonly string[]) =>
      post(order.flatMap((userId) => [share({ userId }), share({ userId, worker: "b" })]));
    const batches = Array.from({ length: 20 }, (_, index) =>
      batch(index % 2 === 0 ? users : users.toReversed()),
    );
    await Promise.all(batches);
    for (const userId of users) expect(await workOf(userId)).toBe(40_000n);
  });
});

test("rejected shares are counted only for workers with an accepted share", async () => {
  const userId = randomUUID();
  await post([share({ userId })]);
  const counts = { stale: 1, duplicate: 2, low: 3, invalid: 4 };
  await addRejects(
    database,
    [
      { userId, worker: "rig", counts },
      { userId, worker: "x", counts },
    ],
    AT,
  );
  const rows = await file.database.query(
    `select w.name, w.rejected_low::int as low, s.rejected_invalid as invalid, s.shares
     from pool_workers w join pool_work_slots s on s.worker_id = w.id where w.user_id = $1`,
    [userId],
  );
  expect(rows).toEqual([{ name: "rig", low: 3, invalid: 4, shares: 1 }]);
});

test("single shares are deleted after a week", async () => {
  const userId = randomUUID();
  await post([share({ userId })]);
  const countRows = async () => {
    const [row] = await file.database.query<{ left: number[] }>(
      `select array[(select count(*) from pool_shares where worker_id = w.id),
         (select count(*) from pool_work_slots where worker_id = w.id),
         (select count(*) from pool_work_days where worker_id = w.id)]::int[] as left
       from pool_workers w where user_id = $1`,
      [userId],
    );
    return row?.left;
  };
  const after = (days: number) => sweepShares(database, new Date(AT.getTime() + days * 86_400_000));
  await after(7);
  expect(await countRows()).toEqual([1, 1, 1]);
  await after(7.1);
  expect(await countRows()).toEqual([0, 1, 1]);
  await after(91);
  expect(await countRows()).toEqual([0, 0, 1]);
});

test("miners count as active if a running pool had a share in the last minute", async () => {
  const now = new Date();
  const instance = { id: randomUUID(), host: "127.0.0.1", port: 1, startedAt: now };
  const beat = { connections: 1, templateAt: now, templateHeight: 7, lastShareAt: now };
  expect(await hasRecentShare(file.database, now)).toBe(false);
  await writeHeartbeat(database, instance, { ...beat, at: now, lastShareAt: undefined });
  expect(await hasRecentShare(file.database, now)).toBe(false);
  await writeHeartbeat(database, instance, { ...beat, at: now });
  expect(await hasRecentShare(file.database, now)).toBe(true);
  expect(await hasRecentShare(file.database, new Date(now.getTime() + 61_000))).toBe(false);
  await writeStopped(database, instance.id, now);
  expect(await hasRecentShare(file.database, now)).toBe(false);
});

test("a block is stored once and tracked until it is mature or rejected", async () => {
  expect(await blockMicrosAt(database, new Date())).toBe(20n);
  const block = {
    hash: "cd".repeat(32),
    height: 102,
    userId: null,
    worker: "rig",
    foundAt: new Date(),
    shareMicros: 25n,
    rewardSats: 5_000_000_000n,
  };
  await insertBlock(database, block);
  await setBlockState(database, block.hash, { state: "accepted" });
  await insertBlock(database, block);
  const followed = { hash: block.hash, height: 102 };
  expect(await listFollowed(database)).toEqual([{ ...followed, state: "accepted" }]);
  await setBlockState(database, block.hash, { state: "orphaned" });
  expect(await listFollowed(database)).toEqual([{ ...followed, state: "orphaned" }]);
  await setBlockState(database, block.hash, { state: "rejected", reason: "high-hash" });
  expect(await listFollowed(database)).toEqual([]);
});

test.each([
  "select from users_users",
  "select from users_mining_names",
  "select from ledger_accounts",
  "select from wallet_withdrawals",
  "update pool_share_batches set shares = 0",
  "delete from pool_work_days",
  "delete from pool_workers",
  "insert into pool_terms select * from pool_terms",
  "create table mine (id int)",
])("the pool's role has no privilege to %s", async (sql) => {
  expect(await database.query(sql).then(() => undefined, sqlState)).toBe("42501");
});
