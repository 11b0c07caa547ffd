/** Previews an order at current prices, using the rules that will fill it. */
import {
  closingOrder,
  dayAt,
  factorOf,
  financingDays,
  financePosition,
  fillOrder,
  fillReport,
  isAtOnce,
  isReason,
  levelOf,
  PRICE_MAX,
  PRICE_STEP,
  readOrder,
  shown,
  stopOutPrice,
  valueAccount,
  type Instrument,
  type OrderRequest,
  type Quotes,
  type Reason,
} from "#market";
import { accountOf } from "../book/book.ts";
import { instrumentIn } from "../feed/instrument-in.ts";
import { refusedFor } from "../terms/refusals.ts";
import { loadDesk, type ViewDeps } from "./load-desk.ts";
import { textOf } from "../book/fill-detail.ts";
import { percentText, reasonText } from "./present.ts";

const NOTHING_KNOWN = {
  price: null,
  spreadPips: null,
  spreadCostCents: null,
  sizeTenths: null,
  realisedCents: null,
  marginBeforeCents: null,
  marginAfterCents: null,
  marginLevelAfter: null,
  stopOutPrice: null,
  closesFirst: null,
  financingCents: null,
};

/** Returns the preview. An invalid order is refused for the same reason as when it is placed. */
export async function previewOrder(deps: ViewDeps, userId: string, draft: OrderRequest) {
  const instrument = instrumentIn(deps.feed, draft.instrument);
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  const desk = await loadDesk(deps, userId);
  const nowMs = desk.now.getTime();
  const current = await deps.feed.quotesAt(nowMs);
  const { quotes } = desk;
  const quote = quotes?.(instrument);
  const order = readOrder(draft, { nowMs, quote: current?.(instrument) ?? quote });
  if (isReason(order)) throw refusedFor(order);
  if (!quotes || !quote) return { ...NOTHING_KNOWN, ...because("MARKET_HALTED") };
  // Previews an order that waits for its price as if the market were already at that price.
  const isWaiting = !isAtOnce(order) && order.price !== undefined;
  const middle = order.price ?? 0;
  const half = Math.floor((quote.ask - quote.bid) / 20) * 10;
  const bid = Math.max(PRICE_STEP, middle - half);
  const ask = Math.min(PRICE_MAX, middle + half);
  const then = isWaiting ? { ...quote, bid, ask } : quote;
  const moved: Quotes = (other) => (other === instrument ? then : quotes(other));
  const account = accountOf(desk);
  const { price: _price, ...atMarket } = order;
  const decision = fillOrder({
    order: isWaiting ? { ...atMarket, type: "MARKET" } : order,
    tradeId: "preview",
    account,
    nowMs,
    quote: then,
    quotes: moved,
  });
  const before = valueAccount(account, moved);
  if (decision.kind !== "fill") {
    const reason = decision.kind === "cancel" ? decision.reason : null;
    return { ...NOTHING_KNOWN, marginBeforeCents: shown(before.marginUsed), ...because(reason) };
  }
  const factor = factorOf(instrument.quote, "USD", moved);
  const report = fillReport(order, decision, {
    startQuote: then,
    used: then,
    latencyMs: 0,
    factor,
  });
  const after = decision.filled.account;
  const { positions } = decision.after;
  return {
    ...because(!current && !isWaiting ? "MARKET_HALTED" : null),
    price: textOf(report.price, instrument),
    spreadPips: report.spreadPips.toFixed(1),
    spreadCostCents: report.halfSpreadCents,
    sizeTenths: report.sizeTenths,
    realisedCents: report.realisedCents,
    marginBeforeCents: report.marginBeforeCents,
    marginAfterCents: report.marginAfterCents,
    marginLevelAfter: percentText(levelOf(decision.after)),
    stopOutPrice: textOf(stopOutPrice(after, instrument, moved), instrument),
    closesFirst: closingOrder(positions)[0]?.instrument.name ?? null,
    financingCents: await financingOf(deps, {
      instrument,
      now: desk.now,
      quotes: moved,
      positions,
    }),
  };
}

function because(reason: Reason | null) {
  return { reason, reasonText: reasonText(reason) };
}

type Positions = ReturnType<typeof valueAccount>["positions"];

/** Returns the financing of the instrument's position at the next rollover with interest. */
async function financingOf(
  deps: ViewDeps,
  {
    instrument,
    now,
    quotes,
    positions,
  }: {
    readonly instrument: Instrument;
    readonly now: Date;
    readonly quotes: Quotes;
    readonly positions: Positions;
  },
): Promise<bigint | null> {
  const position = positions.find((one) => one.instrument === instrument);
  if (!position) return 0n;
  const today = dayAt(now.getTime());
  const terms = await deps.termsOf(today);
  if (!terms) return null;
  const { interest: rates, markUp } = terms;
  let day = today;
  while (financingDays(day) === 0) day += 1;
  const days = terms.daysOf?.(instrument, day) ?? financingDays(day);
  return financePosition(position, "USD", quotes, { rates, markUp, days }).cents;
}
