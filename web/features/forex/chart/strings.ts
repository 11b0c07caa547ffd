import { PARAMETERS, type Indicator } from "./indicators/indicator.ts";

export const chartTexts = {
  movedTitle: "Line Moved",
  notMovedTitle: "Line Not Moved",
  movedText: (pair: string) => `The order in ${pair} has its new price.`,
  before: "ECB daily rates",
  own: "practice market",
  loading: "Loading candles...",
  legend: (name: string, value: string) => `${name}: ${value}`,
  pips: (value: string) => `${value} pips`,
  attribution: "Modelled prices",
  layout: "Number of charts",
  charts: (count: number) => (count === 1 ? "1 chart" : `${count} charts`),
  sideChart: (number: number) => `Chart ${number}`,
  instrument: "Instrument",
  timeframe: "Timeframe",
  unmoved: "Arrow keys move the line by one pip. Enter sets it, Esc puts it back.",
  summary: (
    pair: string,
    timeframe: string,
    count: string,
    last: string,
    low: string,
    high: string,
  ) => `${pair}, ${count} candles of ${timeframe}, last ${last}, between ${low} and ${high}.`,
  lineSummary: (name: string, price: string) => `${name}: ${price}.`,
  level: (percent: string) => `level ${percent} %`,
  long: (units: string, price: string) => `long ${units} at ${price}`,
  short: (units: string, price: string) => `short ${units} at ${price}`,
  buy: (type: string, units: string) => `buy ${type} ${units}`,
  sell: (type: string, units: string) => `sell ${type} ${units}`,
  exits: { stop: "stop loss", target: "take profit", trailing: "trailing stop" },
  names: {
    S5: "5 seconds",
    S10: "10 seconds",
    S15: "15 seconds",
    S30: "30 seconds",
    M1: "1 minute",
    M2: "2 minutes",
    M5: "5 minutes",
    M10: "10 minutes",
    M15: "15 minutes",
    M30: "30 minutes",
    H1: "1 hour",
    H2: "2 hours",
    H4: "4 hours",
    H8: "8 hours",
    H12: "12 hours",
    D: "1 day",
  },
} as const;

/** Names an indicator with its parameters, such as "Bollinger bands 20, 2". */
export function indicatorName(indicator: Indicator): string {
  const { kind, source, period } = indicator;
  const { names, sources, periods } = indicatorTexts;
  if (kind === "pivots") return `${names[kind]}, ${periods[period].toLowerCase()}`;
  const numbers = PARAMETERS[kind].numbers.map((name) => indicator[name]).join(", ");
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
