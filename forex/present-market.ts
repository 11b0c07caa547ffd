/** The market's answers as the API writes them. */
import type { z } from "zod";
import type { forexMarketApi } from "#api-schema/forex";
import { INSTRUMENTS, priceText, type Instrument, type Quote } from "#market";
import type { QuoteFeed } from "./feed/quote-feed.ts";
import type { Board } from "./quotes.ts";

type Answer<Name extends keyof typeof forexMarketApi> = z.output<
  (typeof forexMarketApi)[Name]["response"]
>;

export function presentBoard(
  { source, label }: Pick<QuoteFeed, "source" | "label">,
  board: Board,
): Answer<"getQuotes"> {
  const inMarket = board.hours.isOpen ? (board.takesOrders ? "tradeable" : "halted") : "closed";
  return {
    practice: true,
    source,
    label,
    time: new Date(board.timeMs),
    market: { ...board.hours },
    quotes: INSTRUMENTS.map((instrument) => {
      const quote = board.quotes(instrument);
      const opening = board.opening(instrument);
      const range = board.rangeOf(instrument);
      return {
        instrument: instrument.name,
        status: instrument.isTradeable ? inMarket : "reference",
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

function midText({ bid, ask }: Quote, instrument: Instrument): string {
  return priceText((bid + ask) / 2, instrument);
}
