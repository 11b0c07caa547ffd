/**
 * What the pages work out before anything is sent, with the formula that the server uses: the
 * estimate, whether the fund can set it aside, and the first thing wrong with an amount.
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

/** Interest of a flexible product is set aside for this many days at the opening. */
export const DAYS_AHEAD = 30;

/** The interest that would be set aside for this amount. */
export function estimateSats(product: Product, amountSats: bigint): bigint {
  const days = product.durationDays ?? DAYS_AHEAD;
  return interestSats(amountSats, basisPointsOf(product.apyPercent), days);
}

export function perDaySats(product: Product, amountSats: bigint): bigint {
  return interestSats(amountSats, basisPointsOf(product.apyPercent), 1);
}

/** What is promised, in short: `8% APY for 30 days`. */
export function offerText({ apyPercent, apyIsFloor, durationDays }: Product): string {
  const rate = earnTexts.rateText(apyPercent, apyIsFloor);
  return durationDays === null ? rate : `${rate} for ${earnTexts.days(durationDays)}`;
}

/** Why this amount cannot be put in now although it is a valid one. */
export function closedReason(product: Product, fund: Fund, amountSats: bigint): string | undefined {
  if (!product.isOpen) return product.closedReason ?? earnTexts.closed;
  const days = BigInt(product.durationDays ?? DAYS_AHEAD);
  const basisPointDays = BigInt(basisPointsOf(product.apyPercent)) * days;
  const most = mostWithin(BigInt(fund.fundingSats), basisPointDays, amountSats);
  if (most === amountSats) return undefined;
  if (most < BigInt(product.minSats)) return earnTexts.closed;
  return earnTexts.fundShort(btcShort(most), product.name);
}

/** Undefined for an amount above the balance, which `refuseAmount` refuses first. */
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

/** The first thing wrong with what was typed, in the order of the server. */
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
