/** Texts of the panel shown while payments are paused after a restore. */
export const recoveryTexts = {
  title: "Payments wait",
  lead: "Nothing is signed, and nothing unsigned is given back, until you let payments go on. Withdrawals that the chain shows as paid have been taken over; those without a payment are paid then.",
  since: "Since",
  reading:
    "The chain is being read to its end. What it says of each withdrawal is complete after that.",
  resume: "Let payments go on",
  open: "Open withdrawals",
  none: "No withdrawal is open.",
  more: (count: number) => `The oldest are shown, of ${count}.`,
  columns: {
    asked: "Asked",
    received: "Pays, BTC",
    to: "To",
    user: "User",
    chain: "What the chain says",
  },
  address: "address",
  grant: "faucet grant",
  found: "Paid, found on the chain",
  sent: "Sent",
  signed: "Signed, not in a block",
  unpaid: "Not paid",
  inReview: "Not paid, waits for approval",
  confirmations: (count: number) => (count > 6 ? "6 of 6" : `${count} of 6`),
  unrecorded: "Payments without a withdrawal",
  unrecordedFoot:
    "They were asked for after the copy was made, and paid; these books do not know by whom. When payments go on they are booked as a loss of the treasury.",
  unrecordedColumns: { to: "To", amount: "Left, BTC", transaction: "Transaction", state: "State" },
  fee: "fee only",
} as const;

export const resumeTexts = {
  title: "Let payments go on",
  unpaid: (count: number) =>
    count === 0
      ? "No approved withdrawal is without a payment."
      : count === 1
        ? "One approved withdrawal is without a payment and will be paid."
        : `${count} approved withdrawals are without a payment and will be paid.`,
  warning:
    "If one of them was paid by a transaction that this node does not know, it would be paid twice.",
  lost: (sats: string) =>
    `${sats} BTC that no withdrawal explains are booked as a loss of the treasury.`,
  reason: "Reason",
  hint: "Stored permanently in the audit log.",
  needReason: "Please say why, in a few words.",
  submit: "Let payments go on",
  busy: "Letting them go on...",
  done: "Payments go on",
  doneText: "Approved withdrawals are signed and sent again.",
} as const;
