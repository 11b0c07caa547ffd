/**
 * Whoever sells or gives away at the same moment as others: the house is never left with more
 * promises than money.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { difficultyOf } from "#economics";
import { houseAccount, outsideAccount, postAll, verifyLedger } from "#ledger";
import { newUuid, Refusal } from "#platform";
import { userWith } from "../test/support/books.ts";
import { testDatabase } from "../test/support/database.ts";
import {
  fundTreasury,
  miningParts,
  moneyRequest,
  setReferenceValues,
} from "../test/support/mining.ts";
import { buyBoost } from "../mining/buy-boost.ts";
import { buyContract } from "../mining/buy-contract.ts";
import { claimSpareTreasurySats } from "./cover.ts";
import { payCover } from "./house-funds.ts";
import { plansAt } from "../mining/plan-terms.ts";
import { planOffer } from "../mining/plans.ts";
import { referenceValuesAt } from "./reference-values-table.ts";

const PLAN = "starter-rig";
const TREASURY = houseAccount("treasury", "BTC");
const FUND = houseAccount("earn-funding", "BTC");

let own: Awaited<ReturnType<typeof testDatabase>>;
let parts: ReturnType<typeof miningParts>;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

beforeEach(async () => {
  parts = miningParts(own.database);
  await own.database.query("delete from mining_boosts");
  await own.database.query("delete from mining_contracts");
  await own.database.query("delete from mining_earners");
  await own.database.query("delete from treasury_counted_promises");
});

const cover = () => payCover(own.database, parts.treasury, parts.clock.now());
const move = (debit: string, credit: string, amount: bigint) =>
  own.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );

/**
 * Seven days of the plan pay more than it costs, so that each sale takes from the margin: so much,
 * in satoshis.
 */
async function sellAtALoss(difficulty = "2000000000000"): Promise<bigint> {
  await setReferenceValues(parts, {
    difficulty: difficultyOf(difficulty),
  });
  parts.clock.advance(1_000);
  const now = parts.clock.now();
  const plan = (await plansAt(own.database, now)).find(({ id }) => id === PLAN);
  if (!plan) throw new Error("no such plan");
  const { costSats } = planOffer(plan, await referenceValuesAt(own.database, now));
  const before = (await cover()).expectedSats;
  const buyer = await userWith(own.database, { sats: costSats });
  await fundTreasury(own.database, 1_000_000_000n);
  await buy(buyer);
  const lost = (await cover()).expectedSats - before - costSats;
  expect(lost).toBeGreaterThan(0n);
  return lost;
}

const buy = (userId: string) =>
  buyContract(parts, { request: moneyRequest(userId, "buy"), planId: PLAN });

/** Takes from the treasury until the margin is this. */
async function leaveMargin(sats: bigint): Promise<void> {
  const { marginSats } = await cover();
  await move(TREASURY, outsideAccount("chain"), marginSats - sats);
}

const refusals = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));

describe("of thirty who buy at once", () => {
  test("exactly as many do as the house can pay, itself included, and not one more", async () => {
    const lost = await sellAtALoss();
    // Each sale is counted rounded up to the satoshi: five of them fit, the sixth does not.
    await leaveMargin(5n * (lost + 1n));
    const buyers = await Promise.all(
      Array.from({ length: 30 }, () => userWith(own.database, { sats: 10_000_000n })),
    );
    const results = await Promise.allSettled(buyers.map(buy));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    for (const reason of refusals(results)) expect(reason).toMatchObject({ code: "sales_closed" });
    const { marginSats } = await cover();
    expect(marginSats >= 0n && marginSats < lost).toBe(true);
  });

  test("boosts too, while coins are given away", async () => {
    const lost = await sellAtALoss("1000000000000");
    const buyers: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const userId = await userWith(own.database, { sats: 10_000_000n });
      await buy(userId);
      buyers.push(userId);
    }
    await leaveMargin(3n * lost);
    const give = () =>
      own.database.transaction(async (tx) => {
        const wanted = lost / 4n;
        const spare = await claimSpareTreasurySats(tx, parts.treasury, {
          now: parts.clock.now(),
          wantedSats: wanted,
        });
        if (spare >= wanted)
          await postAll(tx, [
            { id: newUuid(), debit: TREASURY, credit: FUND, amount: wanted, code: "earn_funding" },
          ]);
      });
    const results = await Promise.allSettled(
      buyers.flatMap((userId) => [
        buy(userId),
        buyBoost(parts, { request: moneyRequest(userId, "boost"), multiplier: "3" }),
        give(),
      ]),
    );
    for (const reason of refusals(results)) expect(reason).toBeInstanceOf(Refusal);
    const { marginSats } = await cover();
    expect(marginSats >= 0n && marginSats < lost).toBe(true);
    expect(await verifyLedger(own.database)).toEqual([]);
  });
});

describe("the last count", () => {
  const countedSats = async () =>
    (
      await own.database.query<{ sats: bigint }>(
        "select promised_sats as sats from treasury_counted_promises",
      )
    )[0]?.sats;

  test("with what was sold since is never below the truth, and is made anew after a minute", async () => {
    await sellAtALoss();
    for (let count = 0; count < 3; count += 1)
      await buy(await userWith(own.database, { sats: 10_000_000n }));
    const counted = (await countedSats()) ?? 0n;
    const { expectedSats } = await cover();
    expect(counted >= expectedSats && counted - expectedSats <= 4n).toBe(true);
    parts.clock.advance(61_000);
    await buy(await userWith(own.database, { sats: 10_000_000n }));
    expect(((await countedSats()) ?? 0n) - (await cover()).expectedSats).toBeLessThanOrEqual(1n);
  });

  test("counts no more when the reference values changed, or the clock went back", async () => {
    await sellAtALoss();
    const buyer = async () => userWith(own.database, { sats: 100_000_000n });
    await buy(await buyer());
    await setReferenceValues(parts, {
      difficulty: difficultyOf("200000000000"),
    });
    parts.clock.advance(1_000);
    await leaveMargin(-1n);
    await expect(buy(await buyer())).rejects.toMatchObject({ code: "sales_closed" });
    await leaveMargin(1_000_000_000n).catch(() => undefined);
    const { marginSats } = await cover();
    if (marginSats < 1_000_000_000n) await fundTreasury(own.database, 1_000_000_000n - marginSats);
    await own.database.query("update treasury_counted_promises set promised_sats = 0");
    // By a clock that went back contracts have longer to run than when they were counted.
    parts.clock.advance(-500);
    await buy(await buyer());
    expect(((await countedSats()) ?? 0n) >= (await cover()).expectedSats).toBe(true);
  });
});
