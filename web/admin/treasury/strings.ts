/** UI strings for the treasury page. */
import { countText } from "../../ui/amounts/count-text.ts";
import { adminLimits } from "../../../api/limits.ts";

export const treasuryTexts = {
  title: "Treasury",
  lead: "The platform's coins, obligations and reserves. Users' balances cannot be changed here.",
  still: "No coins were moved.",
  fund: "Fund a reserve",
  treasury: "Treasury",
  promised: "Promised interest",
  free: "Available for interest on new positions",
  liabilities: "Obligations",
  liabilitiesFoot:
    "Calculated at the current reference values. Assumes that mining is always on and that each rig owner chooses the best-paying option. Opening a position moves its interest from earn funding to the reserve, where it stays until it is paid.",
  columns: {
    what: "Product",
    open: "Open",
    held: "Held from users, BTC",
    owed: "Still to pay, BTC",
    from: "Paid from",
    state: "New sales",
  },
  open: "open",
  covered: "open while covered",
  fromReserve: "the reserve",
  fromTreasury: "mining account and treasury",
  locked: "Locked in the reserve",
  difference: "Reserve minus promised interest",
  even: "equal",
  fundTarget: "Target size of the fund",
  house: "House accounts",
  account: "Account",
  meaning: "Purpose",
  btc: "BTC",
  usd: "USD",
  unused: "no transfer yet",
  accounts: {
    treasury: ["Treasury", "Coins that the platform received on the chain or back from its funds."],
    mining: ["Mining", "Receives sales of contracts, boosts and power. Pays for mining."],
    earnFunding: ["Earn funding", "Available for interest on new positions."],
    faucet: ["Faucet", "Faucet grants that are being sent. Each grant comes from the treasury."],
    fees: [
      "Fees",
      "Network fees charged, minus fees paid to miners. Moved to the treasury every hour.",
    ],
    receivable: [
      "Receivables",
      "If negative: debts of users and the treasury after a reorg undid deposits.",
    ],
    forex: [
      "Forex desk",
      "Coins that traders moved to the desk, and the platform's side of their trades.",
    ],
    forexAdvance: [
      "Forex advance",
      "If negative: realised losses above an account's money while its trades are open.",
    ],
    forexLoss: ["Forex loss", "If negative: losses above everything the accounts had."],
    clearing: ["Conversion", "Both sides of BTC-USD conversions."],
    rounding: ["Rounding", "Fractions of charges and payouts, so that no rounding creates coins."],
  } as Readonly<Record<string, readonly [name: string, meaning: string]>>,
  cover: "Cover",
  solvency: "All products sold, to the end of their terms",
  funds: "Mining account, treasury and fees",
  owedInAll: "Unpaid obligations",
  liquidity: (days: number) => `The next ${days} days`,
  atHand: "Mining account and treasury",
  due: (days: number) => `Pay for ${days} days and repurchase of all rigs`,
  above: "Surplus",
  coverYes:
    "Sales continue while both kinds of obligations are covered. Adjustments, the faucet, the practice fund and support for miners' fees use at most the smaller surplus.",
  coverNo:
    "The coins do not cover the obligations. Contracts are on sale again once both surpluses are at least 0.",
  wallet: "Node wallet and books",
  walletFoot:
    "The books show how many coins must be on the chain: those of the users and those of the platform.",
  booked: "In the books",
  unspent: "Coins in the node wallet",
  uncredited: "On the chain, not booked yet",
  inFlight: "Sent, still in the books",
  outOfChain: "Booked as sent, block removed by a reorg",
  reconciled: "Last comparison",
  agrees: "agrees",
  differs: "differs by",
  notCompared: "not compared yet",
  atBlock: (height: string) => `block ${height}`,
  goOut: "Sending withdrawals",
  yes: "yes",
  trial: "Trial balance",
  trialFoot:
    "Sums of all accounts now. Each transfer debits one account and credits another, so both columns must be equal.",
  balanced: "Debits equal credits",
  unbalanced: "Debits and credits differ",
  trialColumns: {
    name: "Accounts",
    count: "Number",
    transfers: "Transfers",
    debits: "Debit",
    credits: "Credit",
  },
  classes: {
    "users:available": "Users, available",
    "users:held": "Users, held",
    chain: "The chain (external)",
    issuer: "Practice dollars issued (external)",
  } as Readonly<Record<string, string>>,
  sum: "Sum",
} as const;

export const coinsTexts = {
  label: "All coins in the books",
  parts: "The bar in figures",
  summary: (isCovered: boolean) =>
    isCovered
      ? "All coins in the books as one bar. Promised coins end at the amber line; free coins are to its right."
      : "All coins in the books as one bar. More coins are promised than exist.",
  floor: "Promised coins end at the amber line. Coins to its right are free.",
  short: "More coins are promised than exist. The hatched part is missing.",
  names: {
    owed: "Owed to users",
    reserved: "Promised interest",
    cover: "Cover for products sold",
    elsewhere: "At the desk or being sent",
    missing: "Missing from the cover",
    free: "Free",
  },
  meanings: {
    owed: "users' balances, available and held",
    reserved: "in the reserve until it is paid",
    cover: "part of mining, treasury and fees, kept for contracts, boosts and rigs",
    elsewhere: "traders' coins, grants being sent, rounding",
    missing: "no contracts are sold while it is missing",
    free: "not needed for obligations, including the fund for new interest",
  },
} as const;

export const factTexts = {
  stillToPay: "still to pay",
  covered: "covered",
  notCovered: "not covered",
  accounts: (count: number) => countText(count, "account"),
} as const;

export const leftTexts = {
  title: "Deposits to deleted accounts",
  foot: (count: number, shown: number) =>
    count > shown
      ? `The treasury holds these coins, because the accounts no longer exist. If a sender proves that a deposit is theirs, propose an adjustment to their account. Showing the newest ${shown} of ${count}.`
      : "The treasury holds these coins, because the accounts no longer exist. If a sender proves that a deposit is theirs, propose an adjustment to their account.",
  columns: {
    at: "Credited",
    amount: "Amount, BTC",
    transaction: "Transaction",
    account: "Account",
  },
} as const;

export const fundTexts = {
  title: "Fund a reserve",
  target: "To",
  targets: { "earn-funding": "Earn funding", mining: "Mining" },
  targetHint: {
    "earn-funding": "Provides the interest of new positions. Closed products open again.",
    mining: "Pays for mining. If it runs short, it draws on the treasury automatically.",
  },
  amount: "Amount",
  max: { "earn-funding": "Max: all spare coins", mining: "Max: the whole treasury" },
  amountHint: (has: string) => `The treasury holds ${has} BTC.`,
  spareHint: (has: string, spare: string) =>
    `The treasury holds ${has} BTC. Of these, ${spare} BTC are spare; the rest covers obligations.`,
  needAmount: "Enter an amount above zero, such as 0.5.",
  tooMuch: (has: string) => `The treasury holds only ${has} BTC.`,
  notSpare: (spare: string) => `Only ${spare} BTC are spare. The rest covers obligations.`,
  consequence: "Before and after",
  to: "to",
  uncovered:
    "The platform's coins do not cover its obligations. Until they do, no contracts are sold and Earn funding cannot be filled.",
  oneWay: "This cannot be undone. Coins leave a fund only for its own payments.",
  reason: "Reason",
  reasonHint: "Stored permanently in the audit log.",
  needReason: `Enter a reason of at least ${adminLimits.reasonCharacters.min} characters.`,
  submit: "Move coins",
  busy: "Moving...",
  done: "Coins moved",
  doneText: "The audit log records who moved them and why.",
} as const;
