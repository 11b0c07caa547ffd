/** UI strings of drawings on the chart and of the dialog that lists them. */
export const layerTexts = {
  kinds: { trend: "Trend line", level: "Level", fibonacci: "Fibonacci retracement" },
  lead: "Your account keeps drawings by instrument. They are the same in every timeframe. A replay has its own.",
  snaps: "Snap to candles",
  snapsText: "A point near the open, high, low or close of a candle takes that price.",
  none: (pair: string) => `No drawings on ${pair}.`,
  listTitle: (pair: string) => `On ${pair}`,
  remove: (name: string) => `Delete ${name}`,
  removeAll: "Delete all",
  at: (price: string, time: string) => `${price} at ${time}`,
  one: (kind: string, points: string) => `${kind}, ${points}`,
  from: (first: string, second: string) => `from ${first} to ${second}`,
  ratio: (percent: string, price: string) => `${percent} % ${price}`,
  parts: { first: "first point", second: "second point", middle: "whole drawing" },
  handle: (kind: string, part: string) => `${kind}, ${part}`,
  help: "Arrow keys move it by one candle or pip, with Shift by ten. Enter saves. Esc puts it back. Delete removes the drawing.",
  placing: {
    trend: "Place a trend line",
    level: "Place a level",
    fibonacci: "Place a Fibonacci retracement",
    alert: "Choose the price of an alert",
  },
  placingHelp:
    "Click or tap to set a point. With the keyboard, arrow keys move the cursor and Enter sets a point. Esc cancels.",
  cursor: (point: number, at: string) => `Point ${point}: ${at}`,
} as const;
