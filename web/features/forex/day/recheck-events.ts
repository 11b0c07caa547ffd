/**
 * Recomputes a user's day event by event, starting with the trades that were open when the day
 * began, and checks each event against the seed. After each event, the check continues from the
 * reported state, so that one wrong event does not make all later events look wrong.
 */
import {
  financePosition,
  financingDays,
  dayOf,
  instrumentNamed,
  isMarginCall,
  levelOf,
  priceText,
  readPrice,
  shown,
  stopOut,
  TICK_MS,
  valueAccount,
  type Account,
  type Quotes,
  type Trade,
  differencesOf,
  type Difference,
  pricesAt,
  type SeededDay,
  type SeededDays,
} from "#market";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import {
  midFactorOf,
  reportedQuote,
  recheckFill,
  recheckTrigger,
  reportedReductions,
  type AccountEvent,
} from "./recheck-fill.ts";
import { dayTexts as texts } from "./strings.ts";

export type DayBook = ApiAnswer<"getForexDayBook">;

export type EventKind = "fill" | "trigger" | "stop-out" | "financing" | "margin call";

export interface CheckedEvent {
  readonly event: AccountEvent;
  readonly kind: EventKind;
  readonly differences: readonly Difference[];
  /** Reason why the event could not be recomputed. Absent if it was recomputed. */
  readonly unchecked?: string;
}

/**
 * Recomputes `events`, which may be in any order. Events outside the day update the account but are
 * not checked. `days` must end with the day to check.
 */
export function recheckEvents(
  days: SeededDays,
  book: DayBook,
  events: readonly AccountEvent[],
): CheckedEvent[] {
  const day = days.at(-1);
  if (!day) return [];
  const checked: CheckedEvent[] = [];
  let trades = book.trades.map(tradeOf);
  for (const event of events.toSorted((a, b) => a.id - b.id)) {
    const balanceCents = BigInt(event.balanceCents - event.amountCents);
    const kind = kindOf(event, day);
    const { marginRates } = day;
    const account: Account = { home: "USD", balanceCents, trades, marginRates };
    if (kind) checked.push(recheck(event, kind, account, days));
    trades = tradesAfter(trades, event);
  }
  return checked;
}

