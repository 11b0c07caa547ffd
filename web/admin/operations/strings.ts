/** Texts of /admin/operations. */
import { countText } from "../../ui/amounts/count-text.ts";
import { transferStates } from "../cold-wallet/strings.ts";

export const operationsTexts = {
  title: "Operations",
  lead: "Backups, wallet, fees and stuck payments.",
  still: "Payments go on, and copies are made without this page.",
} as const;

export const copyTexts = {
  title: "Backups",
  none: "No backup yet.",
  noneText:
    "If this machine is lost, so are the books and the keys of every coin. Run this on it, while the product runs:",
  unreadable: "Not monitored: last-backup.json in the data folder cannot be read.",
  elsewhere:
    "Not kept here: the process that answers does no work of its own. The one that works has last-backup.json in its data folder and tells its age as backup_age_seconds.",
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
  smallOf: (count: string) => `${countText(count, "coin")},`,
  noRate: "Not known without a fee rate",
  empty: "No coins yet",
  foot: "All of these are in the hot wallet: this machine can spend each alone. What is kept cold stands above.",
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

export const selfTransferTexts = {
  title: "The house's own transactions",
  settings: "Terms",
  joining: "Small coins",
  joiningText: (count: string, min: string) => `${count}; more than ${min} are joined`,
  below: "Small is below",
  states: {
    off: "Small coins are not joined: the posted rate is 0.",
    paused: "Nothing is signed now, so no coins are joined.",
    no_rate: "The node tells no rate at which anything is signed.",
    too_dear: (rate: string) => `Joined when miners ask for ${rate} sat/vB or less.`,
    few_coins: "Few enough not to raise fees.",
    under_way: "Joined now, one transaction at a time.",
    ready: "Joined within a minute, if the treasury has the fee to spare.",
  },
  transaction: "Transaction",
  what: "What",
  joined: (coins: string) => `${countText(coins, "coin")} joined`,
  kinds: { child: "Child, brings in", abandonment: "Gives up" },
  state: "State",
  stateOf: {
    ...transferStates,
    conflicted: "impossible: another took its place, as when the payment was mined after all",
  },
  amount: "Amount",
  fee: "Miner's fee",
  when: "When",
  foot: "All of it stays in the wallet; the miner's fee is the house's cost. The newest 20.",
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
  together: (count: string) => `${count} payments in one`,
  further: (count: string) => `${count} newer ones are not shown.`,
  empty: "Every payment is in a block",
  toDo: "What to do",
  attempts: { child: "has a child", abandonment: "being given up" },
  foot: "Each payment is sent again until a block has it. A withdrawal's fee can be raised. Other payments are sped up with CPFP.",
} as const;

/** Texts for speeding up or abandoning a payment that waits for a block. */
export const stuckTexts = {
  child: {
    open: "Bring in by a child",
    title: "Bring it in by a child",
    text: "A transaction of the house spends the change of this payment and pays the miner for both, so that a miner who wants it has to take the payment, too. The payment stays as it is. The house pays at once, and it is written to the audit log.",
    together: (count: number) => `${count} payments go together in this transaction: all come in.`,
    notNow:
      "No child can be built on it now: the node has not taken it, a block holds it, no change of it is left, it is being given up, or that would cost more than 0.001 BTC for each payment in it.",
    confirm: "Make the child",
    done: "Child asked for",
  },
  giveUp: {
    open: "Give up",
    title: "Give the payment up",
    text: "Another transaction spends the same coins back to the house, with more for the miner. No more than one of the two can ever be mined. Six blocks after it is, what was held goes back to the owner, who is told why. If the payment is mined first, it counts and is settled. The house pays the miner at once, and it is written to the audit log.",
    together: (count: number) =>
      `${count} withdrawals go together in this transaction: all of them are given up.`,
    notNow:
      "It cannot be given up now: a block holds it, a coin of it is in no block, another payment builds on it, or that would cost more than 0.001 BTC for each payment in it.",
    confirm: "Give it up",
    done: "Being given up",
  },
  rate: "Fee rate in sat/vB",
  cost: "The house pays",
  underWay: "Something was asked for it already and is being signed.",
  busy: "Asking...",
  cancel: "Leave it",
  doneText: (btc: string) => `It costs ${btc} BTC and goes out as soon as it is signed.`,
} as const;
