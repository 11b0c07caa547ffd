/**
 * Tests that frequent switching by one user does not slow down other users: switching is limited,
 * and paid intervals are not read again.
 */
import type { DatabaseTransaction } from "#platform";
import { referenceValuesAt } from "#treasury";
import { beforeEach, expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { asSuperuser, fileDatabase } from "../../test/support/servers/database.ts";
import { miningDeps, moneyRequest, type MiningTestDeps } from "../../test/support/money/mining.ts";
import { buyContract } from "./plans/buy-contract.ts";
import { isMining } from "./accrual/miners-table.ts";
import { miningLiabilities } from "./plans/obligations.ts";
import { startMining } from "./start-mining.ts";
import { stopMining } from "./stop-mining.ts";

const DAY_MS = 86_400_000;

const test_ = fileDatabase();
let deps: MiningTestDeps;
beforeEach(() => {
  deps = miningDeps(test_.database);
});

/**
 * Creates a mining user with `times` earlier intervals of one millisecond each. The first interval
 * began `msBefore` milliseconds ago.
 */
async function minerWithSwitches(times: number, msBefore = times) {
  const userId = await userWith(test_.database, { sats: 1_000_000n });
  await test_.database.query("insert into mining_miners (user_id) values ($1)", [userId]);
  await test_.database.query(
    `insert into mining_switches (user_id, on_at, off_at)
     select $1, at, at from generate_series($2::timestamptz, $2::timestamptz + $3 * interval '1 ms', '1 ms') as at`,
    [userId, deps.clock.now(), times - 1],
  );
  deps.clock.advance(msBefore);
  await buyContract(deps, { request: moneyRequest(userId, "buy"), planId: "starter-rig" });
  await startMining(deps, { userId });
  return userId;
}

test("a user can switch on mining at most 100 times in 24 hours", async () => {
  const userId = await minerWithSwitches(99);
  await stopMining(deps, { userId });
  await expect(startMining(deps, { userId })).rejects.toMatchObject({
    status: 429,
    code: "mining_switched_often",
  });
  expect(await isMining(test_.database, userId)).toBe(false);
  deps.clock.advance(DAY_MS);
  await startMining(deps, { userId });
  expect(await isMining(test_.database, userId)).toBe(true);
});

/**
 * Returns the connection's counter of switch rows read. Compare two values to get the rows of a
 * query.
 */
async function rowsRead(tx: DatabaseTransaction): Promise<number> {
  const [counted] = await tx.query<{ rows: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
     from pg_stat_xact_user_tables where relname = 'mining_switches'`,
  );
  return counted?.rows ?? 0;
}

test("computing obligations does not read paid intervals", async () => {
  deps.clock.advance(10 * DAY_MS);
  await minerWithSwitches(5_000, 2 * DAY_MS);
  await asSuperuser(test_.database, (superuser) => superuser.query("analyze mining_switches"));
  await test_.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const reference = await referenceValuesAt(tx, now);
    const before = await rowsRead(tx);
    expect((await miningLiabilities(24)(tx, { now, reference }))[0]?.open).toBeGreaterThan(0);
    // Only the open interval is read, once per hash-rate source.
    expect((await rowsRead(tx)) - before).toBeLessThan(10);
  });
});
