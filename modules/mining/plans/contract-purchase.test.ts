/** Tests the decision to sell a contract, without a database. */
import { expect, test } from "vitest";
import { difficultyOf } from "#economics";
import { decideAll } from "#platform";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { decidePurchase, type ContractPurchase, type PurchaseFacts } from "./contract-purchase.ts";
import { PLANS } from "./plans.ts";

const request = moneyRequest("2f0c8f4e-6f0c-4a52-9d55-a1d0a0a0a001", "buyContract");
const now = new Date("2026-03-01T09:00:00Z");
const [starter, pro] = [165_000n, 831_667n];

function facts(other: { retired?: string; frozen?: string } = {}): PurchaseFacts {
  return {
    now,
    plans: PLANS.map((plan, place) => ({
      ...plan,
      priceCents: [9_900n, 49_900n, 199_900n][place] ?? 0n,
      isOffered: plan.id !== other.retired,
    })),
    reference: {
      id: "ref_1",
      centsPerBtc: 6_000_000n,
      difficulty: difficultyOf("83000000000000"),
      subsidySats: 312_500_000n,
      feesSats: 0n,
      poolFeeMillionths: 0n,
      blockSeconds: 600,
      usdPerKwh: "0.1",
      boostUsdPerThsDay: "0.05",
      validFrom: new Date("2024-05-09"),
      source: "a test",
      setBy: "a test",
    },
    frozen: new Set(other.frozen === undefined ? [] : [other.frozen]),
  };
}

function decide(purchaseFacts: PurchaseFacts, other: Partial<ContractPurchase> = {}) {
  return decidePurchase(purchaseFacts, { request, planId: "starter-rig", ...other });
}

test("a sale includes the plan's hash rate for 30 days", () => {
  const { contract, source, charge, sale } = decide(facts(), { planId: "pro-miner" });
  expect(contract).toMatchObject({ name: "Pro Miner", paidSats: pro, paidCents: 49_900n });
  expect(contract).toMatchObject({ startsAt: now, endsAt: new Date("2026-03-31T09:00:00Z") });
  expect(source).toMatchObject({ id: contract.id, userId: request.userId, kind: "contract" });
  expect(charge).toMatchObject({ userId: request.userId, sats: pro, cause: contract.id });
  expect(sale.priceSats).toBe(pro);
});

const standardFacts = facts();
const retired = facts({ retired: "starter-rig", frozen: request.userId });
const frozen = facts({ frozen: request.userId });

test.each([
  ["a retired plan", retired, { priceSats: 1n }, "plan_retired"],
  ["an unknown plan", standardFacts, { planId: "free-rig" }, "plan_retired"],
  ["another price than the user saw", frozen, { priceSats: starter - 1n }, "price_changed"],
  ["a frozen account", frozen, { priceSats: starter }, "account_frozen"],
])("%s is refused", (_, state, purchase, code) => {
  expect(() => decide(state, purchase)).toThrow(expect.objectContaining({ code }) as Error);
});

test("only the refused purchases are excluded from a batch", () => {
  const purchases = [{}, { priceSats: 1n }, { priceSats: starter }, { planId: "free-rig" }];
  expect(() =>
    decideAll("batch", purchases, (purchase) => decide(standardFacts, purchase)),
  ).toThrow(expect.objectContaining({ places: new Set([1, 3]) }) as Error);
});
