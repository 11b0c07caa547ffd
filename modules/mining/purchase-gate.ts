/** A sale of hash rate needs cover: the operator can pay for all that was sold and for this. */
import type { DatabaseTransaction, PayGate } from "#platform";
import { maySell, type ReferenceValues, type Sale, type Treasury } from "#treasury";
import { lockMiner } from "./miners-table.ts";
import { miningRefusals } from "./refusals.ts";

export interface SaleDeps {
  /** The users from whom the chain took back coins that they had spent; the wallet knows. */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly treasury: Treasury;
  readonly payGate: PayGate;
}

interface Selling {
  readonly now: Date;
  /** In force then. */
  readonly reference: ReferenceValues;
  readonly sale: Sale;
}

/** Throws `sales_closed`. */
export async function assertCovered(
  tx: DatabaseTransaction,
  { treasury }: Pick<SaleDeps, "treasury">,
  { now, reference, sale }: Selling,
): Promise<void> {
  if (!(await maySell(tx, treasury, { now, reference, sale }))) throw miningRefusals.sales_closed();
}

/**
 * The same check for the seller of machines, several as one sale. To be made before any of them is
 * installed.
 */
export async function mayInstall(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { userId, ...selling }: Selling & { readonly userId: string },
): Promise<boolean> {
  // As every other purchase: the miner first, then the cover.
  await lockMiner(tx, userId);
  return maySell(tx, treasury, selling);
}
