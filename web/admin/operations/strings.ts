/** UI strings for /admin/operations. */
import { countText } from "../../ui/amounts/count-text.ts";
import { transferStates } from "../cold-wallet/strings.ts";

export const operationsTexts = {
  title: "Operations",
  lead: "Backups, wallet, fees and stuck payments.",
  still: "Payments and backups continue without this page.",
} as const;

export const copyTexts = {
  title: "Backups",
  none: "No backup yet.",
  noneText:
    "If this machine is lost, the books and the keys of all coins are lost. Run this command on this machine while the product runs:",
  unreadable: "Unknown: last-backup.json in the data folder cannot be read.",
  elsewhere:
    "Unknown, because this process runs no background jobs. The process that runs them has last-backup.json in its data folder and reports the backup's age as backup_age_seconds.",
  made: "Made",
  old: "Older than 26 hours",
  proved: "Verified",
  size: "Size",
  folder: "Folder",
  make: "Make a backup",
  restore: "Restore it into an empty data folder",
  recover: "Find the coins with only the keys of a backup",
  copyCommand: (what: string) => `Copy the command: ${what}`,
  foot: "Read from last-backup.json in this process's data folder. A backup does not contain later changes. Keep its passphrase elsewhere.",
} as const;

export const diskTexts = {
  title: "Disk",
  free: "Free space",
  freeOf: (free: string, total: string) => `${free} of ${total}`,
  forecast: "Forecast",
  fullIn: (days: number) => (days === 0 ? "full today" : `full in ${countText(days, "day")}`),
  notFilling: "not filling",
  tooEarly: "known after one day of measurements",
  database: "Size of the database",
  growth: "Growth of the database",
  perDay: (bytes: string) => `${bytes} per day`,
  shrinks: (bytes: string) => `shrinks by ${bytes} per day`,
  soon: "The disk will be full within a month. Free some space or enlarge the disk.",
  foot: "The disk that contains the data folder. The forecast continues the average of the last seven days and keeps the reserve free. The disk of a separate PostgreSQL server is not monitored here.",
} as const;

export const coinTexts = {
  title: "Coins",
  kind: "Origin",
  standing: "Spendable",
  count: "Coins",
  amount: "Amount",
  kinds: { deposit: "Deposits", change: "Change", coinbase: "Blocks" },
  standings: {
    spendable: "now",
    last: "only as a last resort: fewer than 100 confirmations",
    young: "later: too few confirmations",
    reserved: "reserved for a payment",
  },
  all: "All",
  smallest: "Smallest and largest",
  small: "Cost more to spend than they are worth",
  to: "to",
  none: "none",
  smallOf: (count: string) => `${countText(count, "coin")},`,
  noRate: "Unknown without a fee rate",
  empty: "No coins yet",
  foot: "All of these coins are in the hot wallet, so this machine can spend them. Cold coins are listed above.",
} as const;

export const feeTexts = {
  title: "Current fee",
  rate: "Fee rate of new payments",
  perVb: (rate: string) => `${rate} sat/vB`,
  estimated: "the node's estimate for six blocks",
  fallback: "fixed rate, because the node has no estimate",
  silent: "The node is not responding.",
  tooHigh: "Signing is paused, because the rate is above 500 sat/vB. Check the fee market.",
  mempool: "Transactions in the node's mempool",
  transactions: (count: string) => countText(count, "transaction"),
  usual: (size: string) => `Cost of a withdrawal with one coin, ${size} vB`,
  more: "Cost of each further coin",
  fee: "Fee paid by the user",
  market: "Market surcharge paid by the user",
  left: "Fee left after the miner's fee",
  covered: "Highest rate that the user's fee covers",
} as const;

export const waitingTexts = {
  title: "Waiting payments and deposits",
  withdrawals: "Withdrawals",
  paused: "Signing is paused.",
  what: "Kind",
  state: "State",
  count: "Count",
  amount: "Amount",
  oldest: "Oldest",
  why: "Reason",
  purposes: { user: "Withdrawals", faucet: "Faucet grants" },
  deposits: "Deposits",
  inBlock: "in a block",
  inMempool: "in the mempool",
  reasons: {
    requested: "Being checked now.",
    in_review: "Waits for approval by administrators.",
    approved: "The sender chooses the coins in its next round.",
    reserved: "The signer signs the payment in its next round.",
    signed: "Waits until the node accepts the payment.",
    broadcast: "The node accepted the payment but does not list it in the mempool yet.",
    in_mempool: "Waits for a block.",
    confirming: "In a block. Complete after six confirmations.",
    replaced: "Replaced by another transaction.",
    conflicted:
      "Another transaction spent the same coins. The money returns after six confirmations of that transaction.",
  },
  depositReasons: {
    inBlock: "Credited after six confirmations, block rewards after 100.",
    inMempool: "Waits for a block.",
  },
  empty: "Nothing is waiting",
  emptyText: "Incomplete payments and uncredited deposits appear here.",
  foot: "On-chain payments only. Simulated payouts complete automatically; those that need approval are under Withdrawals.",
} as const;

