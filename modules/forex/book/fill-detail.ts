/**
 * Converts a fill's report to its stored form: texts and whole numbers, which JSON does not round.
 * The stored report and the day's seed are sufficient to recompute the fill.
 */
import { priceText, type FillReport, type Quote } from "#market";
import type { Detail } from "./book.ts";
import type { StoredOrder } from "./orders-table.ts";
import { knownInstrument } from "./known-instrument.ts";

export interface FillOrigin {
  readonly order: Pick<StoredOrder, "order" | "createdAt">;
  /** Time at which the order was sent or triggered. */
  readonly sentMs: number;
  /** Label of the price source. */
  readonly label: string;
}

export function fillDetail(report: FillReport, origin: FillOrigin): Detail {
  const { order, createdAt } = origin.order;
  const instrument = knownInstrument(report.instrument);
  const shown = (quote: Quote) => ({
    bid: priceText(quote.bid, instrument),
    ask: priceText(quote.ask, instrument),
    time: new Date(quote.timeMs).toISOString(),
  });
  return {
    source: origin.label,
    orderType: report.type,
    orderPrice: order.price === undefined ? null : priceText(order.price, instrument),
    triggerCondition: order.triggerCondition,
    isBelowMarket: order.isBelowMarket ?? null,
    placedAt: createdAt.toISOString(),
    closesTrade: order.tradeId ?? null,
    sentAt: new Date(origin.sentMs).toISOString(),
    seen: report.startQuote ? shown(report.startQuote) : null,
    used: shown(report.used),
    latencyMs: report.latencyMs,
    movedForUser: report.movedForUser,
    spreadPips: report.spreadPips.toFixed(2),
    halfSpreadCents: report.halfSpreadCents.toString(),
    sizeTenths: report.sizeTenths,
    marginBeforeCents: report.marginBeforeCents.toString(),
    marginAfterCents: report.marginAfterCents.toString(),
    levelAfter: report.levelAfter?.toString() ?? null,
    midFactor: `${report.midFactor.top}/${report.midFactor.bottom}`,
    reductions: report.reductions.map((reduction) => ({
      tradeId: reduction.tradeId,
      units: reduction.units,
      entry: priceText(reduction.entry, instrument),
      factor: `${reduction.factor.top}/${reduction.factor.bottom}`,
      realisedCents: reduction.realisedCents.toString(),
      isClosed: reduction.isClosed,
    })),
  };
}
