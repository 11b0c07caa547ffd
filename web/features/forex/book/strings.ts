/** Texts of the book around its lists, and while nothing is open. */
export const bookTexts = {
  list: "List",
  lists: { positions: "Positions", orders: "Orders", history: "History" },
  noPositionsTitle: "Nothing open",
  noPositions: "Positions appear here with their live result, once an order is filled.",
  targetPassed: "The price is beyond this target already: it would close the trade at once.",
  stopPassed: "The price is beyond this stop already: it would close the trade at once.",
  preparing: "Preparing",
  states: { PENDING: "Pending", FILLED: "Filled", CANCELLED: "Cancelled", ALL: "All" },
  still: "It is on the server and goes on as it is.",
  state: "State",
} as const;
