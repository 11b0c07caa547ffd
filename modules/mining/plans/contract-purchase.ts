/**
 * Decides whether to sell a contract, and prepares the rows of the sale. The ledger checks the
 * balance, and the treasury checks that the platform can cover the sale.
 */
import { newId, transferIdOf, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { referenceValuesAt, type ReferenceValues, type Sale } from "#treasury";
import type { Charge } from "./charge.ts";
import type { Contract } from "./contracts-table.ts";
import type { NewHashRateSource } from "../accrual/hash-rate-sources-table.ts";
import { plansAt } from "./plan-terms.ts";
import { planOffer, type Plan } from "./plans.ts";
import { saleOf } from "./obligations.ts";
import type { SaleDeps } from "./purchase-gate.ts";
import { miningRefusals } from "../terms/refusals.ts";

export interface ContractPurchase {
  readonly request: IdempotentRequest;
  readonly planId: string;
  /** Price that the user saw. If unset, the price is not checked. */
  readonly priceSats?: bigint | undefined;
}

export interface PurchaseFacts {
  readonly now: Date;
  readonly plans: readonly Plan[];
  readonly reference: ReferenceValues;
  readonly frozen: ReadonlySet<string>;
}

export interface SoldContract {
  readonly source: NewHashRateSource;
  readonly contract: Contract;
  readonly charge: Charge;
  readonly sale: Sale;
}

/**
 * Reads the facts for a purchase. The caller must hold the locks of the buyers' miners. Throws
 * `pay_waits`.
 */
export async function purchaseFacts(
  tx: DatabaseTransaction,
  { payGate, frozenAmong }: Pick<SaleDeps, "payGate" | "frozenAmong">,
  userIds: readonly string[],
): Promise<PurchaseFacts> {
  const now = payGate.requireCheckedClock().now();
  const [plans, reference, frozen] = await Promise.all([
    plansAt(tx, now),
    referenceValuesAt(tx, now),
    frozenAmong(tx, userIds),
  ]);
  return { now, plans, reference, frozen };
}

/** Returns the rows of the sale. Throws `plan_retired`, `price_changed`, `account_frozen`. */
export function decidePurchase(
  { now, plans, reference, frozen }: PurchaseFacts,
  { request, planId, priceSats }: ContractPurchase,
): SoldContract {
  const { userId } = request;
  const plan = plans.find(({ id }) => id === planId);
  if (!plan?.isOffered) throw miningRefusals.plan_retired();
  const { name, powerKw } = plan;
  const { hashRate, milliseconds, costSats, costCents } = planOffer(plan, reference);
  if (priceSats !== undefined && priceSats !== costSats)
    throw miningRefusals.price_changed({ what: name, priceSats: costSats.toString() });
  if (frozen.has(userId)) throw miningRefusals.account_frozen();
  const id = newId("ctr", now);
  const purchase = {
    id,
    hashRate,
    startsAt: now,
    endsAt: new Date(now.getTime() + Number(milliseconds)),
    referenceId: reference.id,
    paidSats: costSats,
    paidCents: costCents,
  };
  return {
    source: { ...purchase, userId, kind: "contract" },
    contract: { ...purchase, planId, name, powerKw, postedSats: 0n, remainderNanosats: null },
    charge: {
      transferId: transferIdOf(request, "price"),
      userId,
      sats: costSats,
      code: "contract_purchase",
      cause: id,
      what: name,
    },
    sale: saleOf({ hashRate, milliseconds, priceSats: costSats }, reference),
  };
}