export const selfTransferTexts = {
  title: "Transactions of the platform",
  settings: "Terms",
  joining: "Small coins",
  joiningText: (count: string, min: string) => `${count}; consolidated if more than ${min}`,
  below: "Limit for small coins",
  states: {
    off: "Small coins are not consolidated, because the posted rate is 0.",
    paused: "No coins are consolidated, because signing is paused.",
    no_rate: "No coins are consolidated, because the node reports no usable fee rate.",
    too_dear: (rate: string) =>
      `Coins are consolidated once the fee rate is ${rate} sat/vB or less.`,
    few_coins: "Not needed: there are too few small coins to raise a payment's fee.",
    under_way: "Coins are being consolidated, one transaction at a time.",
    ready: "Coins are consolidated within a minute if the treasury can spare the fee.",
  },
  transaction: "Transaction",
  what: "Purpose",
  joined: (coins: string) => `${countText(coins, "coin")} consolidated`,
  kinds: { child: "Speeds up", abandonment: "Abandons" },
  state: "State",
  stateOf: {
    ...transferStates,
    conflicted:
      "replaced by another transaction, for example because the payment was mined after all",
  },
  amount: "Amount",
  fee: "Miner's fee",
  when: "When",
  foot: "The coins stay in the wallet, and the platform pays the miner's fee. The newest 20 are shown.",
} as const;

export const unminedTexts = {
  title: "Not in a block yet",
  toRaise: "Raise a fee",
  transaction: "Transaction",
  rate: "Fee, sat/vB",
  belowNow: "below the current rate",
  sent: "Sent",
  notSent: "not accepted yet",
  signed: "signed",
  times: "Attempts",
  answer: "The node's last answer",
  taken: "accepted",
  noAnswer: "not sent yet",
  together: (count: string) => `${count} payments in one transaction`,
  further: (count: string) => `Not shown: ${countText(count, "newer payment")}.`,
  empty: "All payments are in a block",
  toDo: "Actions",
  attempts: { child: "being sped up", abandonment: "being abandoned" },
  foot: "Each payment is sent again until a block contains it. You can raise a withdrawal's fee, and speed up other payments with CPFP.",
} as const;

/** UI strings for speeding up or abandoning an unconfirmed payment. */
export const stuckTexts = {
  child: {
    open: "Speed up (CPFP)",
    title: "Speed up with CPFP",
    text: "A CPFP transaction spends this payment's change and pays the miner for both, so they are mined together. The payment itself does not change. The platform pays the fee at once, and the audit log records it.",
    together: (count: number) =>
      `This transaction contains ${count} payments. All of them are sped up.`,
    notNow:
      "CPFP is not possible now. The node has not accepted the payment, a block contains it, it has no change left, it is being abandoned, or the cost would exceed 0.001 BTC per payment.",
    confirm: "Speed up payment",
    done: "CPFP requested",
  },
  giveUp: {
    open: "Abandon",
    title: "Abandon the payment",
    text: "A second transaction sends the same coins back to the platform at a higher fee. Only one of the two can be mined. If it is the second one, the user gets the money back after six confirmations and is told why. If it is the payment, the withdrawal completes. The platform pays the fee at once, and the audit log records it.",
    together: (count: number) =>
      `This transaction contains ${count} withdrawals. All of them are abandoned.`,
    notNow:
      "The payment cannot be abandoned now. A block contains it, one of its coins is not in a block, another payment spends its change, or the cost would exceed 0.001 BTC per payment.",
    confirm: "Abandon payment",
    done: "Abandoning",
  },
  rate: "Fee rate in sat/vB",
  cost: "Cost to the platform",
  underWay: "An earlier action for this payment is being signed.",
  busy: "Requesting...",
  cancel: "Cancel",
  doneText: (btc: string) => `The transaction costs ${btc} BTC and is sent once it is signed.`,
} as const;
