/** Names the chart's indicators with their colours and their latest values. */
import { useMemo } from "react";
import type { Granularity, Instrument } from "#market";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { barsOf, type Candle } from "./bars.ts";
import { scaleOf } from "./indicator-scale.ts";
import type { Colour, Indicator } from "./indicators/indicator.ts";
import { plotLines } from "./indicators/plots.ts";
import { indicatorName } from "./indicators/strings.ts";
import { chartTexts as texts } from "./strings.ts";

/** Padding of the legend, which the skeleton of the chart shares. */
export const LEGEND = "px-5 pt-1.5 pb-3 text-xs text-fg-2 max-md:px-4";

const BORDERS: Readonly<Record<Colour, string>> = {
  ref: "border-ref",
  "accent-line": "border-accent-line",
  up: "border-up",
  down: "border-down",
  fg: "border-fg",
  "fg-2": "border-fg-2",
  "fg-3": "border-fg-3",
};

export function Legend(props: {
  pair: Instrument;
  timeframe: Granularity;
  candles: readonly Candle[];
  indicators: readonly Indicator[];
}) {
  const { pair, timeframe, candles, indicators } = props;
  const entries = useMemo(() => {
    const bars = barsOf(candles, timeframe);
    return indicators.map((indicator) => {
      const value = plotLines(indicator, bars)[0]?.values.at(-1);
      return { indicator, text: entryText(indicator, value, pair) };
    });
  }, [candles, timeframe, indicators, pair]);
  return (
    <figcaption className={`flex flex-wrap gap-x-5 gap-y-1 ${LEGEND}`}>
      {entries.length === 0 ? <span>&nbsp;</span> : null}
      {entries.map(({ indicator, text }, index) => (
        // Two indicators may be equal, so the place in the list is the only identity.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="inline-flex items-center gap-[7px]">
          <i aria-hidden className={`w-3.5 border-t ${BORDERS[indicator.colour]}`} />
          {text}
        </span>
      ))}
    </figcaption>
  );
}

function entryText(indicator: Indicator, value: number | undefined, pair: Instrument): string {
  const name = indicatorName(indicator);
  if (value === undefined) return name;
  const { factor, decimals, isInPips } = scaleOf(indicator, pair);
  const text = decimalText((value * factor).toFixed(decimals), decimals);
  return texts.legend(name, isInPips ? texts.pips(text) : text);
}
