/**
 * Returns the users' BTC balances in the ledger. Held coins include open withdrawals and the
 * principal of stakes and investments.
 */
import { balancesOfUsers } from "#ledger";
import type { OwedTo } from "#treasury";

export const walletOwedTo: OwedTo = async (queryable, _, userIds) => {
  const balances = await balancesOfUsers(queryable, userIds);
  return new Map(
    [...balances].map(([userId, { availableSats, heldSats }]) => [
      userId,
      availableSats + heldSats,
    ]),
  );
};
