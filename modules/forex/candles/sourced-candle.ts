import type { Candle } from "#market";

/**
 * Source of a candle's prices. `modelled`: modelled between the ECB's daily rates. `bridged`:
 * modelled between the last ECB rate and the start of the practice market.
 */
export type CandleSource = "practice" | "oanda" | "ECB" | "modelled" | "bridged" | "replay";

export type SourcedCandle = Candle & { readonly source: CandleSource };
