/**
 * Fees are swept to the treasury, so they may be gone when a payment needs some back: a miner paid
 * more than the user did, or a settled payment became impossible. The treasury brings them.
 */
import { accountBalance, houseAccount, type Transfer } from "#ledger";
import { derivedUuid, type DatabaseTransaction } from "#platform";

const FEES = houseAccount("fees", "BTC");

/**
 * Legs to post before those that need so many satoshis of the fees. A balance read here can be
 * swept before: the ledger then answers `insufficient`, and the whole transaction is to be
 * repeated.
 */
export async function feeShortageLegs(
  tx: DatabaseTransaction,
  {
    id,
    neededSats,
    what,
  }: { readonly id: string; readonly neededSats: bigint; readonly what: string },
): Promise<Transfer[]> {
  if (neededSats <= 0n) return [];
  const amount = neededSats - (await accountBalance(tx, FEES));
  if (amount <= 0n) return [];
  return [
    {
      id: derivedUuid(id, "fees-short", what),
      debit: houseAccount("treasury", "BTC"),
      credit: FEES,
      amount,
      code: "treasury_transfer",
      cause: id,
    },
  ];
}
