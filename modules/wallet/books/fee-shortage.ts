/**
 * Covers a shortage in the fees account. Fees are swept to the treasury, so the account may be
 * empty when a payment needs fees back. This happens if a miner received more than the user paid,
 * or if a settled payment became impossible. The treasury then pays the difference. If the treasury
 * lacks coins, it owes the missing amount, so that the payment does not have to wait.
 */
import { accountBalance, houseAccount, type Transfer } from "#ledger";
import { derivedUuid, type DatabaseTransaction } from "#platform";
import { RECEIVABLE } from "./claw-back.ts";
import { addDebt } from "./debts-table.ts";

const FEES = houseAccount("fees", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

/**
 * Returns the legs that move missing fees from the treasury. Post them before the legs that need
 * `neededSats` from the fees account. If a concurrent transaction spends the balance before the
 * legs are posted, the ledger returns `insufficient` and the caller must repeat the whole
 * transaction.
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
  const short = neededSats - (await accountBalance(tx, FEES));
  if (short <= 0n) return [];
  const inTreasury = await accountBalance(tx, TREASURY);
  const brought = inTreasury < short ? inTreasury : short;
  const owed = short - brought;
  const legs: Transfer[] = [];
  if (brought > 0n)
    legs.push({
      id: derivedUuid(id, "fees-short", what),
      debit: TREASURY,
      credit: FEES,
      amount: brought,
      code: "treasury_transfer",
      cause: id,
    });
  if (owed > 0n) {
    legs.push({
      id: derivedUuid(id, "fees-owed", what),
      debit: RECEIVABLE,
      credit: FEES,
      amount: owed,
      code: "receivable",
      cause: id,
    });
    await addDebt(tx, { account: TREASURY, userId: null }, owed);
  }
  return legs;
}
