/**
 * Which coins pay, what the miner gets and what comes back. The smallest single coin that suffices,
 * else the largest ones together. While few coins are left, change comes back in several, so that
 * the next payments need not wait for a block. Pure.
 */
import { dustLimitSats } from "#bitcoin";
import { mulDiv } from "#money";
import { MINER_FEE_SATS_MAX } from "../books/withdrawal-legs.ts";
import type { Payout } from "./build-psbt.ts";
import { virtualSizeOf } from "./weights.ts";

export interface Payment {
  readonly payouts: readonly Payout[];
  readonly feeRateSatsPerKvb: bigint;
  /** The posted fee unless told. */
  readonly minerFeeSatsMax?: bigint;
}

export interface Choice<Coin> {
  readonly coins: readonly Coin[];
  readonly minerFeeSats: bigint;
  /** One amount per change output. */
  readonly changeSats: readonly bigint[];
}

/**
 * Two seconds of signing. A lone payment meets its fee's cap before; of many together the caps add
 * up.
 */
export const COINS_MAX = 450;
/** Fewer spare coins than this: change is split. */
const SPARE_COINS_WANTED = 16;
const CHANGE_OUTPUTS_MAX = 8;
/** Change is not cut into pieces smaller than 0.1 BTC: two faucet grants of a day. */
const CHANGE_PIECE_SATS_MIN = 10_000_000n;

/**
 * `spendable`: largest first. Undefined when the coins do not suffice, or only at a miner's fee
 * above the cap.
 */
export function chooseCoins<Coin extends { readonly amountSats: bigint }>(
  spendable: readonly Coin[],
  payment: Payment,
): Choice<Coin> | undefined {
  for (const coin of spendable.toReversed()) {
    const choice = complete([coin], payment, spendable.length - 1);
    if (choice) return choice;
  }
  for (let count = 2; count <= Math.min(spendable.length, COINS_MAX); count += 1) {
    if (feeOf(payment, count, 0) > feeMaxOf(payment)) return undefined;
    const choice = complete(spendable.slice(0, count), payment, spendable.length - count);
    if (choice) return choice;
  }
  return undefined;
}

/** Whatever coin pays it alone is at least that large. */
export function leastCoinSats(payment: Payment): bigint {
  return payoutSatsOf(payment) + feeOf(payment, 1, 0);
}

function complete<Coin extends { readonly amountSats: bigint }>(
  coins: readonly Coin[],
  payment: Payment,
  spareCoins: number,
): Choice<Coin> | undefined {
  const total = coins.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  const surplus = total - payoutSatsOf(payment);
  const most = spareCoins < SPARE_COINS_WANTED ? CHANGE_OUTPUTS_MAX : 1;
  for (let changeOutputs = most; changeOutputs >= 1; changeOutputs -= 1) {
    const minerFeeSats = feeOf(payment, coins.length, changeOutputs);
    const change = surplus - minerFeeSats;
    const pieceMin = changeOutputs === 1 ? CHANGE_DUST_SATS : CHANGE_PIECE_SATS_MIN;
    if (change >= pieceMin * BigInt(changeOutputs) && minerFeeSats <= feeMaxOf(payment))
      return { coins, minerFeeSats, changeSats: split(change, changeOutputs) };
  }
  // Without change: what is left over joins the miner's fee.
  return surplus >= feeOf(payment, coins.length, 0) && surplus <= feeMaxOf(payment)
    ? { coins, minerFeeSats: surplus, changeSats: [] }
    : undefined;
}

const CHANGE_DUST_SATS = dustLimitSats("p2wpkh");

function payoutSatsOf({ payouts }: Payment): bigint {
  return payouts.reduce((sum, { amountSats }) => sum + amountSats, 0n);
}

function feeMaxOf({ minerFeeSatsMax = MINER_FEE_SATS_MAX }: Payment): bigint {
  return minerFeeSatsMax;
}

function feeOf(payment: Payment, inputs: number, changeOutputs: number): bigint {
  const destinationScripts = payment.payouts.map(({ scriptHex }) => scriptHex);
  const size = virtualSizeOf({ inputs, destinationScripts, changeOutputs });
  return mulDiv(size, payment.feeRateSatsPerKvb, 1000n, "up");
}

/** Equal pieces; the first takes the remainder. */
export function split(amount: bigint, pieces: number): bigint[] {
  const piece = amount / BigInt(pieces);
  const rest = amount - piece * BigInt(pieces);
  return Array.from({ length: pieces }, (_, place) => (place === 0 ? piece + rest : piece));
}
