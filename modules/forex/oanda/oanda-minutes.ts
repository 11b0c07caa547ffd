/**
 * Builds candles from streamed prices: one-minute candles until they are stored, five-second
 * candles for an hour, and the current day's candle.
 */
import { dayAt, newYorkClose, withTick, type Candle, type Instrument, type Quote } from "#market";

const MINUTE_MS = 60_000;
/**
 * Maximum number of minutes waiting to be stored. Without a limit, they would accumulate in a
 * process that does not store candles.
 */
const MINUTES_MAX = 90;
const FIVE_SECONDS_MS = 5_000;
const FIVE_SECONDS_MAX = 720;

/** The candles of all pairs that start at the same time. */
export interface Minute {
  readonly timeMs: number;
  readonly candles: ReadonlyMap<Instrument, Candle>;
}

export interface OandaMinutes {
  take(instrument: Instrument, quote: Quote, nowMs: number): void;
  /** Returns the one-minute candles, oldest first. The last candle may be incomplete. */
  all(): readonly Minute[];
  /** Returns the five-second candles. */
  seconds(): readonly Minute[];
  /** Returns the first quote of the last trading day with received prices. */
  openingOf(instrument: Instrument): Quote | undefined;
  /** Returns the highest and lowest mid of the last trading day with received prices. */
  rangeOf(instrument: Instrument): { readonly high: number; readonly low: number } | undefined;
}

/** Creates the collection. `today` is the stored part of the current day, one candle per pair. */
export function createMinutes(
  today: readonly (readonly [Instrument, Candle])[] = [],
): OandaMinutes {
  const minutes = createCandleStore(MINUTE_MS, MINUTES_MAX);
  const seconds = createCandleStore(FIVE_SECONDS_MS, FIVE_SECONDS_MAX);
  const quotes = new Map<Instrument, Quote>();
  let day = { untilMs: 0, candles: new Map<Instrument, Candle>() };
  const [first] = today;
  if (first) day = { untilMs: newYorkClose(dayAt(first[1].timeMs)), candles: new Map(today) };
  return {
    openingOf(instrument) {
      const candle = day.candles.get(instrument);
      return candle && { bid: candle.bid.o, ask: candle.ask.o, timeMs: candle.timeMs };
    },
    rangeOf(instrument) {
      const mid = day.candles.get(instrument)?.mid;
      return mid && { high: mid.h, low: mid.l };
    },
    take(instrument, quote, nowMs) {
      if (nowMs >= day.untilMs) day = { untilMs: newYorkClose(dayAt(nowMs)), candles: new Map() };
      const ofDay = day.candles.get(instrument);
      const before = quotes.get(instrument);
      quotes.set(instrument, quote);
      day.candles.set(instrument, withTick(ofDay, quote, ofDay?.timeMs ?? nowMs, before));
      minutes.take(instrument, quote, nowMs, before);
      seconds.take(instrument, quote, nowMs, before);
    },
    all: minutes.all,
    seconds: seconds.all,
  };
}

function createCandleStore(lengthMs: number, countMax: number) {
  let slots: { readonly timeMs: number; readonly candles: Map<Instrument, Candle> }[] = [];
  return {
    all: (): readonly Minute[] => slots,
    take(instrument: Instrument, quote: Quote, nowMs: number, before: Quote | undefined) {
      const timeMs = Math.floor(nowMs / lengthMs) * lengthMs;
      let last = slots.at(-1);
      if (last === undefined || last.timeMs < timeMs) {
        last = { timeMs, candles: new Map() };
        slots = [...slots, last].slice(-countMax);
      }
      last.candles.set(
        instrument,
        withTick(last.candles.get(instrument), quote, last.timeMs, before),
      );
    },
  };
}
