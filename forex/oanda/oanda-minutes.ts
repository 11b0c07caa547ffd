/** Candles of a minute of what the stream told, until they are stored. */
import { withTick, type Candle, type Instrument, type Quote } from "#market";

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
}

export function createMinutes(): OandaMinutes {
  let kept: { readonly timeMs: number; readonly candles: Map<Instrument, Candle> }[] = [];
  return {
    take(instrument, quote, nowMs) {
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
