/**
 * Chooses the small coins to consolidate: the smallest half, so that payments can still use the
 * larger half. Pure.
 */
import { dustLimitSats } from "#bitcoin";
import { mulDiv } from "#money";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import { virtualSizeOf } from "../coins/weights.ts";

/**
 * About 3,500 virtual bytes per transaction. Building its PSBT takes a few hundredths of a second.
 */
export const CONSOLIDATED_COINS_MAX = 50;

export interface ConsolidationPlan<Coin> {
  readonly coins: readonly Coin[];
  readonly coinsSats: bigint;
  readonly minerFeeSats: bigint;
  readonly virtualSize: bigint;
}

/**
 * Returns the plan, or undefined if the coins are worth less than the miner's fee. `small` is
 * sorted smallest first and limited to the number of coins per consolidation; `count` is the number
 * of all small coins.
 */
export function planConsolidation<Coin extends { readonly amountSats: bigint }>(
  small: readonly Coin[],
  { count, feeRateSatsPerKvb }: { readonly count: number; readonly feeRateSatsPerKvb: bigint },
): ConsolidationPlan<Coin> | undefined {
  const inputs = Math.min(CONSOLIDATED_COINS_MAX, Math.floor(count / 2), small.length);
  if (inputs < 2) return undefined;
  const coins = small.slice(0, inputs);
  const virtualSize = virtualSizeOf({ inputs, destinationScripts: [], changeOutputs: 1 });
  const minerFeeSats = mulDiv(virtualSize, feeRateSatsPerKvb, 1_000n, "up");
  const coinsSats = coins.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  const isWorth = coinsSats - minerFeeSats >= dustLimitSats("p2wpkh");
  return isWorth && minerFeeSats <= BUMPED_MINER_FEE_SATS_MAX
    ? { coins, coinsSats, minerFeeSats, virtualSize }
    : undefined;
}
