/**
 * Plays random histories of users who buy contracts with coins that they have mined but not yet
 * received, while the process that serves the purchase is killed. Settlement and purchase must both
 * take effect or neither.
 */
import { randomUUID } from "node:crypto";
import { hashRateOfThs } from "#economics";
import { balancesOf, verifyLedger } from "#ledger";
import { newId } from "#platform";
import { describe, expect, test } from "vitest";
import { userWith } from "../../../test/support/money/books.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  type MiningTestDeps,
} from "../../../test/support/money/mining.ts";
import { buyForAll } from "../../../test/support/money/purchases.ts";
import { countAgain } from "../../../test/support/money/treasury.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import { length, seeds } from "../../../test/support/seeds.ts";
import { insertHashRateSources } from "../accrual/hash-rate-sources-table.ts";
import { startMining } from "../start-mining.ts";
import { minutePay } from "../testing/minute-oracle.ts";
import { daysThatDiffer, sourcesThatDiffer } from "../testing/paid-rows.ts";
import { payOutDue } from "./payout-round.ts";

const PEOPLE = 3;
const STEPS = length(6, 60);
const HOUR = 3_600_000;
const CONTRACT_SATS = 165_000n;
/** Hash rate that earns more than a contract's price in two hours. */
const HASH_RATE = hashRateOfThs("30000");
const PLACES = ["mining.earnings-settled", "mining.contract-written", "mining.purchase-committed"];

const books = fileDatabase();

describe("random histories", () => {
  test.each(seeds)(
    "of killed purchases settle and spend together or not at all, seed %i",
    { timeout: 120_000 },
    async (seed) => {
      const random = pseudoRandom(seed);
      const { database } = books;
      const deps = miningDeps(database, "2026-05-01T00:00:00Z");
      await fundTreasury(database, 100_000_000_000n);
      const users = await Promise.all(Array.from({ length: PEOPLE }, () => miner(deps)));
      await countAgain(database);
      const bought = new Map(users.map((userId) => [userId, 0]));
      for (let step = 0; step < STEPS; step += 1) {
        deps.clock.advance(2 * HOUR + Math.floor(random() * HOUR));
        if (random() < 0.3) await payOutDue(deps);
        deps.clock.advance(2 * HOUR);
        const userId = users[Math.floor(random() * PEOPLE)] ?? "";
        const place = PLACES[Math.floor(random() * PLACES.length)] ?? "";
        const purchase = { what: "contract", key: randomUUID(), userIds: [userId] } as const;
        const before = await stateOf(userId);
        expect(await buyAndDie(deps, place, purchase)).toBe("SIGKILL");
        const after = await stateOf(userId);
        const isBought = place === "mining.purchase-committed";
        expect({ place, isBought: after.contracts > before.contracts }).toEqual({
          place,
          isBought,
        });
        // Without the purchase, nothing is settled either.
        const settled = after.payouts > before.payouts;
        expect({ ...after, settled }).toMatchObject(
          isBought ? { settled: true } : { ...before, settled: false },
        );
        for (let repeat = 0; repeat < 2; repeat += 1) await buyForAll(deps, purchase);
        expect((await stateOf(userId)).contracts).toBe(before.contracts + 1);
        bought.set(userId, (bought.get(userId) ?? 0) + 1);
      }
      deps.clock.set(new Date(Math.ceil(deps.clock.now().getTime() / HOUR) * HOUR));
      expect(await payOutDue(deps)).toBe(0);
      await expectPaidExactly(deps, bought);
    },
  );
});

/** A user without coins who mines with a large contract. */
async function miner(deps: MiningTestDeps): Promise<string> {
  const { database, clock } = deps;
  const userId = await userWith(database, {});
  const startsAt = clock.now();
  const source = {
    id: newId("ctr", startsAt),
    userId,
    kind: "contract" as const,
    hashRate: HASH_RATE,
    startsAt,
    endsAt: new Date(startsAt.getTime() + 30 * 24 * HOUR),
    referenceId: "ref_start",
    paidSats: 1n,
    paidCents: 1n,
  };
  await startMining(deps, { userId });
  await database.transaction((tx) => insertHashRateSources(tx, [source]));
  return userId;
}

type Purchase = Parameters<typeof buyForAll>[1];

/** Buys in a separate process, which is killed. Returns the signal that killed it. */
function buyAndDie(
  deps: MiningTestDeps,
  place: string,
  { what, key, userIds }: Purchase,
): Promise<string | null> {
  const time = deps.clock.now().toISOString();
  const words = [books.applicationUrl, time, what, key, ...userIds] as const;
  return runProgram("test/support/money/mining-buyer.ts", words, place);
}

async function stateOf(userId: string) {
  const [row] = await books.database.query<{ contracts: number; payouts: number }>(
    `select (select count(*)::int from mining_earners where user_id = $1) as contracts,
       (select count(*)::int from mining_payouts where user_id = $1) as payouts`,
    [userId],
  );
  const { availableSats } = await balancesOf(books.database, userId);
  return { contracts: row?.contracts ?? 0, payouts: row?.payouts ?? 0, availableSats };
}

/** Compares the users' balances with pay for each minute minus the prices of their contracts. */
async function expectPaidExactly(
  { database, clock }: MiningTestDeps,
  bought: ReadonlyMap<string, number>,
): Promise<void> {
  const pay = new Map(
    (await minutePay(database, clock.now().getTime())).map((one) => [one.sourceId, one.paidSats]),
  );
  for (const [userId, contracts] of bought) {
    const sources = await database.query<{ id: string }>(
      "select id from mining_earners where user_id = $1",
      [userId],
    );
    const earned = sources.reduce((sum, { id }) => sum + (pay.get(id) ?? 0n), 0n);
    const { availableSats } = await balancesOf(database, userId);
    expect(availableSats).toBe(earned - BigInt(contracts) * CONTRACT_SATS);
  }
  expect(await daysThatDiffer(database)).toEqual([]);
  expect(await sourcesThatDiffer(database)).toEqual([]);
  expect(await verifyLedger(database)).toEqual([]);
}
