/** Candles as the API writes them: of bid, mid and ask those that were asked for. */
import type { z } from "zod";
import type { forexMarketApi } from "#api-schema/forex";
import { priceText, type Candle, type Instrument } from "#market";
import type { SourcedCandle } from "./candles/list-candles.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";

interface Asked {
  readonly instrument: Instrument;
  readonly granularity: string;
  /** Of `M`, `B` and `A` those that are wanted. */
  readonly price: string;
}

export function presentCandles(
  { label }: Pick<QuoteFeed, "label">,
  { instrument, granularity, price }: Asked,
  candles: readonly SourcedCandle[],
): z.output<typeof forexMarketApi.listCandles.response> {
  const side = ({ o, h, l, c }: Candle["mid"]) => ({
    o: priceText(o, instrument),
    h: priceText(h, instrument),
    l: priceText(l, instrument),
    c: priceText(c, instrument),
  });
  return {
    practice: true,
    instrument: instrument.name,
    granularity,
    label,
    candles: candles.map(({ timeMs, complete, volume, source, bid, mid, ask }) => ({
      time: new Date(timeMs),
      complete,
      volume,
      source,
      ...(price.includes("B") ? { bid: side(bid) } : {}),
      ...(price.includes("M") ? { mid: side(mid) } : {}),
      ...(price.includes("A") ? { ask: side(ask) } : {}),
    })),
  };
}
