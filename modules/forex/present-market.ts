/** Converts the market's prices to the API's form. */
import type { z } from "zod";
import type { forexMarketApi } from "#api/forex";
import { encodeQuotes, type QuoteStatus } from "#api/quote-frame";
import { INSTRUMENTS, nextAnnouncement, priceText, type Instrument, type Quote } from "#market";
import type { Minutes } from "./candles/minutes.ts";
import type { ForexMarket } from "./market.ts";
import { presentAnnouncement } from "./present-day.ts";
import type { Board } from "./quotes.ts";

type Answer<Name extends keyof typeof forexMarketApi> = z.output<
  (typeof forexMarketApi)[Name]["response"]
>;

/**
 * Converts the board to the API's form. `minutes` are the day's one-minute candles, or undefined
 * while the day's ticks are being computed.
 */
export function presentBoard(
  { feed: { source, label }, sources }: Pick<ForexMarket, "feed" | "sources">,
  board: Board,
  minutes: Pick<Minutes, "rangeOf"> | undefined,
): Answer<"getQuotes"> {
  const next = sources.next(board.timeMs);
  return {
    practice: true,
    source,
    label,
    next: next ? { source: next.source, from: new Date(next.fromMs) } : null,
    announcement:
      source === "practice" ? presentAnnouncement(nextAnnouncement(board.timeMs)) : null,
    time: new Date(board.timeMs),
    market: { ...board.hours },
    quotes: INSTRUMENTS.map((instrument) => {
      const quote = board.quotes(instrument);
      const opening = board.opening(instrument);
      const range = minutes?.rangeOf(instrument);
      return {
        instrument: instrument.name,
        status: statusOf(instrument, board),
        time: quote ? new Date(quote.timeMs) : null,
        bid: quote ? priceText(quote.bid, instrument) : null,
        ask: quote ? priceText(quote.ask, instrument) : null,
        dayOpen: opening ? midText(opening, instrument) : null,
        dayHigh: range ? priceText(range.high, instrument) : null,
        dayLow: range ? priceText(range.low, instrument) : null,
      };
    }),
  };
}

/** Returns the current quotes as a binary message for the stream. */
export async function quoteFrame({ clock, feed, boardAt }: ForexMarket): Promise<Uint8Array> {
  const board = await boardAt(clock.now().getTime());
  return encodeQuotes(
    INSTRUMENTS.map((instrument) => {
      const quote = board.quotes(instrument) ?? { bid: 0, ask: 0, timeMs: 0 };
      const opening = board.opening(instrument) ?? { bid: 0, ask: 0 };
      const dayOpen = (opening.bid + opening.ask) / 2;
      const status = statusOf(instrument, board);
      // OANDA sends a quote only when it changes, so the last quote stays current while the stream
      // is alive.
      const holds = feed.source === "oanda" && board.good(instrument);
      const timeMs = holds ? board.timeMs : quote.timeMs;
      return { id: instrument.id, status, ...quote, timeMs, dayOpen };
    }),
  );
}

function statusOf(instrument: Instrument, { hours, takesOrders, good }: Board): QuoteStatus {
  if (!instrument.isTradeable) return "reference";
  if (!hours.isOpen) return "closed";
  return takesOrders && good(instrument) ? "tradeable" : "halted";
}

function midText({ bid, ask }: Quote, instrument: Instrument): string {
  return priceText((bid + ask) / 2, instrument);
}
