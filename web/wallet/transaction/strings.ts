/** Texts of the transaction page. */
export const transactionTexts = {
  title: "Transaction",
  lead: "As the node of this installation sees it.",
  notMined: "Not in a block yet",
  inputs: "Inputs",
  outputs: "Outputs",
  coinbase: "New coins (coinbase)",
  dataOnly: "No address (script only)",
  facts: "Facts",
  track: "Open in the tracker",
} as const;
