/**
 * Buys a 30-day contract from the balance. One purchase per Idempotency-Key, however often it is
 * sent; the price is the one the user saw or the purchase is refused.
 */
import {
  failpoint,
  runOnce,
  type Bus,
  type Clock,
  type Database,
  type IdempotentRequest,
  type PayGate,
} from "#platform";
import { charge } from "./charge.ts";
import { insertContracts, type Contract } from "./contracts-table.ts";
import { insertEarners } from "./earners-table.ts";
import { lockMiner } from "./miners-table.ts";
import { plansAt } from "./plan-terms.ts";
import { PLANS, planOffer } from "./plans.ts";
import { assertMayBuy, type Gate } from "./purchase-gate.ts";
import { referenceValuesAt } from "#treasury";
import { miningRefusals } from "./refusals.ts";
import { soldContract } from "./sold-contract.ts";

export interface BuyParts extends Gate {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly payGate: PayGate;
}

export interface ContractPurchase {
  readonly request: IdempotentRequest;
  readonly planId: string;
  /** The price the user saw; no check without it. */
  readonly priceSats?: bigint | undefined;
}

/**
 * Throws `plan_unknown`, `pay_waits`, `plan_retired`, `price_changed`, `account_frozen`,
 * `sales_closed`, `insufficient_funds`.
 */
export async function buyContract(
  parts: BuyParts,
  { request, planId, priceSats }: ContractPurchase,
): Promise<Contract> {
  const { database, payGate, bus } = parts;
  const { userId } = request;
  const bought = await runOnce(database, request, async (tx): Promise<Contract> => {
    if (!PLANS.some(({ id }) => id === planId)) throw miningRefusals.plan_unknown();
    await lockMiner(tx, userId);
    const now = payGate.requireCheckedClock().now();
    const [plans, reference, isFrozen] = await Promise.all([
      plansAt(tx, now),
      referenceValuesAt(tx, now),
      parts.isFrozen(tx, userId),
    ]);
    const plan = plans.find(({ id }) => id === planId);
    if (!plan?.isOffered) throw miningRefusals.plan_retired();
    const offer = planOffer(plan, reference);
    if (priceSats !== undefined && priceSats !== offer.costSats)
      throw miningRefusals.price_changed({
        what: plan.name,
        priceSats: offer.costSats.toString(),
      });
    const { hashRate, milliseconds } = offer;
    await assertMayBuy(tx, parts, {
      isFrozen,
      now,
      hashRate,
      milliseconds,
      priceSats: offer.costSats,
      reference,
    });
    const sold = soldContract(request, { plan, offer, reference, now });
    await Promise.all([insertEarners(tx, [sold.earner]), insertContracts(tx, [sold.contract])]);
    charge(tx, sold.charge);
    failpoint("mining.contract-written");
    return sold.contract;
  });
  announcePurchase(bus, request);
  return bought;
}

/** After the commit. */
export function announcePurchase(bus: Bus, { userId }: IdempotentRequest): void {
  failpoint("mining.purchase-committed");
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "mining" });
}
