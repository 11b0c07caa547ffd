/**
 * Parses a price file: `time,bid,ask`, or one-minute candles `time,o,h,l,c[,spread]`. A candle's
 * prices are bids, and its spread is in pips. A candle is replayed as open, nearer extreme, other
 * extreme and close, a quarter of a minute each. A single invalid line makes the whole file
 * invalid. The refusal lists the first invalid lines.
 */
import { isMarketOpen, readPrice, type Instrument } from "#market";
import { parseAmount } from "#money";
import { beginSlice, type Refusal, type Slice } from "#platform";
import { priceFileRefusals } from "./refusals.ts";

export const PRICE_LINES_MAX = 50_000;
/** Maximum number of further invalid lines in a refusal. */
const MORE_MAX = 10;
const LINE_CHARACTERS_MAX = 100;
/** Number of lines read between two checks of the clock. */
const LINES_PER_SLICE = 100;
const FROM_MS = Date.UTC(1999, 0, 1);
const UNTIL_MS = Date.UTC(2041, 0, 1);
const MINUTE_MS = 60_000;
const QUARTER_MS = MINUTE_MS / 4;
const JUMP_SHARE = 5;
const SPREAD_DECIMALS = 1;
/** Maximum spread in tenths of a pip. */
const SPREAD_MAX = 10_000n;

const KINDS = {
  "time,bid,ask": "TICKS",
  "time,o,h,l,c": "M1",
  "time,o,h,l,c,spread": "M1",
} as const;

export interface PriceFile {
  readonly kind: "TICKS" | "M1";
  readonly lines: number;
  readonly quotes: QuoteColumns;
}

/** Columns of quotes, oldest first, with int32 prices. */
export interface QuoteColumns {
  readonly times: Float64Array;
  readonly bids: Int32Array;
  readonly asks: Int32Array;
}

type Fault =
  | "prices_line"
  | "prices_time"
  | "prices_order"
  | "prices_closed"
  | "prices_price"
  | "prices_crossed"
  | "prices_candle"
  | "prices_spread"
  | "prices_jump";

interface Row {
  readonly timeMs: number;
  /** The line's quotes, in replay order. */
  readonly quotes: readonly (readonly [bid: number, ask: number])[];
}

/**
 * Parses a file in slices, so that other requests can run in between. Throws a refusal for the
 * first problem.
 */
export async function readPriceFile(text: string, instrument: Instrument): Promise<PriceFile> {
  const { head, lines } = linesOf(text);
  const form = head.trim().toLowerCase();
  if (!Object.hasOwn(KINDS, form)) throw priceFileRefusals.prices_head();
  if (lines.length === 0) throw priceFileRefusals.prices_empty();
  if (lines.length > PRICE_LINES_MAX)
    throw priceFileRefusals.prices_too_long({ max: PRICE_LINES_MAX.toLocaleString("en-US") });
  const kind = KINDS[form as keyof typeof KINDS];
  const fields = form.split(",").length;
  const rows: Row[] = [];
  const faults: { readonly line: number; readonly fault: Fault }[] = [];
  const slice = beginSlice();
  for (const [place, line] of lines.entries()) {
    if (place % LINES_PER_SLICE === 0 && slice.isOver()) await slice.next();
    const row = rowOf(line, { kind, fields, instrument, before: rows.at(-1) });
    if (typeof row !== "string") rows.push(row);
    else if (faults.push({ line: place + 2, fault: row }) > MORE_MAX) break;
  }
  if (faults.length > 0) throw refusalOf(faults, form, instrument);
  const quotes = await columnsOf(rows, kind, slice);
  const lengthMs = (quotes.times.at(-1) ?? 0) - (quotes.times[0] ?? 0);
  if (lengthMs < MINUTE_MS - QUARTER_MS) throw priceFileRefusals.prices_short();
  return { kind, lines: lines.length, quotes };
}

/**
 * Splits the text into lines. Stops at one line more than allowed, so that the remainder of a huge
 * text is not split.
 */
function linesOf(text: string): { readonly head: string; readonly lines: readonly string[] } {
  const whole = text.replace(/^\uFEFF/, "").trimEnd();
  const [head = "", ...lines] = whole.split("\n", PRICE_LINES_MAX + 2);
  return {
    head: head.slice(0, LINE_CHARACTERS_MAX),
    lines: lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line)),
  };
}

interface Reading {
  readonly kind: PriceFile["kind"];
  readonly fields: number;
  readonly instrument: Instrument;
  readonly before: Row | undefined;
}

