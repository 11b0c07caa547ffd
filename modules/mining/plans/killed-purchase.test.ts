/**
 * Tests purchases whose process is killed before it responds: each purchase is written completely
 * or not at all, and a repeated request buys only once.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { userWith } from "../../../test/support/money/books.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  type MiningTestDeps,
} from "../../../test/support/money/mining.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import { buyForAll } from "../../../test/support/money/purchases.ts";
import { countAgain } from "../../../test/support/money/treasury.ts";

const OPENING_SATS = 1_000_000n;
const CONTRACT_SATS = 165_000n;

const own = fileDatabase();
let deps: MiningTestDeps;
beforeEach(async () => {
  deps = miningDeps(own.database);
  await fundTreasury(own.database, 100_000_000n);
  await countAgain(own.database);
});

type Purchase = Parameters<typeof buyForAll>[1];

/** Runs a purchase in a separate process. Returns the signal that killed the process, or null. */
function buyAndDie(at: string, { what, key, userIds }: Purchase): Promise<string | null> {
  const time = deps.clock.now().toISOString();
  const words = [own.applicationUrl, time, what, key, ...userIds] as const;
  return runProgram("test/support/money/mining-buyer.ts", words, at);
}

/** Returns the number of purchases and the total price per user. */
async function stateOf(userIds: readonly string[], what: Purchase["what"]) {
  const states = [];
  for (const userId of userIds) {
    const [row] = await own.database.query<{ count: number }>(
      "select count(*)::int as count from mining_earners where user_id = $1 and kind = $2",
      [userId, what],
    );
    const { availableSats } = await balancesOf(own.database, userId);
    states.push({ count: row?.count, paidSats: OPENING_SATS - availableSats });
  }
  return states;
}

test.each([
  ["a first contract", 1, 0, "mining.contract-written", 0],
  ["a first contract", 1, 0, "mining.purchase-committed", 1],
  // Purchases by users without a contract do not run in a batch.
  ["a batch of further contracts", 3, 1, "mining.contract-written", 0],
  ["a batch of further contracts", 3, 1, "mining.purchase-committed", 1],
])(
  "%s for %i users who own %i, killed at %s and repeated, is bought once",
  async (_name, people, before, at, bought) => {
    const userIds: string[] = [];
    while (userIds.length < people)
      userIds.push(await userWith(own.database, { sats: OPENING_SATS }));
    const what = "contract";
    if (before > 0) await buyForAll(deps, { what, key: randomUUID(), userIds });
    const each = (count: number) =>
      userIds.map(() => ({ count, paidSats: BigInt(count) * CONTRACT_SATS }));
    const purchase = { what, key: randomUUID(), userIds } as const;
    expect(await buyAndDie(at, purchase)).toBe("SIGKILL");
    expect(await stateOf(userIds, what)).toEqual(each(before + bought));
    for (let repeat = 1; repeat <= 2; repeat += 1) {
      await buyForAll(deps, purchase);
      expect(await stateOf(userIds, what)).toEqual(each(before + 1));
    }
    expect(await verifyLedger(own.database)).toEqual([]);
  },
);

test.each([
  ["mining.boost-written", 0],
  ["mining.purchase-committed", 1],
])("a boost whose purchase is killed at %s is bought once", async (at, countByThen) => {
  const userIds = [await userWith(own.database, { sats: OPENING_SATS })];
  await buyForAll(deps, { what: "contract", key: randomUUID(), userIds });
  const purchase = { what: "boost", key: randomUUID(), userIds } as const;
  expect(await buyAndDie(at, purchase)).toBe("SIGKILL");
  const [then] = await stateOf(userIds, "boost");
  expect(then?.count).toBe(countByThen);
  await buyForAll(deps, purchase);
  const [once] = await stateOf(userIds, "boost");
  expect(once?.count).toBe(1);
  expect(then?.paidSats).toBe(countByThen === 1 ? once?.paidSats : CONTRACT_SATS);
  await buyForAll(deps, purchase);
  expect(await stateOf(userIds, "boost")).toEqual([once]);
  expect(await verifyLedger(own.database)).toEqual([]);
});
