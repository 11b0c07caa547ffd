/**
 * The latest price of an instrument as the page shows it, from the answer that comes first or from
 * a frame of the stream: one shape for both.
 */
import { INSTRUMENTS, instrumentNamed } from "#market";
import { parseAmount } from "#money";
import type { FrameQuote, QuoteStatus } from "../../../../api/quote-frame.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

/** Prices are the market's integers: `#market` has their scale, and `priceText` writes them. */
export interface LiveQuote {
  /** `EUR_USD`. */
  readonly instrument: string;
  readonly bid: number;
  readonly ask: number;
  /** Since 1970, by the server's clock. */
  readonly timeMs: number;
  readonly status: QuoteStatus;
  /** Mid of the trading day's first tick. */
  readonly dayOpen: number | undefined;
}

/** Of the live market, or of a replay. */
export type Board = ApiAnswer<"getReplay">["board"];

/** Undefined where there has been no price yet. */
export function quoteOfAnswer(one: Board["quotes"][number]): LiveQuote | undefined {
  const { instrument, status, time } = one;
  const bid = readScaled(one.bid, instrument);
  const ask = readScaled(one.ask, instrument);
  if (bid === undefined || ask === undefined || time === null) return undefined;
  const dayOpen = readScaled(one.dayOpen, instrument);
  return { instrument, bid, ask, timeMs: Date.parse(time), status, dayOpen };
}

/** Undefined where there has been no price yet, and of an instrument this page does not know. */
export function quoteOfFrame({ id, ...one }: FrameQuote): LiveQuote | undefined {
  const instrument = INSTRUMENTS[id]?.name;
  if (instrument === undefined || one.bid === 0) return undefined;
  const { bid, ask, timeMs, status } = one;
  return { instrument, bid, ask, timeMs, status, dayOpen: one.dayOpen || undefined };
}

/** Any price with its instrument's decimals or fewer, mids too; undefined when it is none. */
export function readScaled(text: string | null, name: string): number | undefined {
  const instrument = instrumentNamed(name);
  if (!instrument || text === null) return undefined;
  const price = parseAmount(text, instrument.displayPrecision + 1);
  return price === undefined ? undefined : Number(price);
}
