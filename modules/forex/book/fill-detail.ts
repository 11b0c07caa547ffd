/**
 * Converts a fill's report to its stored form: texts and whole numbers, which JSON does not round.
 * The stored report and the day's seed are sufficient to recompute the fill.
 */
import { priceText, type FillReport, type Instrument, type Order, type Quote } from "#market";
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

export function quoteText({ bid, ask, timeMs }: Quote, instrument: Instrument) {
  return {
    bid: priceText(bid, instrument),
    ask: priceText(ask, instrument),
    time: new Date(timeMs).toISOString(),
  };
}

export function textOf(price: number | undefined, instrument: Instrument): string | null {
  return price === undefined ? null : priceText(price, instrument);
}

function stopLimitDetail({ type, instrument, limitPrice, triggeredMs }: Order): Detail {
  if (type !== "STOP_LIMIT") return {};
  return {
    limitPrice: textOf(limitPrice, instrument),
    triggeredAt: triggeredMs === undefined ? null : new Date(triggeredMs).toISOString(),
  };
}

export function fillDetail(report: FillReport, origin: FillOrigin): Detail {
  const { order, createdAt } = origin.order;
  const instrument = knownInstrument(report.instrument);
  const shown = (quote: Quote) => quoteText(quote, instrument);
  return {
    source: origin.label,
    orderType: report.type,
    orderPrice: textOf(order.price, instrument),
    ...stopLimitDetail(order),
    ...(order.isPart ? { partUnits: order.units } : {}),
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
