import { listTexts } from "./list-strings.ts";

/** UI strings of the dialogs that close, reverse or change positions. */
export const dialogTexts = {
  ...listTexts,
  closeTitle: (pair: string) => `Close ${pair}`,
  unitsToClose: "Units to close",
  ofUnits: (units: string) => `of ${units}`,
  closeAllTitle: "Close all positions",
  closeAllText:
    "Each position is closed by its own market order. Prices can move before they arrive.",
  closeAllButton: (count: number) =>
    count === 1 ? "Close 1 position" : `Close ${count} positions`,
  closeAllTotal: "Total at the mid price, USD",
  closeAllDoneTitle: "Positions Closed",
  closeAllDoneText: (closed: number, all: number) =>
    closed === all ? `All positions are closed.` : `${closed} of ${all} positions are closed.`,
  closeAllDone: "Result of closing all positions",
  closedAt: (what: string, units: string, price: string) => `${what} ${units} at ${price}`,
  notClosed: "Not closed",
  done: "Done",
  targetsTitle: (pair: string) => `Take profits of ${pair}`,
  targetsText: (units: string) =>
    `Each take profit closes its units. Together they can have at most ${units} units.`,
  targetPrice: (place: number) => `Price of take profit ${place}`,
  targetUnits: (place: number) => `Units of take profit ${place}`,
  addTarget: "Add take profit",
  removeTarget: (place: number) => `Remove take profit ${place}`,
  targetsWrong: "Enter a price and a whole number of units for each take profit.",
  unitsWrong: "Enter a whole number of units, at most the open amount.",
  closing: "Closing...",
  closeAt: (units: string, price: string) => `Close ${units} at ${price}`,
  wouldRealise: "Result at the mid price",
  keep: "Cancel",
  reverseTitle: (pair: string) => `Reverse ${pair}`,
  reverseText: (side: string, size: string, open: string) =>
    `${side} ${size}. This closes the position and opens ${open} in the other direction.`,
  anotherPosition: (pair: string) =>
    `The position in ${pair} has changed. Close this dialog and check the position again.`,
  anotherTrade: (pair: string) =>
    `The trade in ${pair} has changed. Close this dialog and check the trade again.`,
  reversing: "Reversing...",
} as const;
