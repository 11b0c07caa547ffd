/**
 * Calculates, before a request is sent and with the server's formulas, the estimated interest, the
 * fund's capacity and the first problem with an amount.
 */
import { basisPointsOf, interestSats, mostWithin } from "#economics";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { btcShort } from "../../ui/amounts/amount-format.ts";
import { readAmount } from "../../ui/amounts/read-amount.ts";
import { earnRefusals as refusals, earnTexts } from "./strings.ts";

export type Products = ApiAnswer<"listEarnProducts">;
export type Product = Products["items"][number];
export type Fund = Products["fund"];
export type Portfolio = ApiAnswer<"listPositions">;
export type Position = Portfolio["items"][number];

/** Number of days for which interest is set aside when a flexible position is opened. */
export const DAYS_AHEAD = 30;

/** Returns the interest that the fund would set aside for this amount. */
export function estimateSats(product: Product, amountSats: bigint): bigint {
  const days = product.durationDays ?? DAYS_AHEAD;
  return interestSats(amountSats, basisPointsOf(product.apyPercent), days);
}

export function perDaySats(product: Product, amountSats: bigint): bigint {
  return interestSats(amountSats, basisPointsOf(product.apyPercent), 1);
}

/** Formats an offer, such as `8% APY for 30 days`. */
export function offerText({ apyPercent, apyIsFloor, durationDays }: Product): string {
  const rate = earnTexts.rateText(apyPercent, apyIsFloor);
  return durationDays === null ? rate : earnTexts.offer(rate, durationDays);
}

/**
 * Returns the reason why a valid amount cannot be staked or invested now, or undefined if it can
 * be.
 */
export function closedReason(product: Product, fund: Fund, amountSats: bigint): string | undefined {
  if (!product.isOpen) return product.closedReason ?? earnTexts.closed;
  const days = BigInt(product.durationDays ?? DAYS_AHEAD);
  const basisPointDays = BigInt(basisPointsOf(product.apyPercent)) * days;
  const most = mostWithin(BigInt(fund.fundingSats), basisPointDays, amountSats);
  if (most === amountSats) return undefined;
  if (most < BigInt(product.minSats)) return earnTexts.closed;
  return earnTexts.fundShort(btcShort(most), product.name);
}

/**
 * Returns the reason to disable the button. Undefined for an amount above the balance, because
 * `refuseAmount` reports that problem.
 */
export function disabledReason(
  product: Product,
  { fund, availableSats }: { readonly fund: Fund; readonly availableSats: bigint },
  amountSats: bigint,
): string | undefined {
  return amountSats > availableSats ? undefined : closedReason(product, fund, amountSats);
}

export interface AmountRefusal {
  readonly title: string;
  readonly text: string;
}

/** Returns the first problem with the typed amount, checked in the same order as on the server. */
export function refuseAmount(
  product: Product,
  typed: string,
  availableSats: bigint,
): AmountRefusal | undefined {
  const isStake = product.kind === "staking";
  const amount = readAmount(typed);
  if (amount === undefined || amount <= 0n)
    return isStake ? refusals.stakeInvalid : refusals.investInvalid;
  if (amount < BigInt(product.minSats))
    return refusals.belowMinimum(product.name, btcShort(product.minSats));
  if (amount > availableSats)
    return isStake ? refusals.stakeOver : refusals.investOver(product.name);
  return undefined;
}
