/**
 * Which small coins become one: the smallest, half of all that are there, so that payments find the
 * others meanwhile. Pure.
 */
import { dustLimitSats } from "#bitcoin";
import { mulDiv } from "#money";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import { virtualSizeOf } from "../coins/weights.ts";

/** Some 3,500 virtual bytes, and a PSBT that is made in a few hundredths of a second. */
export const CONSOLIDATED_COINS_MAX = 50;

export interface ConsolidationPlan<Coin> {
  readonly coins: readonly Coin[];
  readonly coinsSats: bigint;
  readonly minerFeeSats: bigint;
  readonly virtualSize: bigint;
}

/**
 * `small`: smallest first, as many as are consolidated at most; `count`: how many there are of
 * them. Undefined when they would not even pay the miner.
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
