import { withMarks } from "../../../../ui/preferences/number-marks.ts";
import { PARAMETERS, type Indicator } from "./indicator.ts";

/** Names an indicator with its parameters, such as "Bollinger bands 20, 2". */
export function indicatorName(indicator: Indicator): string {
  const { kind, source, period } = indicator;
  const { names, sources, periods } = indicatorTexts;
  if (kind === "pivots") return `${names[kind]}, ${periods[period].toLowerCase()}`;
  const numbers = PARAMETERS[kind].numbers
    .map((name) => withMarks(String(indicator[name])))
    .join(", ");
  const of = source === "close" ? "" : `, ${sources[source].toLowerCase()}`;
  return `${names[kind]} ${numbers}${of}`;
}

export const indicatorTexts = {
  title: "Indicators",
  names: {
    average: "Moving average",
    exponential: "Exponential average",
    bollinger: "Bollinger bands",
    pivots: "Pivot points",
    rsi: "RSI",
    macd: "MACD",
    range: "ATR",
  },
  sources: {
    close: "Close",
    open: "Open",
    high: "High",
    low: "Low",
    median: "Middle of high and low",
    typical: "Mean of high, low and close",
  },
  periods: { day: "Day", week: "Week", month: "Month" },
} as const;
