/**
 * Buys 30-day contracts from the balance, singly or in a batch. Requests with the same
 * Idempotency-Key buy once. A purchase is refused if the price has changed since the user saw it.
 */
import {
  decideAll,
  excludeFromBatch,
  failpoint,
  refuseAll,
  runSingle,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type IdempotentRequest,
  type RunMode,
  type UseCase,
} from "#platform";
import { maySell, type Sale } from "#treasury";
import { chargeAtCommit } from "./charge.ts";
import { decidePurchase, purchaseFacts, type ContractPurchase } from "./contract-purchase.ts";
import { insertContracts, type Contract } from "./contracts-table.ts";
import { insertHashRateSources } from "../accrual/hash-rate-sources-table.ts";
import { lockMiners } from "../accrual/miners-table.ts";
import { PLANS, type PlanFacts } from "./plans.ts";
import type { SaleDeps } from "./purchase-gate.ts";
import { miningRefusals } from "../terms/refusals.ts";

export interface BuyDeps extends SaleDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

export function contractPurchases(deps: BuyDeps): UseCase<ContractPurchase, Contract> {
  return {
    database: deps.database,
    run: (tx, purchases, mode) => buyContracts(tx, deps, purchases, mode),
    publish: ({ request }) => publishPurchase(deps.bus, request),
  };
}

export function buyContract(deps: BuyDeps, purchase: ContractPurchase): Promise<Contract> {
  return runSingle(contractPurchases(deps), purchase);
}

/**
 * Buys contracts. Throws `plan_unknown`, `pay_waits`, the refusals of `decidePurchase`,
 * `sales_closed` and `insufficient_funds`. If the platform cannot cover a whole batch, each
 * purchase is retried separately.
 */
export async function buyContracts(
  tx: DatabaseTransaction,
  deps: SaleDeps,
  purchases: readonly ContractPurchase[],
  mode: RunMode,
): Promise<readonly Contract[]> {
  decideAll(mode, purchases, ({ planId }) => findPlan(planId));
  const userIds = purchases.map(({ request }) => request.userId);
  await deps.settleEarnings(tx, userIds, mode);
  const locked = new Set((await lockMiners(tx, userIds, mode)).map(({ userId }) => userId));
  excludeFromBatch(userIds, (userId) => !locked.has(userId));
  const facts = await purchaseFacts(tx, deps, userIds);
  const sold = decideAll(mode, purchases, (purchase) => decidePurchase(facts, purchase));
  const sale = sumOf(sold.map((one) => one.sale));
  if (!(await maySell(tx, deps.treasury, { ...facts, sale })))
    await refuseAll(mode, purchases, miningRefusals.sales_closed);
  const sources = sold.map(({ source }) => source);
  const contracts = sold.map(({ contract }) => contract);
  await Promise.all([insertHashRateSources(tx, sources), insertContracts(tx, contracts)]);
  const charges = sold.map(({ charge }) => charge);
  chargeAtCommit(tx, mode, charges);
  failpoint("mining.contract-written");
  return contracts;
}

/** Returns the plan. Throws if the plan is unknown, before any lock is taken. */
function findPlan(planId: string): PlanFacts {
  const plan = PLANS.find(({ id }) => id === planId);
  if (!plan) throw miningRefusals.plan_unknown();
  return plan;
}

function sumOf(sales: readonly Sale[]): Sale {
  const sum = (of: (sale: Sale) => bigint) => sales.reduce((total, sale) => total + of(sale), 0n);
  return {
    priceSats: sum(({ priceSats }) => priceSats),
    owedSats: sum(({ owedSats }) => owedSats),
    dueSats: sum(({ dueSats }) => dueSats),
  };
}

/** Publishes the purchase event. Call this after the commit. */
export function publishPurchase(bus: Bus, { userId }: IdempotentRequest): void {
  failpoint("mining.purchase-committed");
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "mining" });
}
