/**
 * What the stream told lately, as a market: which quote held at a moment of the last seconds, and
 * whether anything was heard then. What is older than that cannot be walked again, so after an
 * outage the first good quote counts. Bad ticks are counted and change nothing.
 */
import { closesAt, isMarketOpen, judgeTick, NO_TICKS, PAIRS } from "#market";
import type { Instrument, Quote, Quotes, TickState } from "#market";
import type { Clock } from "#platform";
import { createMinutes, type OandaMinutes } from "./oanda-minutes.ts";
import { SILENCE_MS } from "./price-stream.ts";
import type { StreamMessage } from "./read-message.ts";

export interface OandaQuotes {
  readonly receive: (message: StreamMessage) => void;
  /** Undefined: the market was closed, nothing was heard then, or it is too long ago. */
  quotesAt(timeMs: number): Quotes | undefined;
  /** The last good quotes; undefined while one of the pairs had none. */
  valuedAt(timeMs: number): Quotes | undefined;
  /** The newest good quote of each pair that has one. */
  newest(): readonly { readonly instrument: Instrument; readonly quote: Quote }[];
  /** Ticks that were bad, and lines that could not be read, since the start. */
  badTicks(): number;
  readonly minutes: OandaMinutes;
}

interface ReceivedPrice {
  readonly atMs: number;
  /** Undefined: it was not tradeable from then on. */
  readonly quote: Quote | undefined;
}

interface Pair {
  state: TickState;
  /** Oldest first. */
  received: readonly ReceivedPrice[];
  /** What was good before those. */
  before: Quote | undefined;
}

/** Of each pair: OANDA tells at most four a second. */
const RECEIVED_MAX = 50;
/** A time further ahead of our clock would make all ticks after it look old. */
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
    // A clock that was set back must not hide a silence until it has caught up.
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

/** Undefined: it is bad without a look at those before. */
function judge(state: TickState, quote: Quote, nowMs: number) {
  if (quote.bid >= quote.ask || quote.timeMs - nowMs > AHEAD_MS_MAX) return undefined;
  // Over hours in which the market was closed any price may follow.
  const isGapExpected = state.last !== undefined && closesAt(state.last.timeMs) <= nowMs;
  return judgeTick(state, quote, { nowMs, isGapExpected });
}
