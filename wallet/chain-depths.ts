/** How deep is deep enough. One confirmation is the block itself: a transaction in the tip has 1. */

/** Deposits and withdrawals count from here, also on testnet4 with its block storms. */
export const CONFIRMATIONS = 6;

/** COINBASE_MATURITY of Bitcoin's consensus rules. */
export const COINBASE_CONFIRMATIONS = 100;

/** A deeper reorg is not followed without a person. */
export const REORG_DEPTH_MAX = 144;

/** Confirmations of something in the block at `height`; 0 outside the chain. */
export function confirmationsAt(tipHeight: number, height: number | null): number {
  return height === null || height > tipHeight ? 0 : tipHeight - height + 1;
}

export function confirmationsRequired(deposit: { readonly isCoinbase: boolean }): number {
  return deposit.isCoinbase ? COINBASE_CONFIRMATIONS : CONFIRMATIONS;
}
