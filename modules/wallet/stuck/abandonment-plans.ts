/** Calculates the cost of abandoning an unmined payment at a given fee rate. */
import { parseTransaction } from "#bitcoin";
import type { Queryable } from "#platform";
import { findCoins, type CoinRow } from "../chain/coins-table.ts";
import { UNMINED } from "../self-transfers/self-transfer-states.ts";
import { planAbandonment, type StuckPlan } from "./plan-stuck.ts";
import { buildersOf, type StuckPayment } from "./stuck-payment.ts";

export interface AbandonmentPlans {
  /** The payment's fee rate in sat/vB, which the abandonment must exceed. */
  readonly presentRate: number;
  at(feeRateSatsPerVb: number): StuckPlan<CoinRow> | undefined;
}

/**
 * Returns the plans. Returns undefined for faucet grants, if one of the payment's coins is not in a
 * block, or if another payment spends the payment's change and would become impossible.
 */
export async function abandonmentPlans(
  queryable: Queryable,
  payment: StuckPayment,
): Promise<AbandonmentPlans | undefined> {
  const { batch, transaction, attempts } = payment;
  if (batch.some(({ purpose }) => purpose !== "user")) return undefined;
  const coins = await itsCoins(queryable, payment);
  const cpfpSats = await feesOfCpfp(queryable, payment);
  if (!coins || cpfpSats === undefined) return undefined;
  const before = attempts.filter(
    ({ kind, state }) => kind === "abandonment" && UNMINED.some((one) => one === state),
  );
  const fees = [transaction.minerFeeSats + cpfpSats, ...before.map((one) => one.minerFeeSats)];
  const replacedSats = fees.reduce((most, one) => (one > most ? one : most));
  const rates = [transaction, ...before].map(
    ({ minerFeeSats, virtualSize }) => Number(minerFeeSats) / virtualSize,
  );
  const paysCount = batch.length;
  return {
    presentRate: Math.max(...rates),
    at: (feeRateSatsPerVb) => planAbandonment(coins, { replacedSats, paysCount, feeRateSatsPerVb }),
  };
}

/**
 * Returns the payment's coins. Returns undefined unless all of them belong to the wallet, are in
 * the chain and are reserved for the payment.
 */
export async function itsCoins(
  queryable: Queryable,
  { batch: [first], transaction }: Pick<StuckPayment, "batch" | "transaction">,
): Promise<CoinRow[] | undefined> {
  const { inputs } = parseTransaction(transaction.rawHex);
  const outpoints = inputs.map(({ txid, outputIndex: vout }) => ({ txid, vout }));
  const coins = (await findCoins(queryable, outpoints)).filter(
    ({ height, spentTxid, reservedBy }) =>
      height !== null && spentTxid === null && reservedBy === first.id,
  );
  return coins.length === inputs.length ? coins : undefined;
}

/**
 * Returns the total fees of the payment's CPFP transactions. Returns undefined if any other
 * transaction spends an output of these transactions or of the payment.
 */
async function feesOfCpfp(
  queryable: Queryable,
  { transaction, attempts }: StuckPayment,
): Promise<bigint | undefined> {
  const cpfpTxids = new Set(attempts.filter(isCpfp).map(({ txid }) => txid));
  const chain = [transaction];
  for (const { txid } of chain) chain.push(...(await buildersOf(queryable, txid)));
  const builders = chain.slice(1);
  if (builders.some(({ txid }) => !cpfpTxids.has(txid))) return undefined;
  return builders.reduce((sum, { minerFeeSats }) => sum + minerFeeSats, 0n);
}

function isCpfp({ kind }: { readonly kind: string }): boolean {
  return kind === "child";
}
