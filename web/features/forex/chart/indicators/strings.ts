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
  lead: "Averages, bands and pivot points are on the price. RSI, MACD and ATR have panes below it. This browser remembers your choice.",
  names: {
    average: "Moving average",
    exponential: "Exponential average",
    bollinger: "Bollinger bands",
    pivots: "Pivot points",
    rsi: "RSI",
    macd: "MACD",
    range: "ATR",
  },
  numbers: {
    length: "Bars",
    slow: "Slow bars",
    signal: "Signal bars",
    deviations: "Deviations",
  },
  fast: "Fast bars",
  source: "Price",
  sources: {
    close: "Close",
    open: "Open",
    high: "High",
    low: "Low",
    median: "Middle of high and low",
    typical: "Mean of high, low and close",
  },
  period: "From the previous",
  periods: { day: "Day", week: "Week", month: "Month" },
  colour: "Colour",
  colours: {
    ref: "Blue",
    "accent-line": "Amber",
    up: "Green",
    down: "Red",
    fg: "Text",
    "fg-2": "Grey",
    "fg-3": "Light grey",
  },
  kind: "Indicator",
  add: "Add",
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,
  reset: "Reset",
  none: "No indicators. Add one below.",
  full: (max: number) => `The chart shows at most ${max} indicators.`,
  outOfRange: (min: number, max: number) => `Enter a number from ${min} to ${max}.`,
  reversed: "The fast average must have fewer bars than the slow one.",
} as const;
