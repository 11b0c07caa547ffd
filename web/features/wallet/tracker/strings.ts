/**
 * Texts of the tracker and the watch list. The requirement fixes the titles and texts of the
 * tracker's notices.
 */
import { payoutMethodNames, type SimulatedMethod } from "../../../../api/payout-accounts.ts";
import { countText } from "../../../ui/amounts/count-text.ts";
import { spanText } from "../../../ui/time/time-text.ts";

export const trackerTexts = {
  title: "Track Transaction",
  lead: "Find a transaction by its ID, or a withdrawal by its own id.",
  field: "TXID",
  placeholder: "64 hexadecimal digits, or wdr_...",
  submit: "Track",
  steps: ["Processing", "In Transit", "Confirming", "Completed"],
  confirming: (count: number, required: number) => `Confirming (${count}/${required})`,
  progress: "Progress",
  demoTag: "Demo",
  demoNote: "A demo on a timer, one step every 3 seconds. No coins move.",
  arrives: "Arrives",
  received: "Received",
  paid: "Total paid",
  to: "To",
  addresses: (count: number) => (count === 0 ? "no address yet" : countText(count, "output")),
  copyAddress: "Copy address",
  copyTxid: "Copy TXID",
  cancel: "Cancel",
  cancelling: "Cancelling...",
  final: "Final",
  tags: {
    replaced: "Replaced",
    dropped: "Dropped",
    reorged: "Reorged",
    rejected: "Rejected",
  },
  noTxid: "none",
  txidLater: "after signing",
  feeRate: "Fee rate",
  feeRateText: (rate: number | string) => `${rate} sat/vB`,
  block: "Block",
  firstSeen: "First seen",
  newTab: "(opens in a new tab)",
  columns: { time: "Time", transaction: "Transaction", state: "State", amount: "Amount" },
  withdrawalFee: "Fee",
  splitToCome: "The miner gets part of it. The operator keeps the rest.",
  minerGets: "The miner gets {miner}.",
  operatorKeeps: "The operator keeps {rest}.",
  operatorAdds: "The operator adds {rest}.",
  minerFee: "Fee to the miner",
  together: "Sent together",
  togetherText: (count: number) => countText(count, "payment"),
  share: "Its share of the miner's fee",
  noFee: "none",
  own: "Your transactions",
  ownEmpty: "No transactions yet",
  ownEmptyText: "Your deposits and withdrawals appear here, each with its txid.",
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
  gone: { dropped: "Dropped", reversed: "Reversed" },
  explorer: "View in block explorer",
  eta: (seconds: number) => `About ${spanText(seconds)} to go`,
  stateTexts: {
    processing: "It gets a TXID once it is approved, reserved and signed.",
    in_transit: "In the node's mempool, waiting for a block.",
    confirming: "In a block. Each further block makes it harder to undo.",
    completed: "Six confirmations. It is final here.",
    replaced: "It was replaced by another transaction that spends the same coins.",
    reorged: "A reorganisation removed the block that held it. It is waiting for another block.",
    dropped:
      "It left the mempool before any block held it. Usually another transaction spends the same coins.",
    rejected: "It was not sent. The reserved coins are back in the wallet.",
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
        "This withdrawal needs approval because of its amount, alone or together with your requests of the last 24 hours. You can still cancel it.",
      requested: "The request is saved and the coins are held. You can still cancel it.",
      processing: "Being prepared. It can no longer be cancelled.",
      sent: "On its way to the test account.",
      completed:
        "Paid to the test account. The operator bought the coins at the rate of the request.",
      cancelled: "It was cancelled. The coins are back in the wallet.",
      rejected: "It was not approved. The coins are back in the wallet.",
    },
    coins: "Coins bought by the operator",
    paid: "Paid out (simulated)",
    to: "To",
    account: (method: SimulatedMethod) => `${payoutMethodNames[method]} test account`,
    pending: "not yet",
  },
  attempts: {
    child: "A second transaction by the operator raises the miner's fee for both.",
    abandonment:
      "This payment is being abandoned because no miner mined it. Another transaction returns its coins to the operator. Your coins come back after six confirmations of that transaction. If this payment is mined first, it stays valid.",
    returning: (confirmations: number) =>
      `This payment was abandoned because no miner mined it. Your coins come back after six confirmations, ${confirmations} of 6 so far.`,
    returned:
      "This payment was abandoned because no miner mined it. The coins held for it are back in your wallet.",
  },
  attemptBy: { child: "Sped up by", abandonment: "Abandoned by" },
  replacedBy: "Replaced by",
  notFoundTitle: "Not found",
  notFoundText:
    "Neither this installation nor its node knows this ID. Check for a missing character. A transaction that was just sent can take some seconds; this page keeps looking.",
  emptyTitle: "No TXID given",
} as const;

export const feeBumpTexts = {
  open: "Raise the fee",
  underWay: "A higher fee was requested and is being signed.",
  notNow:
    "The fee cannot be raised now: the payment is already in a block, or no higher fee can be paid.",
  title: "Raise the fee",
  rate: "Fee rate in sat/vB",
  before: "Fee to the miner now",
  after: "New fee to the miner",
  owner: {
    text: "A new transaction sends the same amount to the same address with a higher fee. You pay the difference only if the new transaction is mined.",
    cost: "You pay",
  },
  house: {
    text: "A new transaction sends the same amount to the same address with a higher fee. The operator pays the difference at once. It is recorded in the audit log.",
    cost: "The operator pays",
  },
  together: (count: number) =>
    `This transaction contains ${countText(count, "withdrawal")}. A higher fee speeds up all of them. The user who raises it pays the whole difference.`,
  confirm: "Raise the fee",
  busy: "Requesting...",
  cancel: "Keep the fee",
  done: "Higher fee requested",
  doneText: (btc: string) => `It costs ${btc} BTC and is sent as soon as it is signed.`,
  replaced:
    "A transaction with a higher fee replaced this one. It pays the same amount to the same address.",
  versions: "Signed transactions",
} as const;

export const watchTexts = {
  title: "Watch list",
  lead: "Follow any transaction. You get a message in your mailbox when it is first seen, at its sixth confirmation, and when a reorg undoes it.",
  field: "Transaction to follow",
  placeholder: "64 hexadecimal digits",
  isNoTxid: "A transaction ID has 64 hexadecimal digits.",
  mail: "By e-mail",
  mailToo: "Also sends the messages to your e-mail address.",
  follow: "Follow",
  following: "Following...",
  followed: "On your watch list",
  count: (count: number, max: number) => `${count} of ${max}`,
  list: "Transactions that you follow",
  empty: "No transactions yet",
  emptyText: "Transactions that you follow appear here with their confirmations.",
  remove: "Remove",
  removed: "Removed from your watch list",
  mailOn: "E-mail on",
  mailOff: "E-mail off",
  nameOf: (what: string, txid: string) => `${what}, transaction ${txid.slice(0, 8)}`,
  since: "followed since",
  states: {
    not_seen: "Not seen yet",
    in_mempool: "In the mempool",
    taken_back: "Reversed by a reorg",
    gone: "Left the mempool unmined",
  },
} as const;