function recheck(
  event: AccountEvent,
  kind: EventKind,
  account: Account,
  days: SeededDays,
): CheckedEvent {
  if (isOfOanda(event))
    return {
      event,
      kind,
      differences: [],
      unchecked: texts.oandaPrices,
    };
  try {
    if (kind === "trigger")
      return { event, kind, differences: recheckTrigger(event, account, days) };
    if (kind === "fill") return { event, kind, differences: recheckFill(event, account, days) };
    const computed =
      kind === "financing"
        ? financingFound(account, days)
        : kind === "stop-out"
          ? stopOutFound(event, account, days)
          : marginCallFound(event, account, days);
    const reported = { ...event, ...event.detail, isDue: true };
    return { event, kind, differences: differencesOf(reported, computed) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { event, kind, differences: [], unchecked: error.message };
  }
}

/** True if the event is based on OANDA's prices. */
export function isOfOanda({ detail }: Pick<AccountEvent, "detail">): boolean {
  const { source } = detail;
  return typeof source === "string" && source.startsWith("OANDA");
}

/**
 * Returns the kind of the event, or undefined if the event is not checked. Financing at the closing
 * 17:00 belongs to this day, and financing at the opening 17:00 to the previous day.
 */
function kindOf({ type, at, detail }: AccountEvent, { path }: SeededDay): EventKind | undefined {
  const timeMs = Date.parse(at);
  if (type === "DAILY_FINANCING") return timeMs === path.untilMs ? "financing" : undefined;
  if (timeMs < path.fromMs || timeMs >= path.untilMs) return undefined;
  if (type === "ORDER_FILL") return detail["reason"] === "MARGIN_CLOSEOUT" ? "stop-out" : "fill";
  if (type === "STOP_LIMIT_TRIGGERED") return "trigger";
  return type.startsWith("MARGIN_CALL_") ? "margin call" : undefined;
}

function stopOutFound(event: AccountEvent, account: Account, days: SeededDays) {
  const quotes = neededPrices(days, Date.parse(event.at));
  const [close] = stopOut(account, quotes, (instrument) => quotes(instrument) !== undefined).closes;
  if (!close) return { isDue: false, ...figuresOf(account, quotes) };
  const { instrument, units, price, reductions } = close;
  const quote = quotes(instrument);
  const realisedCents = reductions.reduce((sum, one) => sum + one.realisedCents, 0n);
  return {
    instrument: instrument.name,
    units,
    price: priceText(price, instrument),
    amountCents: Number(realisedCents),
    balanceCents: Number(account.balanceCents + realisedCents),
    used: quote && reportedQuote(quote, instrument),
    reductions: reportedReductions(reductions, instrument),
    ...midFactorOf(event, instrument, quotes),
    ...figuresOf(account, quotes),
  };
}

function marginCallFound(event: AccountEvent, account: Account, days: SeededDays) {
  const quotes = neededPrices(days, Date.parse(event.at));
  const isCall = isMarginCall(valueAccount(account, quotes));
  const { navCents, ...figures } = figuresOf(account, quotes);
  return {
    isDue: isCall === (event.type === "MARGIN_CALL_ENTER"),
    ...figures,
    ...("navCents" in event.detail ? { navCents } : {}),
  };
}

function financingFound(account: Account, days: SeededDays) {
  const day = days.at(-1);
  if (!day) throw new RangeError("No day is loaded.");
  const quotes = neededPrices(days, day.path.untilMs - TICK_MS);
  const terms = {
    rates: day.interest,
    markUp: day.markUp,
    days: financingDays(dayOf(day.date)),
  };
  const positions = valueAccount(account, quotes).positions.map((position) => {
    const { cents, sideRate } = financePosition(position, "USD", quotes, terms);
    const { instrument, units } = position;
    return { instrument: instrument.name, units, cents: cents.toString(), sideRate };
  });
  const total = positions.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
  return { amountCents: Number(total), days: terms.days, positions };
}

function figuresOf(account: Account, quotes: Quotes) {
  const value = valueAccount(account, quotes);
  return {
    navCents: shown(value.nav).toString(),
    marginUsedCents: shown(value.marginUsed).toString(),
    level: levelOf(value)?.toString() ?? null,
  };
}

function neededPrices(days: SeededDays, timeMs: number): Quotes {
  const quotes = pricesAt(days, timeMs);
  if (!quotes) throw new RangeError("Prices of another day are needed.");
  return quotes;
}

/** Returns the open trades after the event, as the event reports them. */
function tradesAfter(trades: readonly Trade[], event: AccountEvent): Trade[] {
  if (event.type !== "ORDER_FILL") return [...trades];
  const reductions = (event.detail["reductions"] ?? []) as readonly {
    readonly tradeId: string;
    readonly units: number;
  }[];
  const reduced = new Map(reductions.map(({ tradeId, units }) => [tradeId, units]));
  const remaining = trades
    .map((trade) => ({ ...trade, units: trade.units - (reduced.get(trade.id) ?? 0) }))
    .filter(({ units }) => units !== 0);
  if (event.tradeId === null) return remaining;
  const units = reductions.reduce((sum, one) => sum + one.units, event.units ?? 0);
  const { tradeId: id, instrument, price } = event;
  return [...remaining, tradeOf({ id, units, instrument: instrument ?? "", price: price ?? "" })];
}

function tradeOf({ id, units, instrument: name, price: text }: DayBook["trades"][number]): Trade {
  const instrument = instrumentNamed(name);
  const price = instrument && readPrice(text, instrument);
  if (!instrument || typeof price !== "number")
    throw new RangeError(`Unknown trade in ${name} at ${text}.`);
  return { id, instrument, units, price };
}
