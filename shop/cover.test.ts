/**
 * What the house would have to give for all machines at once is always there: it is counted before
 * more is sold.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buyBackSats, centsPerBtcOf, difficultyOf, type DatedRate } from "#economics";
import { accountBalance, houseAccount, outsideAccount, postAll, verifyLedger } from "#ledger";
import { miningRoutes } from "#mining";
import { payCover } from "#treasury";
import { newUuid, Refusal } from "#platform";
import { testDatabase } from "../test/support/database.ts";
import { fundTreasury, moneyRequest, setReferenceValues } from "../test/support/mining.ts";
import { ownerWith, shopParts } from "../test/support/shop.ts";
import { plainRequest } from "../test/support/sign-in-server.ts";
import { shopPromises } from "./buy-back-promises.ts";
import { listRigs } from "./list-rigs.ts";
import { placeOrder } from "./place-order.ts";
import { sellRig } from "./sell-rig.ts";

const DAY = 86_400_000;
const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

let own: Awaited<ReturnType<typeof testDatabase>>;
let parts: ReturnType<typeof shopParts>;
beforeAll(async () => {
  own = await testDatabase();
  parts = shopParts(own.database);
  await fundTreasury(own.database, 100_000_000_000n);
});
afterAll(() => own.close());
beforeEach(() => parts.clock.advance(1_000));

const cover = () => payCover(own.database, parts.treasury, parts.clock.now());
const rateOf = (usdPerBtc: string): DatedRate => ({
  centsPerBtc: centsPerBtcOf(usdPerBtc),
  validFrom: new Date(0),
});
const move = (debit: string, credit: string, amount: bigint) =>
  own.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );
async function order(itemId: string, quantity = 1, sats = 1_000_000_000n) {
  const userId = await ownerWith(own.database, sats);
  const request = moneyRequest(userId, "placeOrder");
  return { userId, ...(await placeOrder(parts, { request, itemId, quantity })) };
}
const sell = (userId: string, rigId: string) =>
  sellRig(parts, { request: moneyRequest(userId, "sellRig"), rigId });

test("the sum is that of every machine on its own, at any age and rate, frames too and sold ones not", async () => {
  await order("s19-pro", 3);
  await order("mining-rig-frame", 2);
  parts.clock.advance(200.4 * DAY);
  const second = await order("m30s-plus-plus");
  await sell(second.userId, second.rigIds[0] ?? "");
  await order("s19-pro");
  for (const days of [0, 0.9, 365, 700, 1_000])
    for (const usdPerBtc of ["60000", "6000", "600000", "47999.99"]) {
      const at = {
        now: new Date(parts.clock.now().getTime() + days * DAY),
        rate: rateOf(usdPerBtc),
      };
      const owned = await own.database.query<{ sats: bigint; cents: bigint; at: Date }>(
        `select unit_sats as sats, unit_cents as cents, ordered_at as at
         from shop_rigs r join shop_orders o on o.id = r.order_id where sold_at is null`,
      );
      const expected = owned.reduce((sum, one) => {
        const age = BigInt(at.now.getTime() - one.at.getTime());
        return sum + buyBackSats({ paidSats: one.sats, paidCents: one.cents }, age, at.rate);
      }, 0n);
      expect(await shopPromises.onDemandSats(own.database, at)).toBe(expected);
    }
  const back = { now: new Date(parts.clock.now().getTime() - 999 * DAY), rate: rateOf("60000") };
  expect(await shopPromises.onDemandSats(own.database, back)).toBeGreaterThan(0n);
});

test("what is bought back was counted: the margin is no smaller after it", async () => {
  const { userId, rigIds } = await order("s19-pro");
  const before = await cover();
  await sell(userId, rigIds[0] ?? "");
  const after = await cover();
  expect(after.fundsSats).toBe(before.fundsSats - 4_666_666n);
  expect(after.onDemandSats).toBe(before.onDemandSats - 4_666_666n);
  expect(after.marginSats > before.marginSats).toBe(true);
});

test("a machine is bought back with coins of the mining account when the treasury is empty, also while nothing is sold", async () => {
  const { userId, rigIds } = await order("s19-pro");
  const had = await accountBalance(own.database, TREASURY);
  await move(TREASURY, MINING, had);
  await move(MINING, outsideAccount("chain"), had - 5_000_000n);
  await expect(order("s19-pro")).rejects.toMatchObject({ code: "sales_closed" });
  const sold = await sell(userId, rigIds[0] ?? "");
  expect(sold.soldSats).toBe(4_666_666n);
  expect(await accountBalance(own.database, TREASURY)).toBe(0n);
  expect(await accountBalance(own.database, MINING)).toBe(333_334n);
  await fundTreasury(own.database, had);
  expect(await verifyLedger(own.database)).toEqual([]);
});

test("machines, frames, contracts and sales at the same moment: never more promised than there is", async () => {
  // So that a machine's seven days pay more than its price less what it is bought back for: each
  // sale takes from the margin.
  await setReferenceValues(parts, {
    difficulty: difficultyOf("2000000000000"),
  });
  parts.clock.advance(1_000);
  const owners = await Promise.all(
    Array.from({ length: 6 }, async () => order("mining-rig-frame", 1, 20_000_000n)),
  );
  const buyers = await Promise.all(
    Array.from({ length: 20 }, () => ownerWith(own.database, 1_000_000_000n)),
  );
  const { marginSats } = await cover();
  await move(TREASURY, outsideAccount("chain"), marginSats - 3_000_000n);
  const mining = miningRoutes(parts);
  const contract = (userId: string) =>
    mining.buyContract({
      ...plainRequest,
      caller: { userId } as never,
      body: { planId: "starter-rig" },
      idempotency: moneyRequest(userId, "buyContract"),
    });
  const results = await Promise.allSettled([
    ...buyers.map((userId) =>
      placeOrder(parts, {
        request: moneyRequest(userId, "placeOrder"),
        itemId: "s19-pro",
        quantity: 2,
      }),
    ),
    // The same people: a contract and a machine of one user take their locks in one order.
    ...buyers.map(contract),
    ...owners.map(({ userId, rigIds }) => sell(userId, rigIds[0] ?? "")),
    ...buyers.slice(0, 5).map((userId) =>
      placeOrder(parts, {
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
  const done = results.filter(({ status }) => status === "fulfilled").length;
  expect(done).toBeGreaterThan(11);
  expect(done).toBeLessThan(results.length);
  expect((await cover()).marginSats).toBeGreaterThanOrEqual(0n);
  expect(await verifyLedger(own.database)).toEqual([]);
  const [first] = owners;
  if (!first) throw new Error("nobody");
  expect(await listRigs(parts, first)).toMatchObject([{ state: "sold" }]);
});
