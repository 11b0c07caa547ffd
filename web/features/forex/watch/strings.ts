/** Texts of the watchlist. */
export const watchTexts = {
  title: "Watchlist",
  caption: "Instruments with their latest prices",
  search: "Find an instrument",
  arrange: "Arrange",
  done: "Done",
  star: (pair: string) => `Star ${pair}`,
  up: (pair: string) => `Move ${pair} up`,
  down: (pair: string) => `Move ${pair} down`,
  nothing: "No instrument matches.",
  columns: {
    star: "Star",
    pair: "Pair",
    bid: "Bid",
    ask: "Ask",
    spread: "Spread, pips",
    day: "Day, %",
    range: "Day's range",
    place: "Move",
  },
  pips: (pips: string) => `${pips} pips`,
  range: (low: string, high: string) => `from ${low} to ${high}`,
} as const;
