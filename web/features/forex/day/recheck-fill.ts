/**
 * Recomputes a fill from the day's seed by the market's own rules: the latency drawn from the order
 * id, the prices of the day's path, and the resulting fill.
 */
import {
  dayAt,
  executionPrice,
  exitUnits,
  factorOf,
  fillAccount,
  fillReport,
  instrumentNamed,
  isTriggered,
  latencyMs,
  nextTradingDay,
  dayOf,
  opensAt,
  priceText,
  readPrice,
  TICK_MS,
  unitsOf,
  valueAccount,
  type Account,
  type FillReport,
  type Instrument,
  type OrderType,
  type Quote,
  type Quotes,
  differencesOf,
  type Difference,
  pricesAt,
  type SeededDays,
} from "#market";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

export type AccountEvent = ApiAnswer<"listForexTransactions">["items"][number];

/** Fields of the order that its fill event stores. */
interface KeptOrder {
  readonly orderType: OrderType;
  readonly orderPrice: string | null;
  /** Stop-limit orders only. */
  readonly limitPrice?: string;
  /** Time since which a stop-limit order waited for its limit. Null if it filled at its stop. */
  readonly triggeredAt?: string | null;
  /** Units of a take profit that closes a part of its trade. */
  readonly partUnits?: number;
  readonly triggerCondition: "DEFAULT" | "INVERSE" | "BID" | "ASK" | "MID";
  readonly isBelowMarket: boolean | null;
  readonly placedAt: string;
  readonly closesTrade: string | null;
  readonly sentAt: string;
}

/**
 * Returns the differences between the reported and the recomputed fill. Throws RangeError if a seed
 * is missing or the event has too little data.
 */
export function recheckFill(event: AccountEvent, account: Account, days: SeededDays): Difference[] {
  const instrument = instrumentNamed(event.instrument ?? "");
  const { detail, orderId } = event;
  if (!instrument || orderId === null || typeof detail["sentAt"] !== "string")
    throw new RangeError("The event has too little data for a check.");
  const order = detail as unknown as KeptOrder;
  const isExit = order.closesTrade !== null && order.orderType !== "MARKET";
  const closed = account.trades.find(({ id }) => id === order.closesTrade);
  const { partUnits } = order;
  const exit = { units: partUnits ?? 0, isPart: partUnits !== undefined };
  const units = isExit && closed ? exitUnits(exit, closed) : (event.units ?? 0);
  const sentMs = Date.parse(order.sentAt);
  const way = wayOf(orderId, sentMs, days);
  const quotes = pricesAt(days, way.arrivalMs);
  const used = quotes?.(instrument);
  const seen = pricesAt(days, sentMs)?.(instrument);
  if (!quotes || !used || !seen) throw new RangeError("Prices of another day are needed.");
  const execution = executionPrice(used, units, unitsOf(account, instrument));
  const tradeId = orderId.replace(/^fxo_/, "fxt_");
  const { closesTrade } = order;
  const fill = { tradeId, instrument, units, price: execution.price };
  const filled = fillAccount(
    account,
    closesTrade === null ? fill : { ...fill, closesTrade },
    quotes,
  );
  const [before, after] = [valueAccount(account, quotes), valueAccount(filled.account, quotes)];
  const report = fillReport(
    { ...standing(order, instrument), units },
    { kind: "fill", filled, execution, before, after },
    {
      startQuote: seen,
      used,
      latencyMs: way.latencyMs,
      factor: factorOf(instrument.quote, "USD", quotes),
    },
  );
  const reported = { ...event, ...detail, isReached: true, isWithinLimit: true };
  return differencesOf(reported, {
    at: new Date(way.arrivalMs).toISOString(),
    units,
    price: priceText(execution.price, instrument),
    amountCents: Number(filled.realisedCents),
    balanceCents: Number(filled.account.balanceCents),
    tradeId: filled.opened ? tradeId : null,
    isReached: isReached(order, units, instrument, { seen, used }),
    isWithinLimit: isWithinLimit(order, units, instrument, execution.price),
    ...reportedValues(report, instrument),
    ...midFactorOf(event, instrument, quotes),
  });
}

/** Returns the conversion at mid, or nothing for fills of earlier versions, which lack it. */
export function midFactorOf({ detail }: AccountEvent, { quote }: Instrument, quotes: Quotes) {
  if (!("midFactor" in detail)) return {};
  const { top, bottom } = factorOf(quote, "USD", quotes);
  return { midFactor: `${top}/${bottom}` };
}

/**
 * Returns the latency, which is drawn from the order id, and the arrival time of an order sent at
 * `sentMs`.
 */
export function wayOf(orderId: string, sentMs: number, days: SeededDays) {
  const day = nextTradingDay(dayAt(sentMs));
  const seed = days.find(({ date }) => dayOf(date) === day)?.seed;
  if (!seed) throw new RangeError("The seed of another day is needed.");
  const latency = latencyMs(seed, orderId);
  const arrivalMs = opensAt(Math.ceil((sentMs + latency) / TICK_MS) * TICK_MS);
  return { latencyMs: latency, arrivalMs };
}

