/** Converts positions and products to the API's form. */
import type { z } from "zod";
import type { earnApi } from "#api/earn";
import { percentText } from "#economics";
import type { Portfolio, PositionView } from "./list-positions.ts";
import type { ProductsView, ProductView } from "./list-products.ts";

type Response<Name extends keyof typeof earnApi> = z.output<(typeof earnApi)[Name]["response"]>;

export function presentProducts({
  now,
  products,
  fund,
}: ProductsView): Response<"listEarnProducts"> {
  return { items: products.map(presentProduct), nextCursor: null, fund: { ...fund }, now };
}

function presentProduct({ product, rate, nextRate, closedReason }: ProductView) {
  return {
    id: product.id,
    kind: product.kind,
    name: product.name,
    apyPercent: percentText(rate.apy),
    apySince: rate.validFrom,
    apyIsFloor: product.isFlexible,
    nextApy: nextRate
      ? { apyPercent: percentText(nextRate.apy), validFrom: nextRate.validFrom }
      : null,
    minSats: product.minSats,
    durationDays: product.termDays,
    features: [...product.features],
    isOpen: closedReason === null,
    closedReason,
  };
}

export function presentPortfolio(portfolio: Portfolio): Response<"listPositions"> {
  const { now, positions, fund } = portfolio;
  return {
    items: positions.map(presentPosition),
    nextCursor: null,
    totals: {
      investedSats: portfolio.investedSats,
      accruedSats: portfolio.accruedSats,
      promisedSats: portfolio.promisedSats,
      paidSats: portfolio.paidSats,
    },
    fund: { ...fund },
    now,
  };
}

export function presentPosition(position: PositionView): Response<"exitPosition"> {
  return {
    id: position.id,
    productId: position.productId,
    kind: position.product.kind,
    name: position.product.name,
    principalSats: position.principalSats,
    apyPercent: percentText(position.currentApy),
    openedAt: position.openedAt,
    endsAt: position.endsAt,
    durationDays: position.endsAt === null ? null : position.lockedDays,
    state: position.state,
    promisedSats: position.lockedSats,
    paidThrough: position.paidThrough,
    accrual: position.accrual && { ...position.accrual },
    interestOnExitSats: position.interestOnExitSats,
    outcome: position.outcome,
    closedAt: position.closedAt,
    paidSats: position.paidSats,
  };
}
