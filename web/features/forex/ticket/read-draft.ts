/**
 * Converts a draft to the order to send, with errors by field. Problems that only the server can
 * detect, such as missing margin, are reported in the server's preview.
 */
import { readNumberText } from "../../../ui/preferences/read-number.ts";
import {
  INPUT_REASONS,
  priceText,
  readPrice,
  readUnits,
  type Instrument,
  type Quotes,
} from "#market";
import type { ApiInput } from "../../../data/api/route-shapes.ts";
import type { LiveQuote } from "../quotes/live-quote.ts";
import { timeOf, type Draft, type Fields } from "./draft.ts";
import { centsBetween, distanceOfPips, distanceOfUsd, unitsForRisk } from "./sizing.ts";
import { ticketTexts as texts } from "./strings.ts";

export type OrderBody = ApiInput<"placeForexOrder">["body"];

export interface Market {
  readonly instrument: Instrument;
  readonly quote: LiveQuote;
  readonly quotes: ReadonlyMap<string, LiveQuote>;
  readonly navCents: bigint;
}

export interface Reading {
  readonly faults: Partial<Record<Fields, string>>;
  /** The order to send. Undefined while the draft has errors. */
  readonly body: OrderBody | undefined;
  /** Number of units without a sign, or 0 while it is unknown. */
  readonly units: number;
  readonly entry: number | undefined;
  /** Profit or loss at the stop loss in cents, valued at mid prices. */
  readonly stopCents: bigint | undefined;
  /** Profit if the take profit, or all take profits, are filled. */
  readonly targetCents: bigint | undefined;
}

export function readDraft(draft: Draft, market: Market): Reading {
  const { instrument, quote } = market;
  const faults: Partial<Record<Fields, string>> = {};
  const sign = draft.side === "buy" ? 1 : -1;
  const quotes: Quotes = ({ name }) => market.quotes.get(name);
  const entry =
    draft.type === "MARKET"
      ? draft.side === "buy"
        ? quote.ask
        : quote.bid
      : priceOf(draft.price, instrument, faults, "price");
  const limit =
    draft.type === "STOP_LIMIT" ? priceOf(draft.limit, instrument, faults, "limit") : undefined;
  const direct = draft.sizeBy === "units" ? unitsOf(draft.units, faults) : undefined;
  const place = (text: string, field: "stop" | "target" | "trailing") =>
    text.trim() === "" || entry === undefined
      ? undefined
      : distanceOrPrice(text, {
          draft,
          field,
          entry,
          units: direct ?? 0,
          instrument,
          quotes,
          faults,
        });
  const stop = place(draft.stop, "stop");
  const isSeveral = draft.targets.length > 0;
  const target = isSeveral ? undefined : place(draft.target, "target");
  const trailing = place(draft.trailing, "trailing");
  const units = direct ?? (draft.sizeBy === "risk" ? riskUnits() : 0);

  function riskUnits(): number {
    const way =
      stop ?? (trailing === undefined || entry === undefined ? undefined : entry - trailing);
    if (entry === undefined) return 0;
    if (way === undefined) {
      faults.units ??= texts.riskNeedsStop;
      return 0;
    }
    const reckoned = unitsForRisk(
      draft.riskPercent,
      { navCents: market.navCents, instrument, entry, stop: way },
      quotes,
    );
    const read = reckoned === undefined ? "UNITS_INVALID" : readUnits(reckoned.toString());
    if (typeof read === "number") return read;
    faults.units =
      reckoned === 0n
        ? texts.riskTooSmall
        : reckoned === undefined
          ? texts.riskInvalid
          : INPUT_REASONS[read];
    return 0;
  }

  const targets = isSeveral ? readTargets() : [];

  /** Reads the take profits, which together have at most the units of the order. */
  function readTargets(): readonly { readonly price: number; readonly units: number }[] {
    const read = draft.targets.flatMap(({ price: typed, units: size }) => {
      const own = readUnits(readNumberText(size, { isWhole: true }) ?? "");
      const price =
        typed.trim() === "" || entry === undefined || typeof own === "string"
          ? undefined
          : distanceOrPrice(typed, {
              draft,
              field: "target",
              entry,
              units: own,
              instrument,
              quotes,
              faults,
            });
      return price === undefined || typeof own === "string" || own < 0
        ? []
        : [{ price, units: own }];
    });
    if (read.length < draft.targets.length) faults.target ??= texts.targetMissing;
    const total = read.reduce((sum, one) => sum + one.units, 0);
    if (units > 0 && total > units)
      faults.target ??= INPUT_REASONS.TAKE_PROFIT_ON_FILL_UNITS_EXCEED_TRADE_SIZE;
    return read;
  }

  const timeInForce = timeOf(draft);
  const gtdTime = timeInForce === "GTD" && draft.type !== "MARKET" ? draft.until : undefined;
  if (gtdTime !== undefined && Number.isNaN(Date.parse(gtdTime))) faults.until = texts.untilMissing;
  const isWhole = Object.keys(faults).length === 0 && units > 0 && entry !== undefined;
  const text = (price: number) => priceText(price, instrument);
  const targetBody = (one: { readonly price: number; readonly units: number }) => ({
    price: text(one.price),
    units: String(one.units),
  });
  const cents = (to: number | undefined, size = units) =>
    to === undefined || entry === undefined || size === 0
      ? undefined
      : centsBetween({ from: entry, to, units: BigInt(sign * size) }, instrument, quotes);
  const targetsCents = targets.reduce((sum, one) => sum + (cents(one.price, one.units) ?? 0n), 0n);
  return {
    faults,
    units,
    entry,
    stopCents: cents(stop),
    targetCents: isSeveral ? targetsCents : cents(target),
    body: isWhole
      ? {
          type: draft.type,
          instrument: instrument.name,
          units: String(sign * units),
          ...(draft.type === "MARKET" ? {} : { price: text(entry), timeInForce }),
          ...(limit === undefined ? {} : { limitPrice: text(limit) }),
          ...(gtdTime === undefined ? {} : { gtdTime: new Date(gtdTime).toISOString() }),
          ...(target === undefined ? {} : { takeProfitOnFill: { price: text(target) } }),
          ...(isSeveral ? { takeProfitsOnFill: targets.map(targetBody) } : {}),
          ...(stop === undefined ? {} : { stopLossOnFill: { price: text(stop) } }),
          ...(trailing === undefined
            ? {}
            : { trailingStopLossOnFill: { distance: text(trailing) } }),
        }
      : undefined,
  };
}

