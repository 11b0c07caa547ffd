/**
 * Tests that the platform can always buy back every rig and pay its earnings, because each sale is
 * allowed only if the treasury covers both.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buyBackSats, centsPerBtcOf, difficultyOf, hashRateOfThs } from "#economics";
import { accountBalance, houseAccount, outsideAccount, postAll, verifyLedger } from "#ledger";
import { miningRoutes, paySatsPerDay } from "#mining";
import { countCover, referenceValuesAt, type CountedAt } from "#treasury";
import { newUuid, Refusal } from "#platform";
import { testDatabase } from "../../test/support/servers/database.ts";
import { fundTreasury, moneyRequest, setReferenceValues } from "../../test/support/money/mining.ts";
import { ownerWith, rackOf, shopDeps } from "../../test/support/money/shop.ts";
import { countAgain } from "../../test/support/money/treasury.ts";
import { plainRequest } from "../../test/support/servers/sign-in-server.ts";
import { ITEMS } from "./items.ts";
import { placeOrder } from "./place-order.ts";
import { shopLiabilities, shopObligations } from "./obligations.ts";
import { sellRig } from "./sell-rig.ts";

const DAY = 86_400_000;
const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

let own: Awaited<ReturnType<typeof testDatabase>>;
let deps: ReturnType<typeof shopDeps>;
beforeAll(async () => {
  own = await testDatabase();
  deps = shopDeps(own.database);
  await fundTreasury(own.database, 100_000_000_000n);
});
afterAll(() => own.close());
beforeEach(() => deps.clock.advance(1_000));

const cover = () => countCover(own.database, deps.treasury, deps.clock.now());
interface OwnedRig {
  readonly itemId: string;
  readonly sats: bigint;
  readonly cents: bigint;
  readonly at: Date;
}
const ownedRigs = () =>
  own.database.query<OwnedRig>(
    `select item_id as "itemId", unit_sats as sats, unit_cents as cents, ordered_at as at
     from shop_rigs r join shop_orders o on o.id = r.order_id where sold_at is null`,
  );
const payPerDay = (itemId: string, { reference }: CountedAt) => {
  const hashRateThs = ITEMS.find(({ id }) => id === itemId)?.hashRateThs ?? "0";
  return paySatsPerDay(hashRateOfThs(hashRateThs), reference);
};
const move = (debit: string, credit: string, amount: bigint) =>
  own.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );
async function order(itemId: string, quantity = 1, sats = 1_000_000_000n) {
  const userId = await ownerWith(own.database, sats);
  const request = moneyRequest(userId, "placeOrder");
  return { userId, ...(await placeOrder(deps, { request, itemId, quantity })) };
}
const sell = (userId: string, rigId: string) =>
  sellRig(deps, { request: moneyRequest(userId, "sellRig"), rigId });

/**
 * Returns the most that a rig can cost the platform: the maximum over all days of the pay up to
 * that day plus the buyback price on that day.
 */
function dearest(rig: OwnedRig, at: CountedAt): bigint {
  const pay = payPerDay(rig.itemId, at);
  const ageMs = at.now.getTime() - rig.at.getTime();
  let most = 0n;
  for (let day = 0; day * DAY + ageMs < 1_095 * DAY || day === 0; day += 1) {
    const back = buyBackSats(
      { paidSats: rig.sats, paidCents: rig.cents },
      BigInt(Math.floor(ageMs + day * DAY)),
      at.reference,
    );
    const sum = back + pay * BigInt(day + 1);
    if (sum > most) most = sum;
  }
  return most;
}

test("the amount owed is the maximum cost of each owned rig, at any age and rate", async () => {
  await order("s19-pro", 3);
  await order("mining-rig-frame", 2);
  deps.clock.advance(200.4 * DAY);
  const second = await order("m30s-plus-plus");
  await sell(second.userId, second.rigIds[0] ?? "");
  await order("s19-pro");
  const reference = await referenceValuesAt(own.database, deps.clock.now());
  for (const days of [0, 0.9, 365, 700, 1_000])
    for (const usdPerBtc of ["60000", "6000", "600000", "47999.99"]) {
      const now = new Date(deps.clock.now().getTime() + days * DAY);
      const at = { now, reference: { ...reference, centsPerBtc: centsPerBtcOf(usdPerBtc) } };
      const owned = await ownedRigs();
      const expected = owned.reduce((sum, rig) => sum + dearest(rig, at), 0n);
      const rows = await shopLiabilities(own.database, at);
      const owed = rows.reduce((sum, { owedSats }) => sum + owedSats, 0n);
      expect(owed).toBeGreaterThanOrEqual(expected);
      expect(owed).toBeLessThanOrEqual(expected + 60_000n * BigInt(owned.length));
      const due = owned.reduce((sum, rig) => {
        const age = BigInt(Math.floor(now.getTime() - rig.at.getTime()));
        const back = buyBackSats({ paidSats: rig.sats, paidCents: rig.cents }, age, at.reference);
        return sum + back + payPerDay(rig.itemId, at) * 7n;
      }, 0n);
      const soon = { ...at, milliseconds: 7n * BigInt(DAY) };
      expect(await shopObligations(own.database, soon)).toBe(due);
    }
});

