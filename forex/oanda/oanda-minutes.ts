/** Candles of a minute of what the stream told, until they are stored, and of the running day. */
import { dayAt, newYorkClose, withTick, type Candle, type Instrument, type Quote } from "#market";

const MINUTE_MS = 60_000;
/** Minutes that wait to be stored: another process may do it. */
const KEPT_MAX = 90;

export interface Minute {
  readonly timeMs: number;
  readonly candles: ReadonlyMap<Instrument, Candle>;
}

export interface OandaMinutes {
  take(instrument: Instrument, quote: Quote, nowMs: number): void;
  /** Oldest first; the last one may be running. */
  all(): readonly Minute[];
  /** First quote of the last trading day that something was heard of. */
  openingOf(instrument: Instrument): Quote | undefined;
  /** Highest and lowest mid of that day. */
  rangeOf(instrument: Instrument): { readonly high: number; readonly low: number } | undefined;
}

/** `today`: what was stored of the running day, one candle of each pair. */
export function createMinutes(
  today: readonly (readonly [Instrument, Candle])[] = [],
): OandaMinutes {
  let kept: { readonly timeMs: number; readonly candles: Map<Instrument, Candle> }[] = [];
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
      day.candles.set(instrument, withTick(ofDay, quote, ofDay?.timeMs ?? nowMs));
      const timeMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
      let minute = kept.at(-1);
      if (minute === undefined || minute.timeMs < timeMs) {
        minute = { timeMs, candles: new Map() };
        kept = [...kept, minute].slice(-KEPT_MAX);
      }
      const candle = withTick(minute.candles.get(instrument), quote, minute.timeMs);
      minute.candles.set(instrument, candle);
    },
    all: () => kept,
  };
}
