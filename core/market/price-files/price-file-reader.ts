/**
 * Reads a price file line by line, in constant memory. Recognises the format by the first lines,
 * skips closed hours, and replaces a line by a later line with the same time. A candle is replayed
 * as open, nearer extreme, other extreme and close, a quarter of its length each. An invalid line
 * makes the whole file invalid.
 */
import { closesAt, isMarketOpen, opensAt } from "../hours/market-hours.ts";
import type { Instrument } from "../instruments/instruments.ts";
import { hasBidsOnly, hasCandles } from "./formats.ts";
import { CANDLE_MINUTES, candleKind, zoneOf, type CandleKind } from "./file-sample.ts";
import { lineFault, MORE_FAULTS_MAX, PriceFileFault, type LineFault } from "./price-file-fault.ts";
import { cellsOf } from "./read-cells.ts";
import { rowReader } from "./read-row.ts";
import type { LocalTime } from "./read-time.ts";
import { nearestText, recogniseFormat } from "./recognise-format.ts";
import { clockOf, type ZoneClock } from "./time-zones.ts";

export type PriceFileKind = "TICKS" | CandleKind;

export interface PriceFileSummary {
  readonly format: string;
  readonly kind: PriceFileKind;
  /** Time zone that the user gave. Null if the format or the times contain it. */
  readonly timeZone: string | null;
  /** True if the file has no spread, so the pair's base spread is used. */
  readonly isSpreadAssumed: boolean;
  /** Number of lines that are replayed. */
  readonly lines: number;
  readonly closedLines: number;
  readonly replacedLines: number;
}

export interface PriceFileReader {
  /** Reads the next line, without its line break. Throws PriceFileFault. */
  readonly line: (text: string) => void;
  /** Reads the end of the file. Throws PriceFileFault. */
  readonly end: () => PriceFileSummary;
  /** Number of lines so far. */
  readonly linesRead: () => number;
}

export interface PriceFileOptions {
  readonly instrument: Instrument;
  readonly timeZone?: string | undefined;
  readonly linesMax: number;
  /** Receives the quotes in order. */
  readonly onQuote: (timeMs: number, bid: number, ask: number) => void;
}

/** Maximum number of characters in a line. TradingView adds a column for every indicator. */
export const LINE_CHARACTERS_MAX = 4_000;
/** Number of first lines from which the format and the length of candles are derived. */
const SAMPLE_LINES = 100;
/** Maximum number of lines that are searched for further invalid lines. */
const MORE_LINES_MAX = 10_000;
const FROM_MS = Date.UTC(1999, 0, 1);
const UNTIL_MS = Date.UTC(2041, 0, 1);
const MINUTE_MS = 60_000;
const JUMP_SHARE = 5;

export function priceFileReader(options: PriceFileOptions): PriceFileReader {
  const sample: { readonly number: number; readonly text: string }[] = [];
  let number = 0;
  let rows: Rows | undefined;
  const start = () => {
    rows = openRows(
      options,
      sample.map(({ text }) => text),
    );
    for (const line of sample.slice(rows.headerLines)) rows.row(line.text, line.number);
    return rows;
  };
  return {
    linesRead: () => number,
    line(text) {
      number += 1;
      if (number > options.linesMax + SAMPLE_LINES) throw tooLong(options.linesMax);
      const line = text.endsWith("\r") ? text.slice(0, -1) : text;
      if (line.trim() === "") return;
      if (rows) return rows.row(line, number);
      if (line.length > LINE_CHARACTERS_MAX && sample.length === 0)
        throw new PriceFileFault("prices_head", { nearest: "" });
      sample.push({ number, text: number === 1 ? line.replace(/^\uFEFF/, "") : line });
      if (sample.length === SAMPLE_LINES) start();
      return undefined;
    },
    end: () => (rows ?? start()).end(),
  };
}

interface Rows {
  readonly headerLines: number;
  readonly row: (line: string, number: number) => void;
  readonly end: () => PriceFileSummary;
}

