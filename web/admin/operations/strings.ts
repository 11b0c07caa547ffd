/** Texts of /admin/operations. */
export const operationsTexts = {
  title: "Operations",
  lead: "Whether this installation comes back, what its wallet holds, what a payment costs now, and what waits.",
  still: "Payments go on, and copies are made without this page.",
} as const;

export const copyTexts = {
  title: "Copies",
  none: "No copy was made yet.",
  noneText:
    "If this machine is lost, so are the books and the keys of every coin. Run this on it, while the product runs:",
  unreadable: "Not monitored: last-backup.json in the data folder cannot be read.",
  made: "Made",
  old: "Older than 26 hours",
  proved: "Proved",
  size: "Size",
  folder: "Folder",
  make: "Make one",
  restore: "Bring it back, into an empty data folder",
  recover: "Find the coins with the keys of a copy alone",
  copyCommand: (what: string) => `Copy the command: ${what}`,
  foot: "From last-backup.json in the data folder of the process that answers. What happened after a copy is not in it. Keep its passphrase elsewhere.",
} as const;

export const coinTexts = {
  title: "Coins",
  kind: "From",
  standing: "May pay",
  count: "Coins",
  amount: "Amount",
  kinds: { deposit: "Deposits", change: "Change", coinbase: "Blocks" },
  standings: {
    spendable: "now",
    last: "when nothing else is left: fewer than 100 confirmations",
    young: "later: too few confirmations",
    reserved: "set aside for a payment",
  },
  all: "All",
  smallest: "Smallest and largest",
  small: "Cost more than they are worth",
  to: "to",
  none: "none",
  smallOf: (count: string) => `${count} coins,`,
  noRate: "Not known without a fee rate",
  empty: "No coins yet",
  emptyText: "The wallet's coins appear here once a block has one.",
  foot: "All of them are in the hot wallet: this machine can spend each alone. Nothing is kept cold.",
} as const;

export const feeTexts = {
  title: "Fee now",
  rate: "Rate of new payments",
  perVb: (rate: string) => `${rate} sat/vB`,
  estimated: "the node's estimate for six blocks",
  fallback: "fixed: the node knows no estimate",
  silent: "The node does not answer.",
  tooHigh: "Above 500 sat/vB nothing is signed: somebody has to look first.",
  mempool: "Waiting in the node's mempool",
  transactions: (count: string, isOne: boolean) =>
    `${count} ${isOne ? "transaction" : "transactions"}`,
  usual: (size: string) => `A withdrawal of one coin, ${size} vB`,
  more: "Each coin more",
  fee: "Fee that its user pays",
  market: "What miners ask beyond it, paid too",
  left: "Left for the house",
  covered: "The fee alone covers up to",
} as const;

export const waitingTexts = {
  title: "What waits and why",
  withdrawals: "Withdrawals",
  paused: "Nothing is signed now.",
  what: "What",
  state: "State",
  count: "Count",
  amount: "Amount",
  oldest: "Oldest",
  why: "Why",
  purposes: { user: "Withdrawals", faucet: "Grants of the faucet" },
  deposits: "Deposits",
  inBlock: "in a block",
  inMempool: "in the mempool",
  reasons: {
    requested: "It is looked at now.",
    in_review: "Administrators have to approve it.",
    approved: "The sender chooses its coins in its next round.",
    reserved: "The signer signs it in the next round.",
    signed: "The node has to take it.",
    broadcast: "The node took it; it has to show it in its mempool.",
    in_mempool: "A block has to take it.",
    confirming: "It is in a block; six confirmations count.",
    replaced: "Another transaction took its place.",
    conflicted:
      "Another transaction spent its coins. After six confirmations of that the money goes back.",
  },
  depositReasons: {
    inBlock: "Six confirmations count, and 100 for the reward of a block.",
    inMempool: "A block has to take it.",
  },
  empty: "Nothing waits",
  emptyText: "Payments that are not through and deposits that are not credited appear here.",
  foot: "On the chain. Simulated payouts go by themselves, and those that wait for approval stand under Withdrawals.",
} as const;

export const unminedTexts = {
  title: "In no block yet",
  toRaise: "Raise a fee",
  transaction: "Transaction",
  rate: "Fee, sat/vB",
  belowNow: "below the rate now",
  sent: "Sent",
  notSent: "not taken yet",
  signed: "signed",
  times: "Times",
  answer: "The node's last answer",
  taken: "taken",
  noAnswer: "not sent yet",
  pays: (count: string) => `pays ${count} grants`,
  further: (count: string) => `${count} newer ones are not shown.`,
  empty: "Every payment is in a block",
  emptyText: "A payment that was signed stands here until a block has it.",
  foot: "The same bytes are sent again until a block has them. A withdrawal's fee can be raised; a grant of the faucet waits.",
} as const;
