/** Converts the quotes of API responses and of stream frames to one common type. */
import { INSTRUMENTS, holdableNamed } from "#market";
import { parseAmount } from "#money";
import type { FrameQuote, QuoteStatus } from "../../../../api/quote-frame.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

/**
 * The latest price of an instrument. Prices are integers in the scale of `#market`; `priceText`
 * formats them.
 */
export interface LiveQuote {
  /** Name of the instrument, such as `EUR_USD`. */
  readonly instrument: string;
  readonly bid: number;
  readonly ask: number;
  /** Milliseconds since 1970 by the server's clock. */
  readonly timeMs: number;
  readonly status: QuoteStatus;
  /** Mid price of the trading day's first tick. */
  readonly dayOpen: number | undefined;
}

/** Prices and hours of the live market or of a replay. */
export type Board = ApiAnswer<"getReplay">["board"];

/** Converts a quote of an API response. Returns undefined if the quote has no price yet. */
export function quoteOfAnswer(one: Board["quotes"][number]): LiveQuote | undefined {
  const { instrument, status, time } = one;
  const bid = readScaled(one.bid, instrument);
  const ask = readScaled(one.ask, instrument);
  if (bid === undefined || ask === undefined || time === null) return undefined;
  const dayOpen = readScaled(one.dayOpen, instrument);
  return { instrument, bid, ask, timeMs: Date.parse(time), status, dayOpen };
}

/**
 * Converts a quote of a stream frame. Returns undefined if the quote has no price yet or its
 * instrument is unknown.
 */
export function quoteOfFrame({ id, ...one }: FrameQuote): LiveQuote | undefined {
  const instrument = INSTRUMENTS[id]?.name;
  if (instrument === undefined || one.bid === 0) return undefined;
  const { bid, ask, timeMs, status } = one;
  return { instrument, bid, ask, timeMs, status, dayOpen: one.dayOpen || undefined };
}

/**
 * Reads a price, or a mid price with one additional decimal. Returns undefined if the text is not a
 * price.
 */
export function readScaled(text: string | null, name: string): number | undefined {
  const instrument = holdableNamed(name);
  if (!instrument || text === null) return undefined;
  const price = parseAmount(text, instrument.displayPrecision + 1);
  return price === undefined ? undefined : Number(price);
}
