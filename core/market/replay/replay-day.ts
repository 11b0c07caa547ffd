/**
 * Computes the price path of a past day, which passes through the ECB's real fixings. Between
 * fixings (14:15 in Frankfurt), the path is modelled with the volatility and correlation of the
 * previous days. A move of more than five deviations is a single jump at a known or drawn time. The
 * ECB's rates are public, so knowing where the path ends gives no unfair advantage.
 */
import { newYorkClose, type Day } from "../hours/calendar.ts";
import { isTradingDay, openingOf, opensWithGap } from "../hours/market-hours.ts";
import { EURO_COLUMNS, rowAt, timeOf, writeDollars, type Fixing } from "../fixings/fixings.ts";
import type { Instrument } from "../instruments/instruments.ts";
import type { PricePath } from "../path/price-path.ts";
import { BLOCK_MS, BLOCK_SPREAD, GAP_BLOCKS, GAP_SPREAD } from "../path/sessions.ts";
import { bridgesOf, mixed, uniform, type Bridges } from "./bridge.ts";
import { KNOWN_JUMPS, PINS, type Pin } from "./events.ts";
import { replaySpreads } from "./replay-spreads.ts";
import { historyOf, type History } from "./history.ts";
import { clockOf, varianceBetween } from "./variance-clock.ts";

const DEVIATIONS_MAX = 5;

/**
 * A section of one currency's path, from one share to another of the variance between two fixings.
 */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The time from one fixing to the next. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly history: History;
  readonly write: (timeMs: number, perEuro: Float64Array) => void;
}

interface ReplayOptions {
  /**
   * Only pairs of the first columns have prices, and these prices are the same as without it.
   */
  readonly columns?: number;
  /** Spreads also widen with volatility and around known news. Otherwise, they follow the hour. */
  readonly widens?: boolean;
}

/**
 * Builds the path of a past day. Returns undefined if the day is not between two fixings, or if the
 * market was closed.
 */
export function replayDay(
  fixings: readonly Fixing[],
  day: Day,
  { columns, widens = false }: ReplayOptions = {},
): PricePath | undefined {
  const spans = spansOf(fixings, day, columns);
  if (!spans) return undefined;
  const fromMs = openingOf(day);
  const perEuro = new Float64Array(EURO_COLUMNS.length);
  const hasGap = opensWithGap(day);
  let spreads = BLOCK_SPREAD.map((spread, block) =>
    hasGap && block < GAP_BLOCKS ? GAP_SPREAD : spread,
  );
  if (widens) {
    // The spread depends on the moves of all currencies.
    const ofAll = columns === undefined ? spans : spansOf(fixings, day);
    spreads = [...replaySpreads(fixings, day, writerOf(ofAll ?? spans))];
  }
  const write = writerOf(spans);
  return {
    fromMs,
    untilMs: newYorkClose(day),
    spreadTenths: (instrument) => instrument.spreadTenths,
    spreadAt: (timeMs) => spreads[Math.floor((timeMs - fromMs) / BLOCK_MS)] ?? 1,
    isHalted,
    levelsAt: (timeMs, levels) => {
      write(timeMs, perEuro);
      writeDollars(perEuro, levels);
    },
  };
}

/** Returns a function that writes the rates of a day with these spans. */
function writerOf(spans: readonly Span[]): Span["write"] {
  return (timeMs, perEuro) =>
    spans.findLast((span) => span.fromMs <= timeMs)?.write(timeMs, perEuro);
}

/** Returns the spans between fixings that a trading day touches, oldest first. */
export function spansOf(
  fixings: readonly Fixing[],
  day: Day,
  columns: number = EURO_COLUMNS.length,
): readonly Span[] | undefined {
  if (!isTradingDay(day)) return undefined;
  const first = rowBefore(fixings, openingOf(day));
  const last = rowBefore(fixings, newYorkClose(day) - 1);
  const spans: Span[] = [];
  for (let row = first; row <= last; row += 1) {
    const span = spanOf(fixings, row, day, columns);
    if (!span) return undefined;
    spans.push(span);
  }
  return spans;
}

function rowBefore(fixings: readonly Fixing[], timeMs: number): number {
  const row = rowAt(fixings, Math.floor(timeMs / 86_400_000));
  const fixing = fixings[row];
  return fixing && timeOf(fixing) > timeMs ? row - 1 : row;
}

