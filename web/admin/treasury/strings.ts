/** Texts of the treasury page. */
import { countText } from "../../ui/amounts/count-text.ts";
import { adminLimits } from "../../../api/limits.ts";

export const treasuryTexts = {
  title: "Treasury",
  lead: "What the house holds, owes and has set aside. Users' balances are only counted here.",
  still: "Nothing was moved.",
  fund: "Fund a reserve",
  treasury: "Treasury",
  promised: "Promised interest",
  free: "Free for new promises",
  liabilities: "What the house owes",
  liabilitiesFoot:
    "At the reference values of this moment, as if mining were on everywhere and each owner of a machine chose what pays most. Interest moves from the earn funding to the reserve when a position opens, and only paying it empties the reserve.",
  columns: {
    what: "What was sold",
    open: "Open",
    held: "Held of users, BTC",
    owed: "Still to pay, BTC",
    from: "Paid from",
    state: "New money",
  },
  open: "taken",
  covered: "by the cover",
  fromReserve: "the reserve",
  fromTreasury: "mining, treasury",
  locked: "Locked in the reserve",
  difference: "Reserve against promises",
  even: "equal",
  fundTarget: "The fund is filled up to",
  house: "House accounts",
  account: "Account",
  meaning: "What it is",
  btc: "BTC",
  usd: "USD",
  unused: "no transfer yet",
  accounts: {
    treasury: ["Treasury", "What the chain paid the house, and what funds gave back."],
    mining: ["Mining", "Sales of contracts, boosts and power come in, mining pay goes out."],
    earnFunding: ["Earn funding", "Free to be promised as interest."],
    faucet: [
      "Faucet",
      "Grants on their way. A grant is drawn from the treasury when it is asked for.",
    ],
    fees: [
      "Fees",
      "Posted network fees, minus what miners took of them. They move to the treasury every hour.",
    ],
    receivable: [
      "Receivables",
      "Below zero: what users and the treasury owe after the chain took coins back.",
    ],
    forex: ["Forex desk", "Coins that traders brought, and the house's side of their trades."],
    forexAdvance: [
      "Forex advance",
      "Below zero: what was realised at a loss beyond an account's money while it has open trades.",
    ],
    forexLoss: ["Forex loss", "Below zero: what accounts lost beyond all they had."],
    clearing: ["Conversion", "Both sides of BTC-USD conversions meet here."],
    rounding: ["Rounding", "Fractions of charges and payouts, kept so that none is invented."],
  } as Readonly<Record<string, readonly [name: string, meaning: string]>>,
  cover: "Cover",
  solvency: "Everything that was sold, to its end",
  funds: "Mining account, treasury and fees",
  owedInAll: "Still to be paid from them",
  liquidity: (days: number) => `The next ${days} days`,
  atHand: "Mining account and treasury",
  due: (days: number) => `Pay of ${days} days and all machines bought back`,
  above: "Above that",
  coverYes:
    "More is sold while both are covered. Adjustments, the faucet, the practice fund and help with miners' fees take only what is above both.",
  coverNo: "Not covered: no contracts are sold until it is.",
  wallet: "Node wallet against books",
  walletFoot: "In the books is what must be ours on the chain: users' coins and the house's.",
  booked: "In the books",
  unspent: "Coins of the wallet",
  uncredited: "In the chain, not booked yet",
  inFlight: "Sent, still in the books",
  outOfChain: "Booked out, block undone",
  reconciled: "Last comparison",
  agrees: "agrees",
  differs: "differs by",
  notCompared: "not compared yet",
  atBlock: (height: string) => `block ${height}`,
  goOut: "Withdrawals go out",
  yes: "yes",
  trial: "Trial balance",
  trialFoot:
    "Counted over every account at this moment. A transfer debits one account and credits another, so both columns must be equal.",
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
    chain: "The chain (outside)",
    issuer: "Practice dollars issued (outside)",
  } as Readonly<Record<string, string>>,
  sum: "Sum",
} as const;

export const coinsTexts = {
  label: "All coins in the books",
  parts: "The bar in figures",
  summary: (isCovered: boolean) =>
    isCovered
      ? "All coins in the books as one bar. What was promised ends at the amber line; what is free stands right of it."
      : "All coins in the books as one bar. What was promised reaches beyond what is there.",
  floor: "The amber line is everything promised: what stands right of it is free.",
  short: "What was promised reaches beyond what is there: the hatched part lacks.",
  names: {
    owed: "Owed to users",
    reserved: "Promised interest",
    cover: "Cover for what was sold",
    elsewhere: "At the desk, on its way",
    missing: "Missing from the cover",
    free: "Free",
  },
  meanings: {
    owed: "their balances, available and held",
    reserved: "lies in the reserve, and only paying it empties the reserve",
    cover: "of mining, treasury and fees: stays for contracts, boosts and machines",
    elsewhere: "coins of traders, grants that are being sent, rounding",
    missing: "no contracts are sold until it is there",
    free: "what no promise needs, and the fund for new interest",
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
    `The treasury has them: nobody can sign in to the account any more. Whoever can show that they sent one gets it by an adjustment, to an account of theirs.${count > shown ? ` The newest ${shown} of ${count}.` : ""}`,
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
    "earn-funding": "Interest of new positions is locked from it; closed products open again.",
    mining: "Mining pay goes out of it. It takes what it lacks from the treasury by itself.",
  },
  amount: "Amount",
  max: { "earn-funding": "Max: all that is spare", mining: "Max: all of the treasury" },
  amountHint: (has: string) => `The treasury holds ${has} BTC.`,
  spareHint: (has: string, spare: string) =>
    `The treasury holds ${has} BTC; ${spare} BTC are spare, the rest covers what is promised.`,
  needAmount: "Enter an amount above zero, such as 0.5.",
  tooMuch: (has: string) => `The treasury holds only ${has} BTC.`,
  notSpare: (spare: string) =>
    `Only ${spare} BTC are spare: the rest covers what the house owes for what it sold.`,
  consequence: "Before and after",
  to: "to",
  uncovered:
    "What the house holds does not cover what is promised: until it does, contracts are not sold and nothing is spare for Earn funding.",
  oneWay: "There is no way back: coins leave a fund only by paying what it is for.",
  reason: "Reason",
  reasonHint: "Stored permanently in the audit log.",
  needReason: `Say why, in at least ${adminLimits.reasonCharacters.min} characters.`,
  submit: "Move coins",
  busy: "Moving...",
  done: "Coins moved",
  doneText: "The audit log keeps who moved them and why.",
} as const;
