/**
 * Computes the user's lines on the chart: entries, pending orders, stop losses and take profits.
 * Also computes the profit or loss at the price to which a line is moved.
 */
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import {
  factorOf,
  holdableNamed,
  levelOf,
  priceText,
  readPrice,
  resultOf,
  shown,
  valueAccount,
  type Instrument,
  type MarginRates,
  type Quotes,
  type Trade,
} from "#market";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { chartTexts as texts } from "./strings.ts";

export type ShownTrade = ApiAnswer<"listForexTrades">["items"][number];
export type ShownOrder = ApiAnswer<"listForexOrders">["items"][number];

export interface ChartLine {
  readonly id: string;
  /** Kind of line. Users cannot move entries and trailing stops. */
  readonly kind: "entry" | "order" | "stop" | "target" | "trailing";
  readonly instrument: Instrument;
  readonly tradeId: string | undefined;
  readonly orderId: string | undefined;
  /** Units of the trade or order. Positive if long. */
  readonly units: number;
  /** Price as the market's integer. */
  readonly price: number;
  /** Integer price at which the trade was opened. */
  readonly entry: number | undefined;
  /** Order type, such as `STOP`. Undefined for lines of a trade. */
  readonly type: string | undefined;
}

/**
 * Account data from which the margin level at a line is computed: the balance and all open trades.
 */
export interface LineDesk {
  readonly balanceCents: number;
  /** Margin rates in units of 10^-7, indexed by instrument id. */
  readonly marginRates: MarginRates;
  readonly trades: readonly ShownTrade[];
  readonly quotes: Quotes;
}

export function linesOf(
  instrument: Instrument,
  trades: readonly ShownTrade[],
  orders: readonly ShownOrder[],
): ChartLine[] {
  const own = trades.filter((one) => one.instrument === instrument.name && one.state !== "CLOSED");
  return [
    ...own.flatMap((trade) => [
      ...linesOfTrade(instrument, trade),
      ...orders.flatMap((order) => trailingLine(instrument, trade, order) ?? []),
    ]),
    ...orders.flatMap((order) => lineOfOrder(instrument, order) ?? []),
  ];
}

function linesOfTrade(instrument: Instrument, trade: ShownTrade): ChartLine[] {
  const { id: tradeId, units } = trade;
  const entry = int32Of(trade.price, instrument);
  const common = { instrument, tradeId, orderId: undefined, units, entry, type: undefined };
  const targets = partialTargets(trade);
  const exits = [
    ["stop", int32Of(trade.stopLoss, instrument)],
    ["target", targets.length > 0 ? undefined : int32Of(trade.takeProfit, instrument)],
  ] as const;
  return [
    ...(entry === undefined
      ? []
      : [{ ...common, id: `${tradeId} entry`, kind: "entry" as const, price: entry }]),
    ...exits.flatMap(([kind, price]) =>
      price === undefined ? [] : { ...common, id: `${tradeId} ${kind}`, kind, price },
    ),
    ...targets.flatMap((target) => {
      const price = int32Of(target.price, instrument);
      if (price === undefined) return [];
      const { orderId } = target;
      const part = { orderId, units: Math.sign(units) * target.units };
      return [{ ...common, ...part, id: orderId, kind: "target" as const, price }];
    }),
  ];
}

/** Returns the take profits if they close only parts of the trade. */
function partialTargets({ takeProfits, units }: ShownTrade): ShownTrade["takeProfits"] {
  return takeProfits.some((target) => target.units < Math.abs(units)) ? takeProfits : [];
}

function trailingLine(
  instrument: Instrument,
  { id: tradeId, units, price: entryText }: ShownTrade,
  order: ShownOrder,
): ChartLine | undefined {
  const { id: orderId, type, state } = order;
  const price = int32Of(order.price, instrument);
  if (type !== "TRAILING_STOP_LOSS" || state !== "PENDING" || order.tradeId !== tradeId)
    return undefined;
  if (price === undefined) return undefined;
  const entry = int32Of(entryText, instrument);
  return { id: orderId, kind: "trailing", instrument, tradeId, orderId, units, price, entry, type };
}

