/**
 * Reverses a credit without making the user's balance negative. Debits the available balance first
 * and records any remainder as a debt, which the user's next income repays. Posted ledger entries
 * are never edited; compensating entries are added instead.
 */
import {
  accountBalance,
  houseAccount,
  outsideAccount,
  userAccount,
  type Transfer,
  type TransferCode,
} from "#ledger";
import { derivedUuid, type DatabaseTransaction } from "#platform";
import { addDebt, lockDebt, reduceDebt } from "./debts-table.ts";

/**
 * Ledger account whose negative balance is the total of all debts. It has no lower limit, because
 * any block may have to be undone.
 */
export const RECEIVABLE = houseAccount("receivable", "BTC");

export interface Claim {
  /** Id of the deposit or withdrawal whose posting is reversed. */
  readonly id: string;
  /** Distinguishes repeated claims on the same deposit or withdrawal. */
  readonly round: string;
  /** Id of the user; null for the treasury. */
  readonly userId: string | null;
  readonly amountSats: bigint;
  /** Id of the deposit, withdrawal or payment that made the reversal necessary. */
  readonly cause: string;
  /** Transfer code of the legs; `deposit_reversal` by default. */
  readonly code?: TransferCode;
  /**
   * Account to credit. Defaults to the chain account, for coins that left the chain or never
   * arrived.
   */
  readonly to?: string;
}

export function ownAccount(userId: string | null): string {
  return userId === null
    ? houseAccount("treasury", "BTC")
    : userAccount(userId, "available", "BTC");
}

/**
 * Returns the legs that reverse the claims, and records the uncovered remainder as debt. If a
 * concurrent transaction spends the balance before the legs are posted, the ledger returns
 * `insufficient` and the caller must repeat the whole transaction.
 */
export async function clawBack(
  tx: DatabaseTransaction,
  claims: readonly Claim[],
): Promise<Transfer[]> {
  const remainingOf = new Map<string, bigint>();
  const legs: Transfer[] = [];
  for (const claim of claims) {
    const account = ownAccount(claim.userId);
    const available = remainingOf.get(account) ?? (await accountBalance(tx, account));
    const clawedSats = available < claim.amountSats ? available : claim.amountSats;
    const owed = claim.amountSats - clawedSats;
    remainingOf.set(account, available - clawedSats);
    const leg = { credit: claim.to ?? outsideAccount("chain"), cause: claim.cause };
    if (clawedSats > 0n)
      legs.push({
        ...leg,
        id: derivedUuid(claim.id, "taken", claim.round),
        debit: account,
        amount: clawedSats,
        code: claim.code ?? "deposit_reversal",
      });
    if (owed > 0n) {
      legs.push({
        ...leg,
        id: derivedUuid(claim.id, "owed", claim.round),
        debit: RECEIVABLE,
        amount: owed,
        code: "receivable",
      });
      await addDebt(tx, { account, userId: claim.userId }, owed);
    }
  }
  return legs;
}

/**
 * Returns the leg that repays the account's debt from new income, or no leg without a debt. `payer`
 * is the account that holds the income, if different from the debtor's account.
 */
export async function repayDebt(
  tx: DatabaseTransaction,
  income: Claim,
  payer = ownAccount(income.userId),
): Promise<readonly Transfer[]> {
  const account = ownAccount(income.userId);
  const owed = await lockDebt(tx, account);
  const amount = owed < income.amountSats ? owed : income.amountSats;
  if (amount === 0n) return [];
  await reduceDebt(tx, account, amount);
  return [
    {
      id: derivedUuid(income.id, "repaid", income.round),
      debit: payer,
      credit: RECEIVABLE,
      amount,
      code: "receivable_repayment",
      cause: income.cause,
    },
  ];
}

/**
 * Returns the legs that repay the owner's debt from a withdrawal that is refunded in the same
 * ledger event.
 */
export function repayFromReturned(
  tx: DatabaseTransaction,
  withdrawal: { readonly id: string; readonly userId: string; readonly amountSats: bigint },
  round = "return",
): Promise<readonly Transfer[]> {
  const { id, userId, amountSats } = withdrawal;
  return repayDebt(tx, { id, round, userId, amountSats, cause: id });
}