function rowOf(line: string, { kind, fields, instrument, before }: Reading): Row | Fault {
  if (line.length > LINE_CHARACTERS_MAX) return "prices_line";
  const cells = line.split(",").map((cell) => cell.trim());
  const [time = "", ...numbers] = cells;
  if (cells.length !== fields) return "prices_line";
  const timeMs = timeOf(time);
  if (timeMs === undefined || (kind === "M1" && timeMs % MINUTE_MS !== 0)) return "prices_time";
  if (before && timeMs <= before.timeMs) return "prices_order";
  if (!isMarketOpen(timeMs)) return "prices_closed";
  const quotes =
    kind === "M1" ? candleQuotes(numbers, instrument) : tickQuotes(numbers, instrument);
  if (typeof quotes === "string") return quotes;
  const [first] = quotes;
  const last = before?.quotes.at(-1);
  if (first && last && isFar(first[0] + first[1], last[0] + last[1])) return "prices_jump";
  return { timeMs, quotes };
}

/** Parses a UTC time with `T` or a space, with or without seconds, milliseconds and `Z`. */
function timeOf(text: string): number | undefined {
  const [, date, minute, second = ":00", part = ""] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,3})?Z?$/.exec(text) ?? [];
  if (date === undefined || minute === undefined) return undefined;
  const written = `${date}T${minute}${second}`;
  const timeMs = Date.parse(`${written}${part}Z`);
  if (!(timeMs >= FROM_MS && timeMs < UNTIL_MS)) return undefined;
  // Rejects the 31st of a shorter month, which JavaScript would treat as the first of the next
  // month.
  return new Date(timeMs).toISOString().startsWith(written) ? timeMs : undefined;
}

function tickQuotes(cells: readonly string[], instrument: Instrument): Row["quotes"] | Fault {
  const [bid, ask] = cells.map((cell) => readPrice(cell, instrument));
  if (typeof bid !== "number" || typeof ask !== "number") return "prices_price";
  return bid > ask ? "prices_crossed" : [[bid, ask]];
}

function candleQuotes(cells: readonly string[], instrument: Instrument): Row["quotes"] | Fault {
  const [o, h, l, c] = cells.slice(0, 4).map((cell) => readPrice(cell, instrument));
  const isPrice = (price: unknown): price is number => typeof price === "number";
  if (!isPrice(o) || !isPrice(h) || !isPrice(l) || !isPrice(c)) return "prices_price";
  if (Math.max(o, c) > h || Math.min(o, c) < l) return "prices_candle";
  const tenths = cells[4] === undefined ? BigInt(instrument.spreadTenths) : spreadOf(cells[4]);
  if (tenths === undefined) return "prices_spread";
  const spread = (Number(tenths) * instrument.pip) / 10;
  const [near, far] = h - o <= o - l ? [h, l] : [l, h];
  return [o, near, far, c].map((bid) => [bid, bid + spread] as const);
}

function spreadOf(cell: string): bigint | undefined {
  const tenths = parseAmount(cell, SPREAD_DECIMALS);
  return tenths !== undefined && tenths >= 0n && tenths <= SPREAD_MAX ? tenths : undefined;
}

function isFar(doubled: number, from: number): boolean {
  return Math.abs(doubled - from) * JUMP_SHARE > from;
}

async function columnsOf(
  rows: readonly Row[],
  kind: PriceFile["kind"],
  slice: Slice,
): Promise<QuoteColumns> {
  const count = rows.reduce((sum, { quotes }) => sum + quotes.length, 0);
  const [times, bids, asks] = [
    new Float64Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ];
  const stepMs = kind === "M1" ? QUARTER_MS : 0;
  let at = 0;
  for (const [row, { timeMs, quotes }] of rows.entries()) {
    if (row % LINES_PER_SLICE === 0 && slice.isOver()) await slice.next();
    for (const [place, [bid, ask]] of quotes.entries()) {
      times[at] = timeMs + place * stepMs;
      bids[at] = bid;
      asks[at] = ask;
      at += 1;
    }
  }
  return { times, bids, asks };
}

function refusalOf(
  faults: readonly { readonly line: number; readonly fault: Fault }[],
  form: string,
  { name }: Instrument,
): Refusal {
  const [first, ...others] = faults;
  if (!first) throw new RangeError("a refusal needs at least one fault");
  const lineNumbers = others.slice(0, MORE_MAX - 1).map(({ line }) => String(line));
  const rest = others.length > lineNumbers.length ? " and more" : "";
  const more =
    lineNumbers.length === 0 ? "" : ` Also wrong: line ${lineNumbers.join(", ")}${rest}.`;
  return priceFileRefusals[first.fault]({
    line: String(first.line),
    more,
    fields: form,
    instrument: name.replace("_", "/"),
  });
}
