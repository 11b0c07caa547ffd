/**
 * Buys 30-day contracts from the balance, one or a batch. One purchase per Idempotency-Key, however
 * often it is sent; the price is the one the user saw or the purchase is refused.
 */
import { post } from "#ledger";
import {
  decideBatch,
  excludeFromBatch,
  failpoint,
  NotBatchable,
  runOnce,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { maySell, type Sale } from "#treasury";
import { chargeAtCommit, chargeOf } from "./charge.ts";
import {
  decidePurchase,
  purchaseFacts,
  type ContractPurchase,
  type SoldContract,
} from "./contract-purchase.ts";
import { insertContracts, type Contract } from "./contracts-table.ts";
import { insertHashRateSources } from "./hash-rate-sources-table.ts";
import { lockIdleMiners, lockMiner } from "./miners-table.ts";
import { PLANS } from "./plans.ts";
import { assertCovered, type SaleDeps } from "./purchase-gate.ts";
import { miningRefusals } from "./refusals.ts";

export interface BuyDeps extends SaleDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

/**
 * Throws `plan_unknown`, `pay_waits`, the refusals of `decidePurchase`, `sales_closed` and
 * `insufficient_funds`.
 */
export async function buyContract(deps: BuyDeps, purchase: ContractPurchase): Promise<Contract> {
  const { request, planId } = purchase;
  const contract = await runOnce(deps.database, request, async (tx) => {
    if (!PLANS.some(({ id }) => id === planId)) throw miningRefusals.plan_unknown();
    await lockMiner(tx, request.userId);
    const facts = await purchaseFacts(tx, deps, [request.userId]);
    const sold = decidePurchase(facts, purchase);
    await assertCovered(tx, deps, { ...facts, sale: sold.sale });
    await insertSold(tx, [sold]);
    chargeAtCommit(tx, sold.charge);
    failpoint("mining.contract-written");
    return sold.contract;
  });
  publishPurchase(deps.bus, request);
  return contract;
}

/**
 * Contracts of different users in one transaction, with the same effects as singly. Throws
 * `NotBatchable` for purchases that would be refused and for users whose miner is locked; for all
 * of them when cover is short. Throws `pay_waits`.
 */
export async function buyContractBatch(
  tx: DatabaseTransaction,
  deps: SaleDeps,
  purchases: readonly ContractPurchase[],
): Promise<readonly Contract[]> {
  const userIds = purchases.map(({ request }) => request.userId);
  const idle = new Set((await lockIdleMiners(tx, userIds)).map(({ userId }) => userId));
  excludeFromBatch(userIds, (userId) => !idle.has(userId));
  const facts = await purchaseFacts(tx, deps, userIds);
  const sold = decideBatch(purchases, (purchase) => decidePurchase(facts, purchase));
  const sale = sumOf(sold.map((one) => one.sale));
  if (!(await maySell(tx, deps.treasury, { ...facts, sale })))
    throw new NotBatchable(purchases.keys());
  const charges = sold.map(({ charge }) => [chargeOf(charge)]);
  const [, results] = await Promise.all([insertSold(tx, sold), post(tx, charges)]);
  excludeFromBatch(results, ([result]) => result !== "ok" && result !== "exists");
  failpoint("mining.contract-written");
  return sold.map(({ contract }) => contract);
}

async function insertSold(tx: DatabaseTransaction, sold: readonly SoldContract[]): Promise<void> {
  const sources = sold.map(({ earner: source }) => source);
  const contracts = sold.map(({ contract }) => contract);
  await Promise.all([insertHashRateSources(tx, sources), insertContracts(tx, contracts)]);
}

function sumOf(sales: readonly Sale[]): Sale {
  const sum = (of: (sale: Sale) => bigint) => sales.reduce((total, sale) => total + of(sale), 0n);
  return {
    priceSats: sum(({ priceSats }) => priceSats),
    owedSats: sum(({ owedSats }) => owedSats),
    dueSats: sum(({ dueSats }) => dueSats),
  };
}

/** After the commit. */
export function publishPurchase(bus: Bus, { userId }: IdempotentRequest): void {
  failpoint("mining.purchase-committed");
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "mining" });
}
