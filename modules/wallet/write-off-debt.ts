/**
 * Writes off a debt that will not be repaid, at the treasury's expense. The amount never exceeds
 * the current debt.
 */
import { houseAccount, type Transfer } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { derivedUuid, type DatabaseTransaction, type Queryable } from "#platform";
import { recount } from "#treasury";
import { ownAccount } from "./books/claw-back.ts";
import { lockDebt, owedSatsOf, reduceDebt } from "./books/debts-table.ts";
import { refuse } from "./terms/refusals.ts";

interface WriteOff {
  /** Id of the administrator's decision, so that a repeated attempt creates the same transfer. */
  readonly id: string;
  readonly userId: string;
  readonly amountSats: bigint;
}

/** Throws 409 `owes_less` if the amount exceeds the debt. */
export async function refuseBeyondDebt(
  queryable: Queryable,
  { userId, amountSats }: Omit<WriteOff, "id">,
): Promise<void> {
  throwIfLess(await owedSatsOf(queryable, userId), amountSats);
}

/**
 * Locks the debt's row and returns the leg, which the caller posts last. As with the rejection of a
 * withdrawal, call this before the audit entry is written. Throws 409 `owes_less`.
 */
export async function writeOffDebt(
  tx: DatabaseTransaction,
  { id, userId, amountSats }: WriteOff,
): Promise<Transfer> {
  // The write-off changes the obligations and also the treasury that covers them.
  await recount(tx);
  const account = ownAccount(userId);
  throwIfLess(await lockDebt(tx, account), amountSats);
  await reduceDebt(tx, account, amountSats);
  return {
    id: derivedUuid(id, "write-off"),
    debit: houseAccount("treasury", "BTC"),
    credit: houseAccount("receivable", "BTC"),
    amount: amountSats,
    code: "debt_write_off",
    cause: id,
  };
}

function throwIfLess(owedSats: bigint, amountSats: bigint): void {
  if (owedSats < amountSats) throw refuse.owes_less({ owed: formatAmount(owedSats, BTC_DECIMALS) });
}
