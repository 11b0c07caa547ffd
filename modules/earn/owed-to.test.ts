/** Tests that open positions owe their owners the interest that their portfolios show. */
import { referenceValuesAt } from "#treasury";
import { beforeEach, expect, test } from "vitest";
import {
  availableCoins,
  earnDeps,
  earnRequest,
  newAddress,
  saver,
  setFunding,
  type EarnTestDeps,
} from "../../test/support/money/earn.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { exitPosition } from "./exit-position.ts";
import { listPositions } from "./list-positions.ts";
import { investmentPlan, stakingFor } from "./offer.ts";
import { openPosition } from "./open-position.ts";
import { payMatured } from "./pay-matured.ts";
import { earnProduct } from "./product.ts";
import type { ProductFacts } from "./products.ts";

const DAY_MS = 86_400_000;
const HALF = 50_000_000n;
const STAKE = 10_000_000n;

const books = fileDatabase();
let deps: EarnTestDeps;
beforeEach(async () => {
  deps = earnDeps(books.database);
  await setFunding(books.database, 200_000_000n);
});

async function owedTo(userIds: readonly string[]): Promise<bigint[]> {
  const now = deps.clock.now();
  const reference = await referenceValuesAt(books.database, now);
  const owed = await earnProduct.owedTo(books.database, { now, reference }, userIds);
  return userIds.map((userId) => owed.get(userId) ?? 0n);
}

const open = (userId: string, product: ProductFacts, amountSats: bigint) =>
  openPosition(deps, {
    request: earnRequest(userId),
    origin: { ip: newAddress() },
    findProduct: () => product,
    amountSats,
  });

test("owed interest equals the portfolios' interest so far", async () => {
  const [userId, other, none] = [
    await saver(books.database, HALF + STAKE),
    await saver(books.database, STAKE),
    await saver(books.database, STAKE),
  ];
  await open(userId, investmentPlan("btc-pro"), HALF);
  await open(userId, stakingFor(180), STAKE);
  await open(other, stakingFor(180), STAKE);
  expect(await owedTo([userId, other, none])).toEqual([0n, 0n, 0n]);
  for (const passedMs of [1, DAY_MS / 3, 2 * DAY_MS, 40 * DAY_MS, 200 * DAY_MS]) {
    deps.clock.advance(passedMs);
    const shown = [];
    for (const id of [userId, other, none])
      shown.push((await listPositions(deps, { userId: id })).accruedSats);
    const owed = await owedTo([userId, other, none]);
    expect(owed).toEqual(shown);
    expect(owed[0]).toBeGreaterThanOrEqual(owed[1] ?? 0n);
    expect(await owedTo([other])).toEqual([owed[1]]);
  }
  const reference = await referenceValuesAt(books.database, deps.clock.now());
  const at = { now: deps.clock.now(), reference };
  const products = await earnProduct.liabilities(books.database, at);
  const promisedSats = products.reduce((sum, { owedSats }) => sum + owedSats, 0n);
  const [own = 0n, others = 0n] = await owedTo([userId, other]);
  expect(own + others).toBeLessThanOrEqual(promisedSats);
});

test("a matured stake owes exactly the interest that it then pays", async () => {
  const userId = await saver(books.database, STAKE);
  await open(userId, stakingFor(180), STAKE);
  deps.clock.advance(180 * DAY_MS);
  const [owed = 0n] = await owedTo([userId]);
  expect(owed).toBe(3_698_630n); // 10,000,000 x 75 x 180 / 36,500 sats
  await payMatured(deps);
  expect(await availableCoins(books.database, userId)).toEqual({
    availableSats: STAKE + owed,
    heldSats: 0n,
  });
  expect(await owedTo([userId])).toEqual([0n]);
});

test("a flexible position owes after whole days exactly what an exit pays", async () => {
  const userId = await saver(books.database, HALF);
  const { id } = await open(userId, investmentPlan("btc-pro"), HALF);
  deps.clock.advance(7 * DAY_MS);
  const [owed = 0n] = await owedTo([userId]);
  expect(owed).toBe(239_726n); // 50,000,000 x 25 x 7 / 36,500 sats
  await exitPosition(deps, { request: earnRequest(userId, "exitPosition"), positionId: id });
  expect(await availableCoins(books.database, userId)).toEqual({
    availableSats: HALF + owed,
    heldSats: 0n,
  });
  expect(await owedTo([userId])).toEqual([0n]);
});
