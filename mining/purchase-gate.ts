/**
 * What must hold before anything is sold: the buyer is not frozen, and the house can pay for all
 * that it has sold and for this too.
 */
import type { DatabaseTransaction } from "#platform";
import { maySell, type ReferenceValues, type Sale, type Treasury } from "#treasury";
import { lockMiner } from "./miners-table.ts";
import { saleOf, type HashRateSale } from "./promises.ts";
import { miningRefusals } from "./refusals.ts";

/** Whether the chain took back coins that any of the users had; the wallet knows. */
export type IsFrozen = (tx: DatabaseTransaction, ...userIds: readonly string[]) => Promise<boolean>;

export interface Gate {
  readonly isFrozen: IsFrozen;
  readonly treasury: Treasury;
}

interface Moment {
  readonly now: Date;
  /** In force then. */
  readonly reference: ReferenceValues;
}

/** Throws `account_frozen` or `sales_closed`. */
export async function assertMayBuy(
  tx: DatabaseTransaction,
  { treasury }: Pick<Gate, "treasury">,
  { isFrozen, now, reference, ...offered }: Moment & HashRateSale & { readonly isFrozen: boolean },
): Promise<void> {
  if (isFrozen) throw miningRefusals.account_frozen();
  const sale = saleOf(offered, reference);
  if (!(await maySell(tx, treasury, { now, reference, sale }))) throw miningRefusals.sales_closed();
}

/**
 * The same question for who sells machines, several as one sale. To be asked before any of them is
 * installed.
 */
export async function mayInstall(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { userId, now, reference, sale }: Moment & { readonly userId: string; readonly sale: Sale },
): Promise<boolean> {
  // As every other purchase: the miner first, then the cover.
  await lockMiner(tx, userId);
  return maySell(tx, treasury, { now, reference, sale });
}
