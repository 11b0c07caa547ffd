/**
 * Texts of the tracker and the watch list. The requirement fixes the titles and texts of the
 * tracker's notices.
 */
import { payoutMethodNames, type SimulatedMethod } from "../../../../api/payout-accounts.ts";
import { spanText } from "../../../ui/time/time-text.ts";

export const trackerTexts = {
  title: "Track Transaction",
  lead: "By transaction ID or by the id of a withdrawal.",
  field: "TXID",
  placeholder: "64 hexadecimal digits, or wdr_...",
  submit: "Track",
  steps: ["Processing", "In Transit", "Confirming", "Completed"],
  confirming: (count: number, required: number) => `Confirming (${count}/${required})`,
  progress: "Progress",
  demoTag: "Demo",
  demoNote: "A played example on a timer, one step each 3 seconds. No coins move.",
  arrives: "Arrives",
  received: "Received",
  paid: "Paid in all",
  to: "To",
  addresses: (count: number) =>
    count === 0 ? "no address yet" : `${count} ${count === 1 ? "output" : "outputs"}`,
  copyAddress: "Copy address",
  withdrawalFee: "Fee",
  splitToCome: "The miner gets a part of it. The operator keeps the rest.",
  minerGets: "The miner gets",
  operatorKeeps: "The operator keeps",
  operatorAdds: "The operator adds",
  minerFee: "Fee to the miner",
  together: "Sent together",
  togetherText: (count: number) => `${count} payments`,
  share: "Its share of the miner's fee",
  noFee: "none",
  own: "Your transactions",
  ownEmpty: "No transactions yet",
  ownEmptyText: "A deposit or withdrawal of yours appears here with its txid.",
  getCoins: "Get test coins",
  history: "Full history",
  deposit: "Deposit",
  testCoins: "Test coins",
  withdrawalBy: {
    wallet: "Withdrawal",
    bank: "Withdrawal, bank (simulated)",
    paypal: "Withdrawal, PayPal (simulated)",
    cashapp: "Withdrawal, Cash App (simulated)",
  },
  gone: { dropped: "Dropped", reversed: "Taken back" },
  explorer: "View in block explorer",
  eta: (seconds: number) => `About ${spanText(seconds)} to go`,
  stateTexts: {
    processing: "It gets a TXID once it is approved, reserved and signed here.",
    in_transit: "In the mempool of the node, waiting for a block.",
    confirming: "In a block. Each further block makes it harder to undo.",
    completed: "Six blocks deep. It counts as final here.",
    replaced: "Another transaction spends the same coins and took its place.",
    reorged: "A reorganisation removed the block that held it. It is waiting for another block.",
    dropped:
      "It left the mempool before any block held it. Usually another transaction spends the same coins.",
    rejected: "It was not sent. What was reserved is back in the wallet.",
  },
  simulated: {
    tag: "Simulator",
    steps: {
      requested: "Requested",
      processing: "Processing",
      sent: "Sent",
      completed: "Completed",
    },
    note: (method: SimulatedMethod) =>
      `${payoutMethodNames[method]} is a simulator: there is no transaction and no real payment. The steps follow posted times.`,
    cancelled: "Cancelled",
    rejected: "Rejected",
    inReview: "Waiting for approval",
    texts: {
      in_review:
        "It needs approval: alone, or with what was asked for in 24 hours, it is large. It can still be cancelled.",
      requested: "Written down and the coins held. It can still be cancelled.",
      processing: "Being prepared. It can no longer be cancelled.",
      sent: "On its way to the test account.",
      completed: "Paid to the test account. The house bought the coins at the rate of the request.",
      cancelled: "It was cancelled. The coins are back in the wallet.",
      rejected: "It was not approved. The coins are back in the wallet.",
    },
    coins: "Coins bought by the house",
    paid: "Paid out (simulated)",
    to: "To",
    account: (method: SimulatedMethod) => `${payoutMethodNames[method]} test account`,
    pending: "not yet",
  },
  attempts: {
    child:
      "A second transaction of the house pays the miner more, so that both are taken together.",
    abandonment:
      "It is being given up, because no miner took it: its coins go back to the house in another transaction. Your coins come back after six blocks of that. If this one is mined first, it counts.",
    returning: (confirmations: number) =>
      `It was given up, because no miner took it. Your coins come back after six blocks; ${confirmations} of 6 are there.`,
    returned:
      "It was given up, because no miner took it. What was held for it is back in your wallet.",
  },
  attemptBy: { child: "Brought in by", abandonment: "Given up by" },
  replacedBy: "Replaced by",
  notFoundTitle: "Not found",
  notFoundText:
    "Neither this installation nor its node knows this ID. Check for a missing character. A transaction that was just sent can take some seconds; this page keeps looking.",
  emptyTitle: "No TXID given",
} as const;

/** Texts for raising the fee of a withdrawal. */
export const feeBumpTexts = {
  open: "Raise the fee",
  underWay: "A higher fee was asked for and is being signed.",
  notNow: "It cannot be raised now: a block holds it, or nothing dearer can be paid for.",
  title: "Raise the fee",
  rate: "Fee rate in sat/vB",
  before: "Fee to the miner now",
  after: "Fee to the miner then",
  owner: {
    text: "The same coins pay the same address the same amount, with more for the miner. Miners take the dearer of both; you pay the difference when that one is mined, and nothing when the one before is.",
    cost: "You pay",
  },
  house: {
    text: "The same coins pay the same address the same amount, with more for the miner, which the house pays at once. It is written to the audit log.",
    cost: "The house pays",
  },
  together: (count: number) =>
    `${count} withdrawals go together in this transaction. A higher fee brings in all of them; whoever asks for it pays the whole difference.`,
  confirm: "Raise the fee",
  busy: "Asking...",
  cancel: "Leave it",
  done: "Higher fee asked for",
  doneText: (btc: string) => `It costs ${btc} BTC and goes out as soon as it is signed.`,
  replaced:
    "A transaction with a higher fee took its place. It pays the same amount to the same address.",
  versions: "Transactions signed for it",
} as const;

export const watchTexts = {
  title: "Watch list",
  lead: "Follow any transaction, whoever's it is. Your mailbox here gets a message when it is first seen, at its sixth confirmation, and when a reorg takes it back.",
  field: "Transaction to follow",
  placeholder: "64 hexadecimal digits",
  isNoTxid: "A transaction's id is 64 hexadecimal digits.",
  mail: "By e-mail",
  mailToo: "The messages also go to your e-mail address.",
  follow: "Follow",
  following: "Following...",
  followed: "On your watch list",
  count: (count: number, max: number) => `${count} of ${max}`,
  list: "Transactions that you follow",
  empty: "Nothing is followed yet",
  emptyText: "The transactions that you follow stand here with their confirmations.",
  remove: "Remove",
  removed: "Removed from your watch list",
  mailOn: "E-mail on",
  mailOff: "E-mail off",
  nameOf: (what: string, txid: string) => `${what}, transaction ${txid.slice(0, 8)}`,
  since: "followed since",
  states: {
    not_seen: "Not seen yet",
    in_mempool: "In the mempool",
    taken_back: "Taken back by a reorg",
    gone: "Left the mempool without a block",
  },
} as const;
