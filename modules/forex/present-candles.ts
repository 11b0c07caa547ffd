/** Converts candles to the API's form, with the requested prices (bid, mid or ask). */
import type { z } from "zod";
import type { forexMarketApi } from "#api/forex";
import { priceText, type Candle, type Instrument } from "#market";
import { beginSlice } from "#platform";
import type { SourcedCandle } from "./candles/sourced-candle.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";

type Answer = z.output<typeof forexMarketApi.listCandles.response>;

interface Asked {
  readonly instrument: Instrument;
  readonly granularity: string;
  /** Requested prices: any of the letters `M` (mid), `B` (bid) and `A` (ask). */
  readonly price: string;
}

/** Number of candles converted between two checks of the clock. */
const CANDLES_PER_SLICE = 100;

export async function presentCandles(
  { label }: Pick<QuoteFeed, "label">,
  { instrument, granularity, price }: Asked,
  candles: readonly SourcedCandle[],
): Promise<Answer> {
  const side = ({ o, h, l, c }: Candle["mid"]) => ({
    o: priceText(o, instrument),
    h: priceText(h, instrument),
    l: priceText(l, instrument),
    c: priceText(c, instrument),
  });
  const presented: Answer["candles"] = [];
  const slice = beginSlice();
  for (const [place, one] of candles.entries()) {
    if (place % CANDLES_PER_SLICE === 0 && place > 0 && slice.isOver()) await slice.next();
    const { timeMs, complete, volume, source, bid, mid, ask } = one;
    presented.push({
      time: new Date(timeMs),
      complete,
      volume,
      source,
      ...(price.includes("B") ? { bid: side(bid) } : {}),
      ...(price.includes("M") ? { mid: side(mid) } : {}),
      ...(price.includes("A") ? { ask: side(ask) } : {}),
    });
  }
  return {
    practice: true,
    instrument: instrument.name,
    granularity,
    label,
    candles: presented,
  };
}
