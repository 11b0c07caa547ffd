/** Reads names, numbers, amounts and sizes from the cells of other brokers' files. */
import { INSTRUMENTS, instrumentNamed } from "#market";
import { journalRefusals } from "../journal/refusals.ts";

const TEXT_CHARACTERS_MAX = 60;
const LOT_UNITS = 100_000;
const SCALE = 6;
const CENTS_SCALE = 2;
const NUMBER = /^[-+]?\d{1,12}(?:\.\d{1,12})?$/;

const PAIRS = new Map(INSTRUMENTS.map(({ name }) => [name.replace("_", ""), name]));

export function lineRefusal(line: number, reason: string) {
  return journalRefusals.import_line({ line: String(line), reason });
}

/**
 * Returns the desk's name of a currency pair, such as `EUR_USD` for `EURUSD`, `EUR/USD` or
 * `EURUSD.pro`. Other names are kept.
 */
export function instrumentOf(cell: string, line: number): string {
  const text = cell.trim().toUpperCase();
  const letters = text.replaceAll(/[^A-Z]/g, "");
  const pair = PAIRS.get(letters.slice(0, 6));
  if (pair !== undefined) return pair;
  if (/^[\w./#&+ -]{1,20}$/.test(text)) return text;
  throw lineRefusal(line, "the instrument is missing or is longer than 20 characters.");
}

/** Returns a number as plain decimal text, or undefined if the cell is no number. */
export function decimalOf(cell: string): string | undefined {
  // MetaTrader groups digits with spaces and writes a space after the minus sign.
  const text = cell.replaceAll(/[\s\u00A0\u202F']/g, "").replace("\u2212", "-");
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  const isGrouped = /^[-+]?[1-9]\d{0,2}(,\d{3})+$/.test(text);
  const plain =
    comma > point && !isGrouped
      ? text.replaceAll(".", "").replace(",", ".")
      : text.replaceAll(",", "");
  return NUMBER.test(plain) ? plain.replace("+", "") : undefined;
}

/**
 * Returns a price above 0 as decimal text. No pair of the desk costs a thousand, so `149,123` is a
 * price of 149.123 in a file with decimal commas.
 */
export function priceOf(
  cell: string,
  { line, name, instrument }: Record<"name" | "instrument", string> & { readonly line: number },
): string {
  const isPair = instrumentNamed(instrument)?.isTradeable === true;
  const text = decimalOf(isPair && !cell.includes(".") ? cell.replace(",", ".") : cell);
  if (text !== undefined && !text.startsWith("-") && /[1-9]/.test(text)) return text;
  throw lineRefusal(line, `the ${name} must be a number above 0.`);
}

/** Returns an amount in cents, halves away from zero. An empty cell is 0. */
export function centsOf(cell: string, line: number, name: string): bigint {
  if (cell.trim() === "") return 0n;
  const text = decimalOf(cell);
  if (text === undefined) throw lineRefusal(line, `the ${name} is not an amount.`);
  return roundedTo(text, CENTS_SCALE);
}

/** Returns the number in units of 10^-scale, halves away from zero. */
function roundedTo(text: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const truncated = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  const size = truncated + ((fraction[scale] ?? "0") >= "5" ? 1n : 0n);
  return text.startsWith("-") ? -size : size;
}

export interface Size {
  readonly units: number | null;
  readonly quantity: string;
}

/**
 * Returns a size in lots or units. A lot of a currency pair is 100,000 units. Contract sizes of
 * other instruments differ between brokers, so their units stay unknown.
 */
export function sizeOf(
  cell: string,
  kind: "lots" | "units",
  at: { readonly line: number; readonly instrument: string },
): Size {
  const quantity = cell.trim().slice(0, TEXT_CHARACTERS_MAX);
  const [, number = "", suffix = ""] = /^([-+\d.,\s\u00A0]+)\s*([a-z]*)$/i.exec(quantity) ?? [];
  const text = decimalOf(number)?.replace("-", "");
  if (text === undefined || !/[1-9]/.test(text))
    throw lineRefusal(at.line, "the size must be a number above 0.");
  const isLots = suffix === "" ? kind === "lots" : /^lots?$/i.test(suffix);
  const isPair = [...PAIRS.values()].includes(at.instrument);
  if (!isPair) return { units: null, quantity };
  const factor = isLots ? BigInt(LOT_UNITS) : 1n;
  const units = (roundedTo(text, SCALE) * factor) / 10n ** BigInt(SCALE);
  const isWhole = units > 0n && units <= BigInt(Number.MAX_SAFE_INTEGER);
  return { units: isWhole ? Number(units) : null, quantity };
}

/** Returns the broker's number of a trade. */
export function ticketOf(cell: string, line: number): string {
  const text = cell.trim();
  if (text !== "" && text.length <= TEXT_CHARACTERS_MAX && !/\p{Cc}|\p{Cs}/u.test(text))
    return text;
  throw lineRefusal(line, "the number of the trade is missing.");
}
