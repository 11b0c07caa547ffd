/**
 * Formats prices and distances without floating-point numbers. A price is split so that its pips
 * stand out and the digit for tenths of a pip is raised.
 */
import { holdableNamed, priceText, type Instrument } from "#market";
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import type { LiveQuote } from "./live-quote.ts";

export interface PriceParts {
  readonly head: string;
  readonly pips: string;
  readonly tenth: string;
}

/** Splits `1.16832` into `1.16`, `83` and `2`. Drops the half step that a mid price may have. */
export function priceParts(price: number, instrument: Instrument): PriceParts {
  const text = withMarks(priceText(price - (price % 10), instrument));
  if (!instrument.isTradeable) return { head: text, pips: "", tenth: "" };
  return { head: text.slice(0, -3), pips: text.slice(-3, -1), tenth: text.slice(-1) };
}

/** Truncates a decimal price to the instrument's precision: `1.002741` becomes `1.00274`. */
export function gridText(text: string, { displayPrecision }: Instrument): string {
  const [whole = "", decimals = ""] = text.split(".");
  return withMarks(`${whole}.${decimals.slice(0, displayPrecision).padEnd(displayPrecision, "0")}`);
}

/** Formats `EUR_USD` as `EUR/USD`. */
export function pairName(instrument: string): string {
  return instrument.replace("_", "/");
}

/** Formats a price distance in pips with one decimal: 160 of EUR_USD is `1.6`. */
export function pipsText(distance: number, { pip }: Instrument): string {
  const tenths = Math.round((distance * 10) / pip);
  const size = Math.abs(tenths);
  return `${tenths < 0 ? "\u2212" : ""}${withMarks(`${Math.floor(size / 10)}.${size % 10}`)}`;
}

export interface DayChange {
  /** The change in hundredths of a percent. */
  readonly hundredths: number;
  readonly text: string;
}

/** Returns the change of the mid price since the trading day began. */
export function dayChange({ bid, ask, dayOpen }: LiveQuote): DayChange | undefined {
  if (dayOpen === undefined || dayOpen === 0) return undefined;
  const hundredths = Math.round(((bid + ask - 2 * dayOpen) * 5_000) / dayOpen);
  const size = Math.abs(hundredths);
  const sign = hundredths < 0 ? "\u2212" : "+";
  const digits = `${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
  return { hundredths, text: `${hundredths === 0 ? "" : sign}${withMarks(digits)}` };
}

/**
 * Returns the instrument. Throws RangeError for an unknown name, which indicates a bug, because all
 * names come from the market's own table.
 */
export function knownInstrument(name: string): Instrument {
  const instrument = holdableNamed(name);
  if (!instrument) throw new RangeError(`no instrument ${name}`);
  return instrument;
}
