/** UI strings for the panel shown while payments are paused after a restore. */
import { countText } from "../../ui/amounts/count-text.ts";

export const recoveryTexts = {
  title: "Payments are paused",
  lead: "After the restore, no payment is signed or returned until you resume payments. Withdrawals that are paid on the chain are already marked as sent. Approved withdrawals without a payment will be paid when you resume.",
  since: "Since",
  reading: "The wallet is still reading the chain. The table is complete when this has finished.",
  resume: "Resume payments",
  open: "Open withdrawals",
  none: "No open withdrawals.",
  more: (count: number) => `Only the oldest of ${count} are shown.`,
  columns: {
    asked: "Requested",
    received: "Payment, BTC",
    to: "To",
    user: "User",
    chain: "State on the chain",
  },
  address: "address",
  grant: "faucet grant",
  found: "Paid, found on the chain",
  sent: "Sent",
  signed: "Signed, not in a block",
  unpaid: "Not paid",
  inReview: "Not paid, waiting for approval",
  confirmations: (count: number) => (count > 6 ? "6 of 6" : `${count} of 6`),
  unrecorded: "Payments without a withdrawal",
  unrecordedFoot:
    "These were requested and paid after the backup was made, so the books do not know the user. Resuming payments books them as a loss of the treasury.",
  unrecordedColumns: { to: "To", amount: "Paid, BTC", transaction: "Transaction", state: "State" },
  fee: "fee only",
} as const;

export const resumeTexts = {
  title: "Resume payments",
  unpaid: (count: number) =>
    count === 0
      ? "All approved withdrawals have a payment."
      : `${countText(count, "approved withdrawal")} without a payment will be paid.`,
  warning:
    "If one of these withdrawals was already paid by a transaction that this node does not know, it will be paid twice.",
  lost: (sats: string) =>
    `${sats} BTC that no withdrawal explains will be booked as a loss of the treasury.`,
  reason: "Reason",
  hint: "Stored permanently in the audit log.",
  needReason: "Enter a short reason.",
  submit: "Resume payments",
  busy: "Resuming...",
  done: "Payments resumed",
  doneText: "Approved withdrawals are signed and sent again.",
} as const;
