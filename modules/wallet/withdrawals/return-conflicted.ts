/** Refunds a conflicted payment that a mined transaction has permanently replaced. */
import type { Transfer } from "#ledger";
import { derivedUuid, newUuid, type DatabaseTransaction } from "#platform";
import { recount } from "#treasury";
import { isGone } from "#users";
import { ownAccount, repayFromReturned } from "../books/claw-back.ts";
import { feeShortageLegs } from "../books/fee-shortage.ts";
import { returnLegs, unsettleLegs } from "../books/withdrawal-legs.ts";
import { releaseCoins } from "../chain/coins-table.ts";
import { returnFeeBumps } from "./end-fee-bumps.ts";
import { steps } from "./withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalChange, type WithdrawalRow } from "./withdrawals-table.ts";

/**
 * Returns the legs that refund the payment, even if it was settled, and the legs that repay the
 * owner's debt from the refund. Returns undefined if the payment is no longer conflicted.
 */
export async function returnConflicted(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  change: WithdrawalChange = {},
): Promise<readonly Transfer[] | undefined> {
  const { id, book, purpose, amountSats } = withdrawal;
  const returned = { ...change, book: "returned", settledFeeSats: null } as const;
  if (!(await moveWithdrawal(tx, id, steps.return, returned))) return undefined;
  await releaseCoins(tx, id);
  // Each reversal has its own ids, because deep reorgs can reverse the payment repeatedly.
  const round = newUuid();
  const feeBumpLegs = await returnFeeBumps(tx, withdrawal, round);
  const legs = [
    ...(book === "posted"
      ? await unsettle(tx, withdrawal, { feeBumpLegs, round })
      : returnLegs(withdrawal)),
    ...feeBumpLegs,
  ];
  if (purpose === "faucet") return legs;
  const back = { ...withdrawal, amountSats: amountSats + sumOf(feeBumpLegs) };
  const repayment = await repayFromReturned(tx, back, round);
  return [...legs, ...repayment, ...(await leftLegs(tx, back, { repayment, round }))];
}

function sumOf(legs: readonly Transfer[]): bigint {
  return legs.reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * Returns the legs for a deleted owner. If the owner was deleted after the payment was settled, the
 * refund goes to the treasury, as deposits do.
 */
async function leftLegs(
  tx: DatabaseTransaction,
  { id, userId, amountSats }: WithdrawalRow,
  { repayment, round }: { readonly repayment: readonly Transfer[]; readonly round: string },
): Promise<Transfer[]> {
  if (!(await isGone(tx, userId))) return [];
  const amount = amountSats - sumOf(repayment);
  if (amount === 0n) return [];
  return [
    {
      id: derivedUuid(id, "left", round),
      debit: ownAccount(userId),
      credit: ownAccount(null),
      amount,
      code: "treasury_transfer",
      cause: id,
    },
  ];
}

/**
 * Returns the legs that reverse the settlement. Uses the posted amounts, even if a different
 * version of the payment is current.
 */
async function unsettle(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
  { feeBumpLegs, round }: { readonly feeBumpLegs: readonly Transfer[]; readonly round: string },
): Promise<readonly Transfer[]> {
  const { id, purpose, feeSats } = withdrawal;
  const minerFeeSats = settledFeeSatsOf(withdrawal);
  const neededSats = purpose === "user" ? feeSats + sumOf(feeBumpLegs) - minerFeeSats : 0n;
  await recount(tx);
  return [
    ...(await feeShortageLegs(tx, { id, neededSats, what: round })),
    ...unsettleLegs({ ...withdrawal, minerFeeSats }, round),
  ];
}

export function settledFeeSatsOf({ id, settledFeeSats }: WithdrawalRow): bigint {
  if (settledFeeSats === null) throw new Error(`${id} is not settled in the books`);
  return settledFeeSats;
}

export function requireSigned<Row extends WithdrawalRow>(
  withdrawal: Row,
): Row & { readonly minerFeeSats: bigint } {
  const { minerFeeSats } = withdrawal;
  if (minerFeeSats === null) throw new Error(`${withdrawal.id} has no miner fee`);
  return { ...withdrawal, minerFeeSats };
}