test("a buyback does not reduce the margin, because it was already counted", async () => {
  const { userId, rigIds } = await order("s19-pro");
  const before = await cover();
  await sell(userId, rigIds[0] ?? "");
  const after = await cover();
  expect(after.fundsSats).toBe(before.fundsSats - 4_666_666n);
  expect(before.owedSats - after.owedSats).toBeGreaterThan(4_666_666n);
  expect(after.marginSats > before.marginSats).toBe(true);
});

test("the mining account pays a buyback while the treasury is empty", async () => {
  const { userId, rigIds } = await order("s19-pro");
  const had = await accountBalance(own.database, TREASURY);
  await move(TREASURY, MINING, had);
  await move(MINING, outsideAccount("chain"), had - 5_000_000n);
  await countAgain(own.database);
  await expect(order("s19-pro")).rejects.toMatchObject({ code: "sales_closed" });
  const sold = await sell(userId, rigIds[0] ?? "");
  expect(sold.soldSats).toBe(4_666_666n);
  expect(await accountBalance(own.database, TREASURY)).toBe(0n);
  expect(await accountBalance(own.database, MINING)).toBe(333_334n);
  await fundTreasury(own.database, had);
  expect(await verifyLedger(own.database)).toEqual([]);
});

test("concurrent purchases and sales never exceed the margin", async () => {
  // At this difficulty, a rig's obligations exceed its price, so each sale uses up margin.
  await setReferenceValues(deps, {
    difficulty: difficultyOf("20000000000000"),
  });
  deps.clock.advance(1_000);
  const owners = await Promise.all(
    Array.from({ length: 6 }, async () => order("mining-rig-frame", 1, 20_000_000n)),
  );
  const buyers = await Promise.all(
    Array.from({ length: 20 }, () => ownerWith(own.database, 1_000_000_000n)),
  );
  const { marginSats } = await cover();
  await move(TREASURY, outsideAccount("chain"), marginSats - 300_000_000n);
  await countAgain(own.database);
  const mining = miningRoutes(deps);
  const contract = (userId: string) =>
    mining.buyContract({
      ...plainRequest,
      caller: { userId } as never,
      body: { planId: "starter-rig" },
      idempotency: moneyRequest(userId, "buyContract"),
    });
  const results = await Promise.allSettled([
    ...buyers.map((userId) =>
      placeOrder(deps, {
        request: moneyRequest(userId, "placeOrder"),
        itemId: "s19-pro",
        quantity: 2,
      }),
    ),
    // The same users also buy contracts, because buying a contract and buying a rig must lock the
    // user's rows in the same order.
    ...buyers.map(contract),
    ...owners.map(({ userId, rigIds }) => sell(userId, rigIds[0] ?? "")),
    ...buyers.slice(0, 5).map((userId) =>
      placeOrder(deps, {
        request: moneyRequest(userId, "placeOrder"),
        itemId: "mining-rig-frame",
        quantity: 3,
      }),
    ),
  ]);
  const reasons = results.flatMap((one) =>
    one.status === "rejected" ? [one.reason as unknown] : [],
  );
  expect(reasons.filter((reason) => !(reason instanceof Refusal))).toEqual([]);
  const fulfilled = results.filter(({ status }) => status === "fulfilled").length;
  expect(fulfilled).toBeGreaterThan(11);
  expect(fulfilled).toBeLessThan(results.length);
  expect((await cover()).marginSats).toBeGreaterThanOrEqual(0n);
  expect(await verifyLedger(own.database)).toEqual([]);
  const [first] = owners;
  if (!first) throw new Error("no owner");
  expect(await rackOf(deps, first.userId)).toMatchObject([{ state: "sold" }]);
});
