/** The unit in which an indicator's values are shown: the price, pips, or a number up to 100. */
import type { Instrument } from "#market";
import type { Indicator } from "./indicators/indicator.ts";

export interface Scale {
  /** Shown value of a difference of 1 in price. */
  readonly factor: number;
  readonly decimals: number;
  readonly isInPips: boolean;
}

export function scaleOf({ kind }: Indicator, instrument: Instrument): Scale {
  if (kind === "rsi") return { factor: 1, decimals: 1, isInPips: false };
  if (kind === "macd" || kind === "range")
    return { factor: instrument.priceScale / instrument.pip, decimals: 1, isInPips: true };
  return { factor: 1, decimals: instrument.displayPrecision, isInPips: false };
}
