/**
 * Chooses the coins to send to the cold wallet: the fewest, largest first, that cover the amount
 * above `keep`. The rest of the last coin becomes change. Pure.
 */
import { dustLimitSats } from "#bitcoin";
import { mulDiv } from "#money";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import { virtualSizeOf } from "../coins/weights.ts";

export const MOVED_COINS_MAX = 50;

export interface SurplusPlan<Coin> {
  readonly coins: readonly Coin[];
  readonly coinsSats: bigint;
  /** Amount that the cold wallet receives. */
  readonly amountSats: bigint;
  /** 0 if there is no change output. */
  readonly changeSats: bigint;
  readonly minerFeeSats: bigint;
  readonly virtualSize: bigint;
}

/**
 * Returns the coins and the fee, or undefined if no transaction is worthwhile. `largest` must be
 * sorted largest first.
 */
export function planSurplus<Coin extends { readonly amountSats: bigint }>(
  largest: readonly Coin[],
  of: {
    readonly surplusSats: bigint;
    readonly scriptHex: string;
    readonly feeRateSatsPerKvb: bigint;
  },
): SurplusPlan<Coin> | undefined {
  const coins: Coin[] = [];
  let coinsSats = 0n;
  for (const coin of largest.slice(0, MOVED_COINS_MAX)) {
    if (coinsSats >= of.surplusSats) break;
    coins.push(coin);
    coinsSats += coin.amountSats;
  }
  if (coins.length === 0) return undefined;
  const priceSurplus = (changeOutputs: number) => {
    const shape = { inputs: coins.length, destinationScripts: [of.scriptHex], changeOutputs };
    const virtualSize = virtualSizeOf(shape);
    return { virtualSize, minerFeeSats: mulDiv(virtualSize, of.feeRateSatsPerKvb, 1_000n, "up") };
  };
  const plan = { coins, coinsSats };
  const withChange = priceSurplus(1);
  const changeSats = coinsSats - of.surplusSats - withChange.minerFeeSats;
  const whole =
    changeSats >= dustLimitSats("p2wpkh")
      ? { ...plan, ...withChange, changeSats, amountSats: of.surplusSats }
      : {
          ...plan,
          ...priceSurplus(0),
          changeSats: 0n,
          amountSats: coinsSats - priceSurplus(0).minerFeeSats,
        };
  const isWorth = whole.amountSats >= dustLimitSats("p2wsh");
  return isWorth && whole.minerFeeSats <= BUMPED_MINER_FEE_SATS_MAX ? whole : undefined;
}
