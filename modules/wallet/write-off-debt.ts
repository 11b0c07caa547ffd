/**
 * A debt that nobody will repay: the treasury bears it. What is written off is never more than what
 * is owed at that moment.
 */
import { houseAccount, type Transfer } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { derivedUuid, type DatabaseTransaction, type Queryable } from "#platform";
import { recount } from "#treasury";
import { ownAccount } from "./books/claw-back.ts";
import { lockDebt, owedSatsOf, reduceDebt } from "./books/debts-table.ts";
import { refuse } from "./terms/refusals.ts";

interface WriteOff {
  /** Of what decided it: the same transfer however often it is tried. */
  readonly id: string;
  readonly userId: string;
  readonly amountSats: bigint;
}

/** Throws 409 `owes_less`. */
export async function refuseBeyondDebt(
  queryable: Queryable,
  { userId, amountSats }: Omit<WriteOff, "id">,
): Promise<void> {
  throwIfLess(await owedSatsOf(queryable, userId), amountSats);
}

/**
 * The leg to be posted last; the debt's row is locked. To be asked before an audit entry is
 * written, as whoever rejects a withdrawal does. Throws 409 `owes_less`.
 */
export async function writeOffDebt(
  tx: DatabaseTransaction,
  { id, userId, amountSats }: WriteOff,
): Promise<Transfer> {
  // The debt is among the obligations and the treasury among what covers them: both change.
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