function lineOfOrder(instrument: Instrument, order: ShownOrder): ChartLine | undefined {
  const { id: orderId, units, type, state, tradeId } = order;
  const price = int32Of(order.price, instrument);
  if (order.instrument !== instrument.name || state !== "PENDING" || tradeId !== null)
    return undefined;
  if (price === undefined) return undefined;
  const rest = { tradeId: undefined, entry: undefined, units, type };
  return { ...rest, id: orderId, kind: "order", instrument, orderId, price };
}

export function isMovable({ kind }: ChartLine): boolean {
  return kind !== "entry" && kind !== "trailing";
}

/**
 * Returns the trade's profit or loss in cents, and the account's margin level in hundredths of a
 * percent, at the price of the line.
 */
export function worthAt(
  { instrument, units, entry }: ChartLine,
  price: number,
  desk: LineDesk | undefined,
): { readonly cents: bigint | undefined; readonly level: bigint | undefined } {
  if (!desk) return { cents: undefined, level: undefined };
  const moved = { bid: price, ask: price, timeMs: 0 };
  const quotes: Quotes = (other) => (other === instrument ? moved : desk.quotes(other));
  const trades = desk.trades.flatMap((trade) => tradeOf(trade) ?? []);
  try {
    const factor = factorOf(instrument.quote, "USD", quotes);
    const balanceCents = BigInt(desk.balanceCents);
    const { marginRates } = desk;
    return {
      cents:
        entry === undefined
          ? undefined
          : shown(resultOf(instrument, units, { from: entry, to: price }, factor)),
      level: levelOf(valueAccount({ home: "USD", balanceCents, trades, marginRates }, quotes)),
    };
  } catch (error) {
    // The conversion price has not arrived yet.
    if (error instanceof RangeError) return { cents: undefined, level: undefined };
    throw error;
  }
}

/**
 * Returns a text such as `stop loss −42.10 USD`. While the line is being moved, the text is such as
 * `−42.10 USD, level 310 %`.
 */
export function lineText(
  line: ChartLine,
  price: number,
  desk: LineDesk | undefined,
  isMoving: boolean,
): string {
  const { cents, level } = worthAt(line, price, desk);
  const worth = cents === undefined ? undefined : `${usdText(cents, { isSigned: true })} USD`;
  if (isMoving) {
    const levelText =
      level === undefined ? undefined : texts.level(decimalText(String(Number(level) / 100), 0));
    return [worth ?? nameOf(line), levelText].filter((part) => part !== undefined).join(", ");
  }
  if (line.kind === "entry" || line.kind === "order") return nameOf(line);
  return worth === undefined ? nameOf(line) : `${nameOf(line)} ${worth}`;
}

/** Returns a name such as `long 20,000 at 1.16210`, `stop loss` or `buy limit 5,000`. */
export function nameOf({ kind, units, price, instrument, type }: ChartLine): string {
  const size = decimalText(String(Math.abs(units)), 0);
  if (kind === "entry") {
    const side = units > 0 ? texts.long : texts.short;
    return side(size, withMarks(priceText(price, instrument)));
  }
  if (kind === "order") {
    const side = units > 0 ? texts.buy : texts.sell;
    return side((type ?? "").toLowerCase().replaceAll("_", " "), size);
  }
  return texts.exits[kind];
}

function tradeOf({
  id,
  units,
  instrument: name,
  price: text,
  state,
}: ShownTrade): Trade | undefined {
  const instrument = holdableNamed(name);
  const price = instrument && int32Of(text, instrument);
  if (!instrument || price === undefined || state === "CLOSED") return undefined;
  return { id, instrument, units, price };
}

function int32Of(text: string | null, instrument: Instrument): number | undefined {
  const price = text === null ? undefined : readPrice(text, instrument);
  return typeof price === "number" ? price : undefined;
}
