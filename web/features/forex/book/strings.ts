export const bookTexts = {
  list: "List",
  lists: { positions: "Positions", orders: "Orders", history: "History", alerts: "Alerts" },
  noPositionsTitle: "No open positions",
  noPositions: "When an order is filled, the position appears here with its live result.",
  targetPassed: "The price is already past this take profit, so it would close the trade at once.",
  stopPassed: "The price is already past this stop loss, so it would close the trade at once.",
  preparing: "Preparing",
  states: { PENDING: "Pending", FILLED: "Filled", CANCELLED: "Cancelled", ALL: "All" },
  still: "Your positions and orders are on the server and stay active.",
  state: "State",
} as const;