/** Prepares the part of a span that lies within the day. */
function spanOf(
  fixings: readonly Fixing[],
  row: number,
  day: Day,
  columns: number,
): Span | undefined {
  const [from, to] = [fixings[row], fixings[row + 1]];
  const history = historyOf(fixings, row);
  if (!from || !to || !history) return undefined;
  const fromMs = timeOf(from);
  const untilMs = timeOf(to);
  const variance = varianceBetween(fromMs, untilMs);
  const shareAt = (timeMs: number) => varianceBetween(fromMs, timeMs) / variance;
  const bridges = bridgesOf(mixed(from.day), history.correlate.slice(0, columns));
  const scales = history.deviations
    .slice(0, columns)
    .map((deviation, column) => deviation * (from.perEuro[column] ?? 0) * Math.sqrt(variance));
  const knownJump = KNOWN_JUMPS.map(({ time }) => Date.parse(time)).find(
    (timeMs) => timeMs > fromMs && timeMs < untilMs,
  );
  const pieces = EURO_COLUMNS.slice(0, columns).map((currency, column) =>
    piecesOf({
      start: from.perEuro[column] ?? 0,
      end: to.perEuro[column] ?? 0,
      scale: scales[column] ?? 0,
      jumpAt: knownJump === undefined ? uniform(mixed(from.day, column)) : shareAt(knownJump),
      pin: PINS.find(
        (pin) =>
          pin.currency === currency &&
          Date.parse(pin.haltFrom) > fromMs &&
          Date.parse(pin.haltUntil) < untilMs,
      ),
      shareAt,
    }),
  );
  const write = writer(bridges, pieces, scales);
  const clock = clockOf(day);
  const enteredMs = Math.max(fromMs, openingOf(day));
  const offset = varianceBetween(fromMs, enteredMs) - clock(enteredMs);
  return {
    fromMs,
    untilMs,
    history,
    write: (timeMs, perEuro) => write((offset + clock(timeMs)) / variance, perEuro),
  };
}

interface Way {
  readonly start: number;
  readonly end: number;
  /** Standard deviation over the whole span. */
  readonly scale: number;
  readonly jumpAt: number;
  readonly pin: Pin | undefined;
  readonly shareAt: (timeMs: number) => number;
}

function piecesOf({ start, end, scale, jumpAt, pin, shareAt }: Way): readonly Piece[] {
  if (pin) {
    const before = shareAt(Date.parse(pin.haltFrom));
    const after = shareAt(Date.parse(pin.haltUntil));
    return [
      { from: 0, to: before, start, end: pin.lastPerEuro },
      { from: before, to: after, start: pin.lastPerEuro, end: pin.lastPerEuro },
      { from: after, to: 1, start: pin.firstPerEuro, end },
    ];
  }
  const move = end - start;
  const excess = Math.abs(move) - DEVIATIONS_MAX * scale;
  if (excess <= 0) return [{ from: 0, to: 1, start, end }];
  const jump = Math.sign(move) * excess;
  const middle = start + (move - jump) * jumpAt;
  return [
    { from: 0, to: jumpAt, start, end: middle },
    { from: jumpAt, to: 1, start: middle + jump, end },
  ];
}

/**
 * Returns a function that writes prices. Subtracting the line between a bridge's values at the ends
 * of a section leaves a bridge of that section.
 */
function writer(
  bridges: Bridges,
  pieces: readonly (readonly Piece[])[],
  scales: readonly number[],
): (share: number, perEuro: Float64Array) => void {
  const values = new Float64Array(scales.length);
  const ends = pieces.map((ofColumn, column) =>
    ofColumn.map(({ from, to }) => {
      const at = (share: number) => {
        if (share <= 0 || share >= 1) return 0;
        bridges(share, values);
        return values[column] ?? 0;
      };
      return { from: at(from), to: at(to) };
    }),
  );
  return (share, perEuro) => {
    bridges(share, values);
    for (let column = 0; column < scales.length; column += 1) {
      const ofColumn = pieces[column] ?? [];
      const index = ofColumn.length === 1 ? 0 : ofColumn.findLastIndex(({ from }) => from <= share);
      const piece = ofColumn[index];
      const end = ends[column]?.[index];
      if (!piece || !end) continue;
      const way = (share - piece.from) / (piece.to - piece.from);
      const line = end.from + way * (end.to - end.from);
      const noise = ((values[column] ?? 0) - line) * (scales[column] ?? 0);
      const value = piece.start + way * (piece.end - piece.start) + noise;
      // A bridge has no lower bound, so the rate is limited to at least half its end value, which
      // is far below any real price.
      perEuro[column] = Math.max(value, piece.end / 2);
    }
  };
}

const HALTS = PINS.map(({ currency, haltFrom, haltUntil }) => ({
  currency,
  fromMs: Date.parse(haltFrom),
  untilMs: Date.parse(haltUntil),
}));

function isHalted({ base, quote }: Instrument, timeMs: number): boolean {
  return HALTS.some(
    ({ currency, fromMs, untilMs }) =>
      timeMs >= fromMs && timeMs < untilMs && (currency === base || currency === quote),
  );
}