function openRows(
  { instrument, timeZone, linesMax, onQuote }: PriceFileOptions,
  sample: string[],
): Rows {
  const recognised = recogniseFormat(sample);
  if (!("format" in recognised))
    throw new PriceFileFault("prices_head", { nearest: nearestText(recognised.nearest) });
  const { format, hasHeader } = recognised;
  const headerLines = hasHeader ? 1 : 0;
  const headerCells = hasHeader ? cellsOf(sample[0] ?? "", format.delimiter).length : 0;
  const reader = rowReader(format, instrument, headerCells);
  const first = sample.slice(headerLines);
  const zone = zoneOf(format, first[0] ?? "", timeZone);
  const clock = clockOf(zone ?? "UTC");
  const kind = hasCandles(format) ? candleKind(reader, first) : "TICKS";
  const stepMs = kind === "TICKS" ? 0 : (CANDLE_MINUTES[kind] * MINUTE_MS) / 4;

  const faults: { readonly line: number; readonly fault: LineFault }[] = [];
  let [lines, closedLines, replacedLines] = [0, 0, 0];
  let [lastMs, startMs, endMs, lastSum] = [-Infinity, NaN, NaN, 0];
  let [hoursFromMs, hoursUntilMs, isOpen] = [Infinity, -Infinity, false];
  let [pending, next]: [number[], number[]] = [[], []];
  let pendingMs = NaN;

  const isMarketOpenAt = (timeMs: number) => {
    if (timeMs < hoursFromMs || timeMs >= hoursUntilMs) {
      isOpen = isMarketOpen(timeMs);
      [hoursFromMs, hoursUntilMs] = [timeMs, isOpen ? closesAt(timeMs) : opensAt(timeMs)];
    }
    return isOpen;
  };
  const flush = () => {
    for (let at = 0; at < pending.length; at += 2)
      onQuote(pendingMs + (at / 2) * stepMs, pending[at] ?? 0, pending[at + 1] ?? 0);
    if (pending.length > 0) endMs = pendingMs + (pending.length / 2 - 1) * stepMs;
    pending.length = 0;
  };
  const read = (line: string): LineFault | undefined => {
    if (line.length > LINE_CHARACTERS_MAX) return "prices_line";
    const cells = reader.cells(line);
    if (typeof cells === "string") return cells;
    const time = reader.time(cells);
    const timeMs = utcOf(time, clock, lastMs);
    if (timeMs === "prices_missing_time" && !isMarketOpen(clock.nearUtc(time.localMs))) {
      closedLines += 1;
      return undefined;
    }
    if (typeof timeMs === "string") return timeMs;
    if (timeMs < FROM_MS || timeMs >= UNTIL_MS) return "prices_time";
    if (stepMs > 0 && timeMs % MINUTE_MS !== 0) return "prices_time";
    if (timeMs < lastMs) return "prices_order";
    const isAgain = timeMs === pendingMs;
    lastMs = timeMs;
    if (!isMarketOpenAt(timeMs)) {
      closedLines += 1;
      return undefined;
    }
    if (!isAgain && (timeMs - startMs) % (4 * stepMs || 1) !== 0 && lines > 0) return "prices_step";
    next.length = 0;
    const fault = reader.quotes(cells, next);
    if (fault) return fault;
    const sum = (next[0] ?? 0) + (next[1] ?? 0);
    if (lastSum > 0 && Math.abs(sum - lastSum) * JUMP_SHARE > lastSum) return "prices_jump";
    lastSum = (next.at(-2) ?? 0) + (next.at(-1) ?? 0);
    if (isAgain) replacedLines += 1;
    else {
      flush();
      lines += 1;
      if (lines === 1) startMs = timeMs;
    }
    [pending, next, pendingMs] = [next, pending, timeMs];
    return undefined;
  };
  const refuse = (): never => {
    throw lineFault(faults, {
      fields: format.header
        ? (sample[0] ?? "").slice(0, 200)
        : format.columns.join(format.delimiter),
      format: format.name,
      instrument: instrument.name.replace("_", "/"),
      timeZone: zone ?? "UTC",
    });
  };

  return {
    headerLines,
    row(line, number) {
      const [earliest] = faults;
      if (lines + closedLines + replacedLines >= linesMax) throw tooLong(linesMax);
      const fault = read(line);
      if (fault) faults.push({ line: number, fault });
      if (faults.length > MORE_FAULTS_MAX || (earliest && number > earliest.line + MORE_LINES_MAX))
        refuse();
    },
    end() {
      if (faults.length > 0) refuse();
      if (lines === 0)
        throw new PriceFileFault(closedLines === 0 ? "prices_empty" : "prices_closed");
      flush();
      if (endMs - startMs < MINUTE_MS - MINUTE_MS / 4) throw new PriceFileFault("prices_short");
      return {
        format: format.name,
        kind,
        timeZone: zone !== undefined && zone === timeZone ? zone : null,
        isSpreadAssumed: hasBidsOnly(format),
        lines,
        closedLines,
        replacedLines,
      };
    },
  };
}

function utcOf(
  { localMs, offsetMs }: LocalTime,
  clock: ZoneClock,
  afterMs: number,
): number | LineFault {
  if (Number.isNaN(localMs)) return "prices_time";
  if (offsetMs !== undefined) return localMs - offsetMs;
  return clock.toUtc(localMs, afterMs) ?? "prices_missing_time";
}

function tooLong(linesMax: number): PriceFileFault {
  return new PriceFileFault("prices_too_long", { max: linesMax.toLocaleString("en-US") });
}
