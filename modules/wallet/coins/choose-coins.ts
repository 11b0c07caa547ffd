/**
 * Coin selection: chooses the coins to spend, the miner's fee and the change. Prefers the smallest
 * single coin that suffices, otherwise uses the fewest large coins. If the wallet has few coins,
 * splits the change into several outputs, so that the next payments do not have to wait for a
 * block. Pure.
 */
import { dustLimitSats } from "#bitcoin";
import { mulDiv } from "#money";
import { MINER_FEE_SATS_MAX } from "../books/withdrawal-legs.ts";
import type { Payout } from "./build-psbt.ts";
import { virtualSizeOf } from "./weights.ts";

export interface Payment {
  readonly payouts: readonly Payout[];
  readonly feeRateSatsPerKvb: bigint;
  /** Maximum miner's fee; defaults to the payment's fixed fee. */
  readonly minerFeeSatsMax?: bigint;
}

export interface Choice<Coin> {
  readonly coins: readonly Coin[];
  readonly minerFeeSats: bigint;
  readonly changeSats: readonly bigint[];
}

/**
 * Maximum number of coins per transaction, which take two seconds to sign. A single payment reaches
 * its fee limit with fewer coins, but a batch may spend the sum of its payments' fee limits.
 */
export const COINS_MAX = 450;
/** Change is split if fewer spare coins than this are left. */
const SPARE_COINS_WANTED = 16;
const CHANGE_OUTPUTS_MAX = 8;
/** Smallest change output after a split: 0.1 BTC, which pays for two daily faucet grants. */
const CHANGE_PIECE_SATS_MIN = 10_000_000n;

/**
 * Returns the coins, fee and change, or undefined if the coins do not cover the payment within the
 * fee limit. `spendable` must be sorted largest first.
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

/** Returns the smallest amount of a single coin that covers the payment. */
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
  // Without change, the miner receives the surplus.
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

/** Splits an amount into equal parts. The remainder is added to the first part. */
export function split(amount: bigint, pieces: number): bigint[] {
  const piece = amount / BigInt(pieces);
  const rest = amount - piece * BigInt(pieces);
  return Array.from({ length: pieces }, (_, place) => (place === 0 ? piece + rest : piece));
}
