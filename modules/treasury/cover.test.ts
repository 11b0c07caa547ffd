/**
 * Tests that the platform never owes more than it can pay, even with concurrent sales and faucet
 * gifts.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { difficultyOf } from "#economics";
import { accountBalance, houseAccount, outsideAccount, postAll, verifyLedger } from "#ledger";
import { newUuid, Refusal } from "#platform";
import { userWith } from "../../test/support/money/books.ts";
import { asSuperuser, testDatabase } from "../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  moneyRequest,
  setReferenceValues,
} from "../../test/support/money/mining.ts";
import { buyBoost } from "../mining/plans/buy-boost.ts";
import { buyContract } from "../mining/plans/buy-contract.ts";
import { countAgain } from "../../test/support/money/treasury.ts";
import { length } from "../../test/support/seeds.ts";
import { claimSpareSats, recount, readMargin } from "./cover.ts";
import { countCover } from "./fund-payouts.ts";
import { plansAt } from "../mining/plans/plan-terms.ts";
import { planOffer } from "../mining/plans/plans.ts";
import { referenceValuesAt } from "./reference-values-table.ts";

const PLAN = "starter-rig";
const TREASURY = houseAccount("treasury", "BTC");
const MINING = houseAccount("mining", "BTC");
const FUND = houseAccount("earn-funding", "BTC");

let own: Awaited<ReturnType<typeof testDatabase>>;
let deps: ReturnType<typeof miningDeps>;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

beforeEach(async () => {
  deps = miningDeps(own.database);
  await asSuperuser(own.database, (superuser) =>
    superuser.query(
      "delete from mining_boosts; delete from mining_contracts; delete from mining_earners",
    ),
  );
  await countAgain(own.database);
});

const cover = () => countCover(own.database, deps.treasury, deps.clock.now());
const move = (debit: string, credit: string, amount: bigint) =>
  own.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );

/**
 * Sets a difficulty at which the plan pays more than its price. Returns the margin in satoshis that
 * each sale uses up.
 */
async function sellAtALoss(difficulty = "20000000000000"): Promise<bigint> {
  await setReferenceValues(deps, {
    difficulty: difficultyOf(difficulty),
  });
  deps.clock.advance(1_000);
  const now = deps.clock.now();
  const plan = (await plansAt(own.database, now)).find(({ id }) => id === PLAN);
  if (!plan) throw new Error("plan not found");
  const { costSats } = planOffer(plan, await referenceValuesAt(own.database, now));
  const before = (await cover()).owedSats;
  const buyer = await userWith(own.database, { sats: costSats });
  await fundTreasury(own.database, 1_000_000_000n);
  await buy(buyer);
  const lost = (await cover()).owedSats - before - costSats;
  expect(lost).toBeGreaterThan(0n);
  return lost;
}

const buy = (userId: string) =>
  buyContract(deps, { request: moneyRequest(userId, "buy"), planId: PLAN });

/** Moves all coins to the treasury and sets its margin to `sats`. */
async function leaveMargin(sats: bigint): Promise<void> {
  const revenue = await accountBalance(own.database, MINING);
  if (revenue > 0n) await move(MINING, TREASURY, revenue);
  const { marginSats } = await cover();
  const [from, to] = [TREASURY, outsideAccount("chain")];
  if (marginSats > sats) await move(from, to, marginSats - sats);
  else await move(to, from, sats - marginSats);
  await countAgain(own.database);
}

const refusals = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));

/** Number of buyers; 1,000 in `npm run simulate`. The margin covers half of them. */
const BUYERS = length(120, 1_000);

