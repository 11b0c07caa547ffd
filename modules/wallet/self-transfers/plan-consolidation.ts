/**
 * Chooses the small coins to consolidate: the smaller half, so that the larger half stays available
 * for payments. Pure.
 */
import { dustLimitSats } from "#bitcoin";
import { mulDiv } from "#money";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import { virtualSizeOf } from "../coins/weights.ts";

/**
 * 50 coins need about 3,500 virtual bytes. Building the PSBT takes a few hundredths of a second.
 */
export const CONSOLIDATED_COINS_MAX = 50;

export interface ConsolidationPlan<Coin> {
  readonly coins: readonly Coin[];
  readonly coinsSats: bigint;
  readonly minerFeeSats: bigint;
  readonly virtualSize: bigint;
}

/**
 * Returns the plan, or undefined if the coins are worth less than the miner's fee. `small` must be
 * sorted smallest first and contain at most the coins of one consolidation; `count` is the number
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