function unitsOf(typed: string, faults: Partial<Record<Fields, string>>): number | undefined {
  const read = readUnits(readNumberText(typed, { isWhole: true }) ?? "");
  if (typeof read === "number" && read > 0) return read;
  faults.units = typeof read === "string" ? INPUT_REASONS[read] : INPUT_REASONS.UNITS_INVALID;
  return undefined;
}

function priceOf(
  typed: string,
  instrument: Instrument,
  faults: Partial<Record<Fields, string>>,
  field: Fields,
): number | undefined {
  const text = typed.trim();
  const read = readPrice(text, instrument);
  if (typeof read === "number") return read;
  if (text === "" && field === "price") faults.price = INPUT_REASONS.PRICE_MISSING;
  else if (text === "" && field === "limit") faults.limit = INPUT_REASONS.LIMIT_PRICE_MISSING;
  else faults[field] = INPUT_REASONS[read];
  return undefined;
}

interface ExitText {
  readonly draft: Draft;
  readonly field: "stop" | "target" | "trailing";
  readonly entry: number;
  /** Number of units. 0 if unknown, for example when sizing by risk. */
  readonly units: number;
  readonly instrument: Instrument;
  readonly quotes: Quotes;
  readonly faults: Partial<Record<Fields, string>>;
}

/**
 * Converts typed pips, dollars or a price. Returns a price for a stop loss or take profit, and a
 * distance for a trailing stop.
 */
function distanceOrPrice(text: string, exit: ExitText): number | undefined {
  const { draft, field, entry, units, instrument, quotes, faults } = exit;
  if (draft.exitUnit === "price") return priceOf(text, instrument, faults, field);
  const distance =
    draft.exitUnit === "pips"
      ? distanceOfPips(text, instrument)
      : distanceOfUsd(text, { units: BigInt(units), instrument }, quotes);
  if (distance === undefined) {
    faults[field] =
      draft.exitUnit === "pips"
        ? texts.pipsInvalid
        : units > 0
          ? texts.usdInvalid
          : texts.usdNeedsUnits;
    return undefined;
  }
  if (field === "trailing") return distance;
  const isUp = (draft.side === "buy") === (field === "target");
  const price = isUp ? entry + distance : entry - distance;
  if (price > 0) return price;
  faults[field] = INPUT_REASONS.PRICE_INVALID;
  return undefined;
}
