/**
 * Keeps recent quotes from the stream: the quote at any moment of the last few seconds, and whether
 * the stream was alive at that moment. Older ticks cannot be processed again, so trading continues
 * at the first valid quote after an outage. Bad ticks are counted and ignored.
 */
import { closesAt, isMarketOpen, judgeTick, NO_TICKS, PAIRS } from "#market";
import type { Instrument, Quote, Quotes, TickState } from "#market";
import type { Clock } from "#platform";
import { createMinutes, type OandaMinutes } from "./oanda-minutes.ts";
import { SILENCE_MS } from "./price-stream.ts";
import type { StreamMessage } from "./read-message.ts";

export interface OandaQuotes {
  readonly receive: (message: StreamMessage) => void;
  /**
   * Returns the quotes at a time. Undefined if the market was closed, the stream was silent, or the
   * time is too long ago.
   */
  quotesAt(timeMs: number): Quotes | undefined;
  /** Returns the last valid quotes, or undefined while any pair has no valid quote. */
  valuedAt(timeMs: number): Quotes | undefined;
  /** Returns the newest valid quote of each pair that has one. */
  newest(): readonly { readonly instrument: Instrument; readonly quote: Quote }[];
  /** Number of bad ticks and unreadable lines since the process started. */
  badTicks(): number;
  readonly minutes: OandaMinutes;
}

interface ReceivedPrice {
  readonly atMs: number;
  /** Undefined if the instrument was not tradeable from this time on. */
  readonly quote: Quote | undefined;
}

interface Pair {
  state: TickState;
  /** Received prices, oldest first. */
  received: readonly ReceivedPrice[];
  /** The last valid quote before `received`. */
  before: Quote | undefined;
}

/** Number of prices kept per pair. OANDA sends at most four prices per second. */
const RECEIVED_MAX = 50;
/**
 * How far a tick's time may be ahead of the clock. A tick further in the future would make all
 * later ticks look old.
 */
const AHEAD_MS_MAX = 5_000;

export function createOandaQuotes(
  clock: Clock,
  stored: readonly { readonly instrument: Instrument; readonly quote: Quote }[] = [],
  today: Parameters<typeof createMinutes>[0] = [],
): OandaQuotes {
  const pairs = new Map<Instrument, Pair>(
    PAIRS.map((instrument) => {
      const before = stored.find((one) => one.instrument === instrument)?.quote;
      return [instrument, { state: { ...NO_TICKS, last: before }, received: [], before }];
    }),
  );
  const minutes = createMinutes(today);
  let bad = 0;
  let aliveFromMs = Infinity;
  let receivedMs = -Infinity;

  const noteReceived = (nowMs: number) => {
    const sinceMs = nowMs - receivedMs;
    if (Math.abs(sinceMs) > SILENCE_MS) aliveFromMs = nowMs;
    // If the clock was set back, detect silence without waiting until the clock has caught up.
    if (sinceMs > 0 || sinceMs < -SILENCE_MS) receivedMs = nowMs;
  };
  const take = (instrument: Instrument, quote: Quote | undefined, nowMs: number) => {
    const pair = pairs.get(instrument);
    if (!pair) return;
    if (quote) {
      const judged = judge(pair.state, quote, nowMs);
      if (judged) ({ state: pair.state } = judged);
      if (!judged || judged.fault !== undefined) {
        bad += 1;
        return;
      }
      if (isMarketOpen(nowMs)) minutes.take(instrument, quote, nowMs);
    }
    const all = [...pair.received, { atMs: nowMs, quote }];
    const gone = all.slice(0, -RECEIVED_MAX).findLast((one) => one.quote)?.quote;
    pair.before = gone ?? pair.before;
    pair.received = all.slice(-RECEIVED_MAX);
  };

  return {
    minutes,
    badTicks: () => bad,
    receive(message) {
      const nowMs = clock.now().getTime();
      if (message.kind === "unreadable") bad += 1;
      if (message.kind === "heartbeat" || message.kind === "price") noteReceived(nowMs);
      if (message.kind === "price") take(message.instrument, message.quote, nowMs);
    },
    quotesAt(timeMs) {
      const isAlive = timeMs >= aliveFromMs && timeMs - receivedMs <= SILENCE_MS;
      if (!isAlive || timeMs > clock.now().getTime() || !isMarketOpen(timeMs)) return undefined;
      return (instrument) =>
        pairs.get(instrument)?.received.findLast(({ atMs }) => atMs <= timeMs)?.quote;
    },
    valuedAt(timeMs) {
      const good = ({ received, before }: Pair) =>
        received.findLast(({ atMs, quote }) => quote && atMs <= timeMs)?.quote ?? before;
      if ([...pairs.values()].some((pair) => !good(pair))) return undefined;
      return (instrument) => {
        const pair = pairs.get(instrument);
        return pair && good(pair);
      };
    },
    newest: () =>
      [...pairs].flatMap(
        ([
          instrument,
          {
            state: { last },
          },
        ]) => (last ? [{ instrument, quote: last }] : []),
      ),
  };
}

/** Classifies a tick. Returns undefined if the tick is bad regardless of the previous ticks. */
function judge(state: TickState, quote: Quote, nowMs: number) {
  if (quote.bid >= quote.ask || quote.timeMs - nowMs > AHEAD_MS_MAX) return undefined;
  // Any price is valid after closed hours.
  const isGapExpected = state.last !== undefined && closesAt(state.last.timeMs) <= nowMs;
  return judgeTick(state, quote, { nowMs, isGapExpected });
}
