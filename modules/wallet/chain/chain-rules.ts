/** Chain rules: required confirmations, and whether payments may be sent now. Pure. */
import type { Cursor } from "./chain-table.ts";

/**
 * Required confirmations of a deposit or withdrawal. The block that contains the transaction is the
 * first confirmation. Testnet4 needs the same number, despite its block storms.
 */
export const CONFIRMATIONS = 6;

/** Bitcoin's consensus constant COINBASE_MATURITY. */
export const COINBASE_CONFIRMATIONS = 100;

/** Required confirmations before the wallet spends a coin, by kind of coin. */
export interface CoinAges {
  readonly deposit: number;
  readonly change: number;
  readonly coinbase: number;
}

const SETTLED: CoinAges = {
  deposit: COINBASE_CONFIRMATIONS,
  change: 1,
  coinbase: COINBASE_CONFIRMATIONS,
};

/**
 * Required confirmations for the regular coin selection and for the fallback `fresh`. The fallback
 * includes deposits that a deep reorg could still remove, which would invalidate the payment.
 */
export const COIN_AGES = {
  settled: SETTLED,
  fresh: { ...SETTLED, deposit: CONFIRMATIONS },
} as const satisfies Readonly<Record<string, CoinAges>>;

/**
 * Returns the confirmations of a transaction in the block at `height`, or 0 if `height` is null or
 * above the tip.
 */
export function confirmationsAt(tipHeight: number, height: number | null): number {
  return height === null || height > tipHeight ? 0 : tipHeight - height + 1;
}

export function confirmationsRequired(deposit: { readonly isCoinbase: boolean }): number {
  return deposit.isCoinbase ? COINBASE_CONFIRMATIONS : CONFIRMATIONS;
}

/** Returns the explanation that users see while payments are paused, otherwise undefined. */
export function pauseReasonOf(
  cursor:
    | Pick<Cursor, "haltedReason" | "unexplainedSats" | "lockedReason" | "ledgerProblem">
    | undefined,
): string | undefined {
  if (!cursor) return "The wallet has not read the chain yet. Please try again in a moment.";
  if (cursor.lockedReason !== null)
    return "Payments wait until an administrator has compared the books with the chain, as after a restore. Your balance is not affected.";
  if (cursor.ledgerProblem !== null)
    return "The ledger verification found an error. Withdrawals are paused until an administrator has resolved it.";
  if (cursor.haltedReason !== null)
    return "The chain changed in a way that an administrator must check first. Your balance is not affected.";
  if (cursor.unexplainedSats === null)
    return "The books are being compared with the coins on the chain. Please try again in a moment.";
  if (cursor.unexplainedSats !== 0n)
    return "The books and the coins on the chain do not match. Withdrawals are paused until an administrator has found out why.";
  return undefined;
}

/**
 * Returns whether, since `openedAt`, the watcher has read the chain to its tip and compared it with
 * the ledger. Until then, the database may be an older copy, so its payment states cannot be
 * trusted.
 */
export function isFollowedSince(
  cursor: Pick<Cursor, "followedAt"> | undefined,
  openedAt: Date,
): boolean {
  const followedAt = cursor?.followedAt;
  return followedAt !== null && followedAt !== undefined && followedAt >= openedAt;
}
