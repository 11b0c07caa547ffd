/**
 * Plans the same transaction with a higher fee. It spends the same coins, plus one more if
 * necessary, and makes the same payouts with less change. BIP125 requires a higher fee rate than
 * that of the replaced transaction, and an absolute fee that is higher by at least 1 sat/vB. Pure.
 */
import { dustLimitSats } from "#bitcoin";
import { mulDiv } from "#money";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import type { Payout } from "../coins/build-psbt.ts";
import { split } from "../coins/choose-coins.ts";
import { virtualSizeOf } from "../coins/weights.ts";

export interface BumpedTransaction {
  readonly coins: number;
  readonly coinsSats: bigint;
  readonly payouts: readonly Payout[];
  readonly changeOutputs: number;
  readonly minerFeeSats: bigint;
}

interface Sized {
  readonly amountSats: bigint;
}

export interface FeeBumpPlan<Coin> {
  readonly minerFeeSats: bigint;
  readonly changeSats: readonly bigint[];
  readonly addedCoin: Coin | undefined;
}

/** Additional fee that nodes require to relay a replacement, in sat/vB. */
const RELAY_SATS_PER_VB = 1n;
const CHANGE_DUST_SATS = dustLimitSats("p2wpkh");

/**
 * Returns the plan, or undefined if the rate would exceed the fee limit or need more than one
 * additional coin. `spare` must be sorted largest first.
 */
export function planFeeBump<Coin extends Sized>(
  bumped: BumpedTransaction,
  feeRateSatsPerKvb: bigint,
  spare: readonly Coin[],
): FeeBumpPlan<Coin> | undefined {
  const alone = complete(bumped, feeRateSatsPerKvb, undefined);
  if (alone) return { ...alone, addedCoin: undefined };
  const added = spare.findLast((coin) => complete(bumped, feeRateSatsPerKvb, coin) !== undefined);
  const plan = added && complete(bumped, feeRateSatsPerKvb, added);
  return plan && { ...plan, addedCoin: added };
}

function complete(
  bumped: BumpedTransaction,
  feeRateSatsPerKvb: bigint,
  added: Sized | undefined,
): Omit<FeeBumpPlan<never>, "addedCoin"> | undefined {
  const payoutSats = bumped.payouts.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  const surplus = bumped.coinsSats + (added?.amountSats ?? 0n) - payoutSats;
  const inputs = bumped.coins + (added ? 1 : 0);
  const most = Math.max(bumped.changeOutputs, added ? 1 : 0);
  for (let changeOutputs = most; changeOutputs >= 1; changeOutputs -= 1) {
    const minerFeeSats = feeOf(bumped, { inputs, changeOutputs, feeRateSatsPerKvb });
    const change = surplus - minerFeeSats;
    if (change >= CHANGE_DUST_SATS * BigInt(changeOutputs) && isAllowed(bumped, minerFeeSats))
      return { minerFeeSats, changeSats: split(change, changeOutputs) };
  }
  const least = feeOf(bumped, { inputs, changeOutputs: 0, feeRateSatsPerKvb });
  const isWhole =
    surplus >= least && surplus < least + CHANGE_DUST_SATS && isAllowed(bumped, surplus);
  return isWhole ? { minerFeeSats: surplus, changeSats: [] } : undefined;
}

function feeOf(
  { payouts, minerFeeSats }: BumpedTransaction,
  shape: {
    readonly inputs: number;
    readonly changeOutputs: number;
    readonly feeRateSatsPerKvb: bigint;
  },
): bigint {
  const destinationScripts = payouts.map(({ scriptHex }) => scriptHex);
  const size = virtualSizeOf({ ...shape, destinationScripts });
  const wanted = mulDiv(size, shape.feeRateSatsPerKvb, 1_000n, "up");
  const least = minerFeeSats + size * RELAY_SATS_PER_VB;
  return wanted > least ? wanted : least;
}

function isAllowed({ payouts }: BumpedTransaction, minerFeeSats: bigint): boolean {
  return minerFeeSats <= BUMPED_MINER_FEE_SATS_MAX * BigInt(payouts.length);
}