/** Returns the report's values in the format that the desk stores. */
function reportedValues(report: FillReport, instrument: Instrument) {
  return {
    seen: report.startQuote && reportedQuote(report.startQuote, instrument),
    used: reportedQuote(report.used, instrument),
    latencyMs: report.latencyMs,
    movedForUser: report.movedForUser,
    spreadPips: report.spreadPips.toFixed(2),
    halfSpreadCents: report.halfSpreadCents.toString(),
    sizeTenths: report.sizeTenths,
    marginBeforeCents: report.marginBeforeCents.toString(),
    marginAfterCents: report.marginAfterCents.toString(),
    levelAfter: report.levelAfter?.toString() ?? null,
    reductions: reportedReductions(report.reductions, instrument),
  };
}

export function reportedQuote(quote: Quote, instrument: Instrument) {
  return {
    bid: priceText(quote.bid, instrument),
    ask: priceText(quote.ask, instrument),
    time: new Date(quote.timeMs).toISOString(),
  };
}

export function reportedReductions(reductions: FillReport["reductions"], instrument: Instrument) {
  return reductions.map((one) => ({
    tradeId: one.tradeId,
    units: one.units,
    entry: priceText(one.entry, instrument),
    factor: `${one.factor.top}/${one.factor.bottom}`,
    realisedCents: one.realisedCents.toString(),
    isClosed: one.isClosed,
  }));
}

function standing(
  { orderType, orderPrice, triggerCondition, limitPrice, triggeredAt, ...order }: KeptOrder,
  of: Instrument,
) {
  const price = orderPrice === null ? undefined : readPrice(orderPrice, of);
  const limit = limitPrice === undefined ? undefined : readPrice(limitPrice, of);
  return {
    type: orderType,
    instrument: of,
    units: 0,
    ...(typeof price === "number" ? { price } : {}),
    ...(typeof limit === "number" ? { limitPrice: limit } : {}),
    ...(typeof triggeredAt === "string" ? { triggeredMs: Date.parse(triggeredAt) } : {}),
    ...(typeof order.isBelowMarket !== "boolean" ? {} : { isBelowMarket: order.isBelowMarket }),
    timeInForce: "GTC" as const,
    positionFill: "DEFAULT" as const,
    triggerCondition,
    onFill: {},
  };
}

/**
 * True if the price reached the order's trigger price. A pending order is triggered before it is
 * sent, so only the quote at sending matters. An order that is sent when it is placed can also be
 * triggered by the quote at arrival.
 */
function isReached(
  order: KeptOrder,
  units: number,
  instrument: Instrument,
  { seen, used }: { readonly seen: Quote; readonly used: Quote },
): boolean {
  const reaches = (quote: Quote) => isTriggered({ ...standing(order, instrument), units }, quote);
  return reaches(seen) || (order.placedAt === order.sentAt && reaches(used));
}

function isWithinLimit(order: KeptOrder, units: number, of: Instrument, filledAt: number): boolean {
  const { type, price, limitPrice } = standing(order, of);
  const limit = type === "STOP_LIMIT" ? limitPrice : price;
  const hasLimit = type === "LIMIT" || type === "TAKE_PROFIT" || type === "STOP_LIMIT";
  if (limit === undefined || !hasLimit) return true;
  return units > 0 ? filledAt <= limit : filledAt >= limit;
}

/**
 * Returns the differences of the event at which a stop-limit order reached its stop, but arrived at
 * a price outside its limit.
 */
export function recheckTrigger(
  event: AccountEvent,
  account: Account,
  days: SeededDays,
): Difference[] {
  const instrument = instrumentNamed(event.instrument ?? "");
  const { detail, orderId, units } = event;
  if (!instrument || orderId === null || units === null || typeof detail["sentAt"] !== "string")
    throw new RangeError("The event has too little data for a check.");
  const kept = detail as unknown as KeptOrder;
  const order: KeptOrder = { ...kept, orderType: "STOP_LIMIT", orderPrice: event.price };
  const sentMs = Date.parse(kept.sentAt);
  const { latencyMs: latency, arrivalMs } = wayOf(orderId, sentMs, days);
  const used = pricesAt(days, arrivalMs)?.(instrument);
  const seen = pricesAt(days, sentMs)?.(instrument);
  if (!used || !seen) throw new RangeError("Prices of another day are needed.");
  const { price } = executionPrice(used, units, unitsOf(account, instrument));
  const reported = { ...event, ...detail, isReached: true, isWithinLimit: false };
  return differencesOf(reported, {
    at: new Date(arrivalMs).toISOString(),
    latencyMs: latency,
    seen: reportedQuote(seen, instrument),
    used: reportedQuote(used, instrument),
    isReached: isTriggered({ ...standing(order, instrument), units }, seen),
    isWithinLimit: isWithinLimit(order, units, instrument, price),
  });
}
