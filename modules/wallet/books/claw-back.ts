/**
 * Taking credited money back without ever making a user's balance negative: what is there is taken,
 * the rest becomes a debt that whatever comes in next repays. Compensating entries only; nothing
 * posted is edited.
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

/** Below zero: what could not be taken back. Without a floor, so that any block can be undone. */
export const RECEIVABLE = houseAccount("receivable", "BTC");

export interface Claim {
  /** The deposit or withdrawal the money was booked for. */
  readonly id: string;
  /** Tells several claims on one id apart. */
  readonly round: string;
  /** null: the treasury. */
  readonly userId: string | null;
  readonly amountSats: bigint;
  /** What it is about. */
  readonly cause: string;
  /** A deposit taken back unless told. */
  readonly code?: TransferCode;
  /** Where it goes: the chain, for coins that left it or never came, unless told. */
  readonly to?: string;
}

export function ownAccount(userId: string | null): string {
  return userId === null
    ? houseAccount("treasury", "BTC")
    : userAccount(userId, "available", "BTC");
}

/**
 * Legs that take the claims back; records what stays owed. A balance read here can be spent by
 * somebody else before the legs are posted: the ledger then answers `insufficient`, and the whole
 * transaction is to be repeated.
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
 * The leg that repays a debt of the account out of fresh income, which may have gone to another
 * one; none without a debt.
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

/** Of a withdrawal whose money is back in the same event of the ledger, in that round. */
export function repayFromReturned(
  tx: DatabaseTransaction,
  withdrawal: { readonly id: string; readonly userId: string; readonly amountSats: bigint },
  round = "return",
): Promise<readonly Transfer[]> {
  const { id, userId, amountSats } = withdrawal;
  return repayDebt(tx, { id, round, userId, amountSats, cause: id });
}
