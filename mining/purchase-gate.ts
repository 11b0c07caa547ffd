/**
 * What must hold before anything is sold: the buyer is not frozen, and the house can pay for all that it has sold and for this
 * too. Sales stand in line for the second question; each is counted before the next is asked.
 */
import type { DatabaseTransaction } from "#platform";
import { maySell } from "./cover.ts";
import type { OnDemandSats, Sale } from "./house-funds.ts";
import { lockMiner } from "./miners-table.ts";
import { miningRefusals } from "./refusals.ts";

/** Whether the chain took back coins that the user had; the wallet knows. */
export type IsFrozen = (tx: DatabaseTransaction, userId: string) => Promise<boolean>;

export interface Gate {
  readonly isFrozen: IsFrozen;
  readonly onDemandSats: OnDemandSats;
}

interface Buyer {
  readonly userId: string;
  readonly now: Date;
}

/** Throws `account_frozen` or `sales_closed`. Until the end of the transaction nothing else is sold: little may follow. */
export async function assertMayBuy(
  tx: DatabaseTransaction,
  { isFrozen, onDemandSats: onDemand }: Gate,
  { userId, now, ...offered }: Buyer & Omit<Sale, "onDemandSats">,
): Promise<void> {
  if (await isFrozen(tx, userId)) throw miningRefusals.account_frozen();
  const sale = { ...offered, onDemandSats: 0n };
  if (!(await maySell(tx, { now, onDemand, sale }))) throw miningRefusals.sales_closed();
}

/** The same question for who sells machines, several as one sale. To be asked before any of them is installed. */
export async function mayInstall(
  tx: DatabaseTransaction,
  onDemand: OnDemandSats,
  { userId, now, ...offered }: Buyer & Omit<Sale, "milliseconds">,
): Promise<boolean> {
  // As every other purchase: the miner first, then the cover.
  await lockMiner(tx, userId);
  return maySell(tx, { now, onDemand, sale: { ...offered, milliseconds: null } });
}
