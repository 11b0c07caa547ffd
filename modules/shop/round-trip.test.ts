/**
 * Tests that no user profits from buying a rig and selling it back immediately, even if an
 * administrator changes the reference rate in between by the maximum. Contracts and boosts cannot
 * be sold back.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { miningRoutes } from "#mining";
import { centsPerBtcOf } from "#economics";
import { testDatabase } from "../../test/support/servers/database.ts";
import { fundTreasury, moneyRequest, setReferenceValues } from "../../test/support/money/mining.ts";
import { ownerWith, shopDeps } from "../../test/support/money/shop.ts";
import { plainRequest } from "../../test/support/servers/sign-in-server.ts";
import { placeOrder } from "./place-order.ts";
import { sellRig } from "./sell-rig.ts";

const SATS = 10_000_000_000n;

let own: Awaited<ReturnType<typeof testDatabase>>;
let deps: ReturnType<typeof shopDeps>;
let userId: string;
beforeAll(async () => {
  own = await testDatabase();
  deps = shopDeps(own.database);
  await fundTreasury(own.database, 100_000_000_000_000n);
  userId = await ownerWith(own.database, SATS);
});
afterAll(() => own.close());

const wealth = async () => {
  const { availableSats, heldSats } = await balancesOf(own.database, userId);
  return availableSats + heldSats;
};

async function setRate(usdPerBtc: string): Promise<void> {
  // New reference values apply from the next millisecond. One millisecond does not change the rig's
  // age in days.
  deps.clock.advance(1);
  await setReferenceValues(deps, { centsPerBtc: centsPerBtcOf(usdPerBtc) });
  deps.clock.advance(1);
}

const buy = (itemId: string, quantity: number) =>
  placeOrder(deps, { request: moneyRequest(userId, "placeOrder"), itemId, quantity });

async function sellAll(rigIds: readonly string[]): Promise<void> {
  for (const rigId of rigIds)
    await sellRig(deps, { request: moneyRequest(userId, "sellRig"), rigId });
}

test("a rig bought at ten times the rate and sold at a tenth returns its price", async () => {
  const before = await wealth();
  await setRate("600000.00");
  const { rigIds, unitSats } = await buy("s19-pro", 1);
  expect(unitSats).toBe(583_334n);
  await setRate("60000.00");
  await setRate("6000.00");
  await sellAll(rigIds);
  expect(await wealth()).toBe(before);
});

test("no sequence of purchases, sales and rates makes a profit", async () => {
  const step = fc.record({
    rate: fc.integer({ min: 600_000, max: 6_000_000_000 }),
    item: fc.constantFrom("s19-pro", "m30s-plus-plus", "mining-rig-frame"),
    quantity: fc.integer({ min: 1, max: 3 }),
    isSold: fc.boolean(),
  });
  const mining = miningRoutes(deps);
  let machines = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const before = await wealth();
      const owned: string[] = [];
      for (const { rate, item, quantity, isSold } of steps) {
        await setRate(`${Math.floor(rate / 100)}.${String(rate % 100).padStart(2, "0")}`);
        if (isSold) await sellAll(owned.splice(0));
        else {
          const bought = await buy(item, quantity).catch(() => undefined);
          owned.push(...(bought?.rigIds ?? []));
          machines += bought?.quantity ?? 0;
          await mining
            .buyContract({
              ...plainRequest,
              caller: { userId } as never,
              body: { planId: "starter-rig" },
              idempotency: moneyRequest(userId, "buyContract"),
            })
            .catch(() => undefined);
        }
        expect(await wealth()).toBeLessThanOrEqual(before);
      }
      await sellAll(owned);
      expect(await wealth()).toBeLessThanOrEqual(before);
    }),
    { numRuns: 25, seed: 7 },
  );
  expect(machines).toBeGreaterThan(20);
  expect(await verifyLedger(own.database)).toEqual([]);
}, 60_000);
