/** Texts of the transaction page. */
export const transactionTexts = {
  title: "Transaction",
  lead: "As the node of this installation sees it.",
  notMined: "not in a block yet",
  notKnown: "not known here",
  notFoundTitle: "Not found.",
  notFound:
    "Neither this installation nor its node knows this ID. Check for a missing character; a transaction that was just sent can take some seconds.",
  flow: "Inputs and outputs",
  inputs: "Inputs",
  outputs: "Outputs",
  coinbase: "New coins (coinbase)",
  dataOnly: "No address (script only)",
  fee: "Fee to the miner",
  amountUnknown: "amount not known here",
  owners: { you: "yours", change: "change" },
  more: (count: number) => `and ${count} more`,
  total: "Paid in total",
  confirmations: "Confirmations",
  size: "Virtual size",
  track: "Open in the tracker",
} as const;
