/**
 * Plans a CPFP transaction (child pays for parent), which pays the miner for itself and its unmined
 * ancestors. It spends unmined change, plus one more coin if the change is too small, and has one
 * change output. Pure.
 */
import { dustLimitSats } from "#bitcoin";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import { virtualSizeOf } from "../coins/weights.ts";
import type { PackageFee } from "./unmined.ts";

interface Sized {
  readonly amountSats: bigint;
}

export interface StuckPlan<Coin> {
  readonly coins: readonly Coin[];
  readonly coinsSats: bigint;
  readonly minerFeeSats: bigint;
  readonly virtualSize: bigint;
}

const DUST_SATS = dustLimitSats("p2wpkh");

/** Minimum relay fee rate of nodes, in sat/vB. */
const RELAY_SATS_PER_VB = 1n;

/**
 * Returns the plan, or undefined if the fee at this rate would exceed the maximum miner's fee.
 * `spare` contains the coins that may be added, largest first; `paysCount` is the number of
 * payments in the batch.
 */
export function planCpfp<Coin extends Sized>(
  parents: PackageFee,
  {
    change,
    spare,
    paysCount,
    feeRateSatsPerVb,
  }: {
    readonly change: Coin;
    readonly spare: readonly Coin[];
    readonly paysCount: number;
    readonly feeRateSatsPerVb: number;
  },
): StuckPlan<Coin> | undefined {
  const plan = (coins: readonly Coin[]): StuckPlan<Coin> | undefined => {
    const virtualSize = ownSize(coins.length);
    const wanted = BigInt(feeRateSatsPerVb) * (parents.virtualSize + virtualSize);
    const missing = wanted - parents.minerFeeSats;
    const least = virtualSize * RELAY_SATS_PER_VB;
    return complete(coins, missing > least ? missing : least, paysCount);
  };
  const alone = plan([change]);
  if (alone) return alone;
  const added = spare.findLast((coin) => plan([change, coin]) !== undefined);
  return added && plan([change, added]);
}

/**
 * Plans a transaction that spends all the payment's coins to one change output, with a fee high
 * enough to replace the payment (BIP125).
 */
export function planAbandonment<Coin extends Sized>(
  coins: readonly Coin[],
  {
    replacedSats,
    paysCount,
    feeRateSatsPerVb,
  }: {
    /** Total fees of the transactions that the abandonment would replace in the mempool. */
    readonly replacedSats: bigint;
    readonly paysCount: number;
    readonly feeRateSatsPerVb: number;
  },
): StuckPlan<Coin> | undefined {
  const virtualSize = ownSize(coins.length);
  const wanted = BigInt(feeRateSatsPerVb) * virtualSize;
  const least = replacedSats + virtualSize * RELAY_SATS_PER_VB;
  return complete(coins, wanted > least ? wanted : least, paysCount);
}

function complete<Coin extends Sized>(
  coins: readonly Coin[],
  minerFeeSats: bigint,
  paysCount: number,
): StuckPlan<Coin> | undefined {
  const coinsSats = coins.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  const isWorth = coinsSats - minerFeeSats >= DUST_SATS;
  const isAllowed = minerFeeSats <= stuckFeeSatsMax(paysCount);
  return isWorth && isAllowed
    ? { coins, coinsSats, minerFeeSats, virtualSize: ownSize(coins.length) }
    : undefined;
}

/** Returns the maximum miner's fee, which is the same as for fee bumps. */
export function stuckFeeSatsMax(paysCount: number): bigint {
  return BUMPED_MINER_FEE_SATS_MAX * BigInt(paysCount);
}

function ownSize(inputs: number): bigint {
  return virtualSizeOf({ inputs, destinationScripts: [], changeOutputs: 1 });
}
