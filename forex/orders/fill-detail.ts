/** A fill's report as it is stored: text and whole numbers, nothing that JSON would round. */
import { priceText, type FillReport, type Quote } from "#market";
import type { Detail } from "../book/book.ts";
import { knownInstrument } from "../book/known-instrument.ts";

/** `label`: where the prices come from. */
export function fillDetail(report: FillReport, label: string): Detail {
  const instrument = knownInstrument(report.instrument);
  const shown = (quote: Quote) => ({
    bid: priceText(quote.bid, instrument),
    ask: priceText(quote.ask, instrument),
    time: new Date(quote.timeMs).toISOString(),
  });
  return {
    source: label,
    orderType: report.type,
    seen: report.seen ? shown(report.seen) : null,
    used: shown(report.used),
    latencyMs: report.latencyMs,
    movedForUser: report.movedForUser,
    spreadPips: report.spreadPips.toFixed(2),
    halfSpreadCents: report.halfSpreadCents.toString(),
    sizeTenths: report.sizeTenths,
    marginBeforeCents: report.marginBeforeCents.toString(),
    marginAfterCents: report.marginAfterCents.toString(),
    levelAfter: report.levelAfter?.toString() ?? null,
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
