/** What must hold before anything is sold: the buyer is not frozen and the house can pay for what it has sold already. */
import type { DatabaseTransaction } from "#platform";
import { isCovered } from "./house-funds.ts";
import { miningRefusals } from "./refusals.ts";

/** Whether the chain took back coins that the user had; the wallet knows. */
export type IsFrozen = (tx: DatabaseTransaction, userId: string) => Promise<boolean>;

/** Throws `account_frozen` or `sales_closed`. */
export async function assertMayBuy(
  tx: DatabaseTransaction,
  buyer: { readonly userId: string; readonly now: Date; readonly isFrozen: IsFrozen },
): Promise<void> {
  if (await buyer.isFrozen(tx, buyer.userId)) throw miningRefusals.account_frozen();
  if (!(await isCovered(tx, buyer.now))) throw miningRefusals.sales_closed();
}