describe("many concurrent buyers", () => {
  test("exactly as many purchases succeed as the margin covers", async () => {
    const lost = await sellAtALoss();
    const fitting = BUYERS / 2;
    // The cost of each sale is rounded up to a satoshi, so exactly `fitting` sales fit.
    await leaveMargin(BigInt(fitting) * (lost + 1n));
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, () => userWith(own.database, { sats: 10_000_000n })),
    );
    const results = await Promise.allSettled(buyers.map(buy));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(fitting);
    for (const reason of refusals(results)) expect(reason).toMatchObject({ code: "sales_closed" });
    const { marginSats } = await cover();
    expect(marginSats >= 0n && marginSats < lost).toBe(true);
  });

  test("after a change of reference values, sales stop at the new limit", async () => {
    const [before, after] = ["20000000000000", "10000000000000"] as const;
    const lost = await sellAtALoss(after);
    const lostBefore = await sellAtALoss(before);
    const fitting = BUYERS / 2;
    // The new values also raise the obligations from the two contracts sold above.
    await leaveMargin(BigInt(fitting) * (lost + 1n) + 2n * (lost - lostBefore));
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, () => userWith(own.database, { sats: 10_000_000n })),
    );
    const early = buyers.splice(0, fitting / 2).map(buy);
    await Promise.race(early);
    const { id: newId } = await setReferenceValues(deps, { difficulty: difficultyOf(after) });
    deps.clock.advance(1_000);
    const results = await Promise.allSettled([...early, ...buyers.map(buy)]);
    for (const reason of refusals(results)) expect(reason).toMatchObject({ code: "sales_closed" });
    const sold = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const soldBy = Map.groupBy(sold, ({ referenceId }) => referenceId === newId);
    expect(soldBy.get(true)?.length).toBeGreaterThan(0);
    expect(soldBy.get(false)?.length).toBeGreaterThan(0);
    const { marginSats } = await cover();
    expect(marginSats >= 0n && marginSats < lost).toBe(true);
    expect(await verifyLedger(own.database)).toEqual([]);
  });

  test("contracts, boosts and gifts together never exceed the margin", async () => {
    const lost = await sellAtALoss("10000000000000");
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
        const now = deps.clock.now();
        const claimedSats = await claimSpareSats(tx, deps.treasury, { now, wantedSats: wanted });
        if (claimedSats === wanted)
          await postAll(tx, [
            { id: newUuid(), debit: TREASURY, credit: FUND, amount: wanted, code: "earn_funding" },
          ]);
      });
    const results = await Promise.allSettled(
      buyers.flatMap((userId) => [
        buy(userId),
        buyBoost(deps, { request: moneyRequest(userId, "boost"), multiplier: "3" }),
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
  const budget = async () => {
    const [row] = await own.database.query<{ sats: bigint; at: Date }>(
      "select sum(solvency_sats)::bigint as sats, min(counted_at) as at from treasury_budgets",
    );
    return row ?? { sats: 0n, at: new Date(0) };
  };

  test("the budget never exceeds the actual margin", async () => {
    await sellAtALoss();
    for (let count = 0; count < 3; count += 1)
      await buy(await userWith(own.database, { sats: 10_000_000n }));
    const { sats } = await budget();
    const { solvencySats } = await cover();
    expect(sats <= solvencySats && solvencySats - sats <= 4n).toBe(true);
    deps.clock.advance(61_000);
    await buy(await userWith(own.database, { sats: 10_000_000n }));
    expect((await budget()).at).toEqual(deps.clock.now());
    expect((await cover()).solvencySats - (await budget()).sats).toBeLessThanOrEqual(1n);
  });

  test("new reference values invalidate the last count", async () => {
    await sellAtALoss();
    const buyer = async () => userWith(own.database, { sats: 100_000_000n });
    await buy(await buyer());
    await setReferenceValues(deps, { difficulty: difficultyOf("2000000000000") });
    deps.clock.advance(1_000);
    await leaveMargin(-1n);
    await expect(buy(await buyer())).rejects.toMatchObject({ code: "sales_closed" });
    await leaveMargin(1_000_000_000n);
    await buy(await buyer());
    await own.database.query("update treasury_budgets set solvency_sats = 1000000000000");
    // When the clock goes back, contracts have more time left than when they were counted.
    deps.clock.advance(-500);
    await buy(await buyer());
    expect((await budget()).sats <= (await cover()).solvencySats).toBe(true);
  });

  test("the margin is counted again after a reorg removed coins", async () => {
    await sellAtALoss();
    await buy(await userWith(own.database, { sats: 10_000_000n }));
    await leaveMargin(100_000_000n);
    await buy(await userWith(own.database, { sats: 10_000_000n }));
    await own.database.transaction(async (tx) => {
      await recount(tx);
      const [debit, credit] = [TREASURY, outsideAccount("chain")];
      const amount = 100_000_001n;
      await postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "deposit_reversal" }]);
    });
    const late = buy(await userWith(own.database, { sats: 10_000_000n }));
    await expect(late).rejects.toMatchObject({ code: "sales_closed" });
  });
});

test("concurrent readers share one count while the margin is short", async () => {
  let counts = 0;
  const [first, ...others] = deps.treasury.products;
  if (!first) throw new Error("the treasury has no product");
  const counted: typeof first = {
    ...first,
    liabilities(...args) {
      counts += 1;
      return first.liabilities(...args);
    },
  };
  const treasury = { ...deps.treasury, products: [counted, ...others] };
  const look = () =>
    readMargin(own.database, treasury, { now: deps.clock.now(), isEnough: () => false });
  const margins = await Promise.all(Array.from({ length: 5 }, look));
  const { solvencySats, liquiditySats } = await cover();
  for (const margin of margins) expect(margin).toMatchObject({ solvencySats, liquiditySats });
  expect(counts).toBeLessThan(margins.length);
  counts = 0;
  await look();
  expect(counts).toBe(1);
});
