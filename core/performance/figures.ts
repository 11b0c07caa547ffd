/**
 * The figures of a group of closed trades. The whole account and each row of a breakdown have the
 * same figures. Amounts are exact, and quotients are rounded once, to four decimals.
 */
import { shown } from "#market";
import { formatAmount } from "#money";
import { costOfTrade, resultOfTrade, type ClosedTrade } from "./closed-trade.ts";
import {
  meanInterval,
  meansInterval,
  quotientInterval,
  wilsonInterval,
  type Interval,
  type Sums,
} from "./intervals.ts";

/** Fewer trades than this say too little about a habit or an edge. */
export const TRADES_MIN = 30;
const DECIMALS = 4;
const SCALE = 10_000n;

/** A quotient as decimal text, with its 95 % interval. Null if it cannot be computed. */
export interface Estimate {
  readonly value: string | null;
  readonly low: string | null;
  readonly high: string | null;
}

/** A mean in cents, rounded to the cent, halves away from zero, with its 95 % interval. */
export interface MeanCents {
  readonly cents: bigint | null;
  readonly lowCents: bigint | null;
  readonly highCents: bigint | null;
}

export interface Figures {
  readonly n: number;
  readonly wins: number;
  readonly losses: number;
  readonly resultCents: bigint;
  /** Sum of the results above zero (MT5: gross profit). */
  readonly gainCents: bigint;
  /** Sum of the results below zero, as a negative number (MT5: gross loss). */
  readonly lossCents: bigint;
  readonly spreadCents: bigint;
  readonly conversionCents: bigint;
  /** Negative if the user paid. */
  readonly financingCents: bigint;
  /** Number of trades whose conversion cost is unknown. */
  readonly withoutConversion: number;
  readonly winRate: Estimate;
  /** Average gain divided by the average loss. */
  readonly payoff: Estimate;
  readonly profitFactor: Estimate;
  /** Average result (MT5: expected payoff). */
  readonly expectancy: MeanCents;
  /** Average result in multiples of the risk, of the `n` trades with a stop. */
  readonly expectancyR: Estimate & { readonly n: number };
  /** Spread, conversion and financing, divided by the gains. */
  readonly costShare: Estimate;
  readonly averageSizeCents: bigint | null;
}

export function figuresOf(trades: readonly ClosedTrade[]): Figures {
  const n = trades.length;
  const gains = emptySample();
  const losses = emptySample();
  const results = emptySample();
  const costs = emptySample();
  const risks = emptySample();
  let [costTimesGain, spread, conversion, financing, size] = [0n, 0n, 0n, 0n, 0n];
  let withoutConversion = 0;
  for (const trade of trades) {
    const result = resultOfTrade(trade);
    const cost = costOfTrade(trade);
    add(results, result);
    add(costs, cost);
    if (result > 0n) add(gains, result);
    if (result < 0n) add(losses, -result);
    if (result > 0n) costTimesGain += cost * result;
    const multiple = riskMultiple(trade);
    if (multiple !== undefined) add(risks, multiple);
    spread += trade.spreadCents;
    conversion += trade.conversionCents ?? 0n;
    if (trade.conversionCents === undefined) withoutConversion += 1;
    financing += trade.financingCents;
    size += trade.sizeCents;
  }
  const gainsAndLosses = { top: gains.sum, bottom: losses.sum };
  const squares = { topSquares: gains.squares, bottomSquares: losses.squares };
  const costsAndGains = { top: costs.sum, bottom: gains.sum };
  return {
    n,
    wins: gains.n,
    losses: losses.n,
    resultCents: results.sum,
    gainCents: gains.sum,
    lossCents: -losses.sum,
    spreadCents: spread,
    conversionCents: conversion,
    financingCents: financing,
    withoutConversion,
    winRate: estimate(quotientText(BigInt(gains.n), BigInt(n)), wilsonInterval(gains.n, n)),
    payoff: estimate(
      quotientText(gains.sum * BigInt(losses.n), losses.sum * BigInt(gains.n)),
      meansInterval(gains, losses),
    ),
    profitFactor: estimate(
      quotientText(gains.sum, losses.sum),
      quotientInterval({ n, ...gainsAndLosses, ...squares, products: 0n }),
    ),
    expectancy: meanCents(results),
    expectancyR: { n: risks.n, ...meanMultiple(risks) },
    costShare: estimate(
      quotientText(costs.sum, gains.sum),
      quotientInterval({
        n,
        ...costsAndGains,
        topSquares: costs.squares,
        bottomSquares: gains.squares,
        products: costTimesGain,
      }),
    ),
    averageSizeCents: meanOf(size, n),
  };
}

/**
 * Returns the trade's result in ten-thousandths of its risk, rounded halves away from zero.
 * Undefined without a risk.
 */
export function riskMultiple(trade: ClosedTrade): bigint | undefined {
  const { riskCents } = trade;
  if (riskCents === undefined || riskCents <= 0n) return undefined;
  return shown({ top: resultOfTrade(trade) * SCALE, bottom: riskCents });
}

/** Returns the average rounded to the cent, halves away from zero. Null for an empty group. */
export function meanOf(sum: bigint, n: number): bigint | null {
  return n === 0 ? null : shown({ top: sum, bottom: BigInt(n) });
}

/** Returns a quotient rounded to four decimals, halves away from zero. Null if nothing divides. */
export function quotientText(top: bigint, bottom: bigint): string | null {
  if (bottom <= 0n) return null;
  return formatAmount(shown({ top: top * SCALE, bottom }), DECIMALS);
}

function estimate(value: string | null, interval: Interval | undefined): Estimate {
  if (value === null || !interval) return { value, low: null, high: null };
  const text = (bound: number) => (Number.isFinite(bound) ? bound.toFixed(DECIMALS) : null);
  return { value, low: text(interval.low), high: text(interval.high) };
}

function meanCents(sums: Sums): MeanCents {
  const interval = meanInterval(sums);
  const bound = (value: number | undefined) =>
    value === undefined ? null : BigInt(Math.round(value));
  return {
    cents: meanOf(sums.sum, sums.n),
    lowCents: bound(interval?.low),
    highCents: bound(interval?.high),
  };
}

/** Returns the mean of multiples in ten-thousandths. */
function meanMultiple(sums: Sums): Estimate {
  const interval = meanInterval(sums);
  const scale = Number(SCALE);
  const mean = sums.n === 0 ? null : shown({ top: sums.sum, bottom: BigInt(sums.n) });
  return estimate(
    mean === null ? null : formatAmount(mean, DECIMALS),
    interval && { low: interval.low / scale, high: interval.high / scale },
  );
}

interface Sample {
  n: number;
  sum: bigint;
  squares: bigint;
}

function emptySample(): Sample {
  return { n: 0, sum: 0n, squares: 0n };
}

function add(sample: Sample, value: bigint): void {
  sample.n += 1;
  sample.sum += value;
  sample.squares += value * value;
}
