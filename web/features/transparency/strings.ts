import { countText } from "../../ui/amounts/count-text.ts";

export const transparencyTexts = {
  title: "Transparency",
  lead: "Check that the platform's ledger adds up and that the platform holds the coins it owes.",
  unknown: "unknown",
  none: "none yet",
} as const;

export const verdictTexts = {
  title: "Verdict",
  tags: { green: "Verified", red: "Error found", unknown: "Not verified" },
  network: "Network",
  block: "Newest block",
  blockHash: "Block hash",
  /** Names of the ids in the labels of their copy buttons. */
  copied: { hash: "block hash", root: "root" },
  noBlock: "The wallet has not read a block yet.",
  minedAt: "Block time",
  verified: "Last verification of the ledger",
  wholeVerified: "Last verification of every transfer",
  root: "Root of the newest proof of liabilities",
  withdrawalsPaused: "Withdrawals are paused.",
  payPaused: "Payments by time are paused.",
} as const;

export const verifyTexts = {
  note: "This page comes from the operator who is being checked. Verify it yourself from a clone of the source code:",
  command: (origin: string) => `npm run verify -- ${origin}`,
  copy: "Copy the command",
  /** `{verify}` is replaced by a link. */
  kept: "{verify} checks receipts and leaf files that users saved, without a connection.",
  keptLink: "Verify a File",
} as const;

export const coinsTexts = {
  title: "Coins and ledger",
  foot: "The platform's coins on the chain, compared with the ledger. The difference must be zero.",
  sum: "Addition of coins, BTC",
  terms: {
    hotSats: "Hot wallet",
    coldSats: "Cold wallet",
    inFlightSats: "Sent, still in the ledger",
    outOfChainSats: "Booked as sent, block removed by a reorg",
    uncreditedSats: "On the chain, not credited yet",
    bookedSats: "In the ledger",
  },
  difference: "Difference",
  agrees: "agrees",
  differs: "differs",
  empty: "Nothing to compare",
  emptyText: "The wallet has not read a block yet.",
} as const;

export const trialTexts = {
  title: "Trial balance",
  lead: "Users' balances are positive because the platform owes them. The chain account is negative because it mirrors the coins that the platform holds.",
  foot: "Each transfer subtracts from one account what it adds to another. All balances of an asset therefore sum to zero.",
  addsUp: "adds up",
  doesNotAddUp: "does not add up",
  caption: (asset: string) => `Trial balance, ${asset}`,
  name: "Accounts",
  count: "Number",
  balance: (asset: string) => `Balance, ${asset}`,
  sum: "Sum",
  reserve: (product: string) => `Reserve: ${product}`,
  /** Names of account classes without their asset. */
  classes: {
    "users:available": "Users, available",
    "users:held": "Users, held",
    chain: "Coins on the chain (external)",
    issuer: "Practice dollars issued (external)",
    "house:treasury": "Treasury",
    "house:mining": "Mining",
    "house:earn-funding": "Earn funding",
    "house:faucet": "Faucet",
    "house:fees": "Fees",
    "house:receivable": "Receivables",
    "house:forex": "Forex desk",
    "house:forex-advance": "Forex advance",
    "house:forex-loss": "Forex loss",
    "reserve:earn": "Reserve for interest",
    clearing: "Conversion",
    rounding: "Rounding",
  } as Readonly<Record<string, string>>,
} as const;

export const productTexts = {
  title: "Products",
  foot: "Calculated at the current reference values. Assumes that mining is always on.",
  name: "Product",
  open: "Open holdings",
  held: "Users' coins, BTC",
  owed: "Owed, BTC",
  setAside: "Set aside",
  sales: "Sales",
  yes: "yes",
  no: "no",
  onSale: "on sale",
  cover: "Cover",
  unreserved: "Owed without a reserve",
  funds: "Mining account, treasury and fees",
  state: "Funds cover the amount owed",
  covered: "covered",
  notCovered: "not covered",
} as const;

export const hashRateTexts = {
  title: "Hash rate",
  sold: "Sold in contracts, boosts and rigs",
  modelled: "Paid now, modelled from reference values",
  measured: "Measured from users' shares of the last hour",
  noShares: "no shares in the last hour",
  foot: "Sold hash rate is modelled from reference values. No share is behind it.",
} as const;

export const deskTexts = {
  title: "Forex desk",
  open: "market open",
  closed: "market closed",
  text: "The platform is the other side of every trade. Users' gains are the platform's loss.",
  source: "Prices",
  sources: { practice: "practice market", oanda: "OANDA" },
  closedResult: "Platform's result, closed positions",
  openResult: "Platform's result, open positions",
  total: "Platform's result, total",
  positions: "Open positions",
  losing: "Share of losing accounts, 12 months",
  losingShare: (percent: string) => `${percent} %`,
  tooFew: "too few accounts",
  counted: "Accounts counted",
  exposure: "Platform's exposure",
  currency: "Currency",
  side: "Side",
  long: "long",
  short: "short",
  amount: "Value, USD",
  flat: "The platform has no exposure now.",
} as const;

export const withdrawalTexts = {
  title: "Last withdrawals",
  foot: "Check these transactions with your own node.",
  at: "Time",
  amount: "Amount, BTC",
  confirmations: "Confirmations",
  txid: "TXID",
  empty: "No withdrawals yet",
  emptyText: "Users' last 20 withdrawals appear here.",
} as const;

export const referenceTexts = {
  title: "Reference values",
  fact: (since: string) => `in force since ${since}`,
  value: (number: string, unit: string) => `${number} ${unit}`,
  since: "In force since",
  source: "Source",
  terms: "Terms",
  termsFact: (count: number) => countText(count, "entry", "entries"),
  name: "Name",
  values: "Values",
  field: (label: string, value: string) => `${label}: ${value}`,
} as const;

export const incidentTexts = {
  title: "Incidents",
  kind: "Incident",
  kinds: {
    withdrawals_locked: "Withdrawals locked",
    books_broken: "Ledger error",
    coins_differ: "Coins and ledger differ",
    chain_halted: "Chain not followed",
    pay_paused: "Payments by time paused",
    reorg: "Reorg",
    restored: "Restored from a backup",
    price_gap: "Forex prices missing",
    outage: "Outage",
  },
  detail: "Detail",
  began: "Began",
  ended: "Ended",
  ongoing: "Ongoing",
  empty: "No incidents so far.",
  emptyText: "The platform records an incident when a problem begins.",
  older: "Show older incidents",
  oldest: "End of list.",
} as const;

export const proofTexts = {
  title: "Proof of liabilities",
  foot: "The root commits to what every user is owed, and to the sum. Only you can recognise your own leaves.",
  sum: "Owed to all users",
  takenAt: "Taken at",
  prices: "Open Forex positions",
  currentPrices: "valued at the prices of that moment",
  lastPrices: (time: string) =>
    `valued at the last prices of ${time}, because the market was closed`,
  old: "This proof is more than a day old. The next one is taken as soon as the Bitcoin node responds and the ledger matches the coins.",
  block: "Block",
  leaves: "Leaves",
  root: "Root",
  empty: "No proof yet",
  emptyText: "The first proof is taken soon after the first credited deposit.",
  signIn: "Log in to verify your own balance in this proof.",
  check: "Check mine",
  checking: "Checking ...",
  save: "Save my leaves",
  file: (height: number) => `hashfloor-proof-${height}.json`,
  included: (leaves: number) =>
    `owed to you at that time, in ${countText(leaves, "leaf", "leaves")} of this tree. This browser has verified each leaf up to the root.`,
  missing:
    "Your leaves do not lead to the published root. Save them and ask the operator for an explanation.",
  nothing: "Nothing was owed to you when this proof was taken.",
} as const;

export const reservesTexts = {
  title: "Reserves",
  foot: "A signature proves that the platform can spend an output. It moves no coins.",
  signed: "signed",
  unsigned: "not signed yet",
  block: "Block",
  hot: "Hot wallet, signed",
  hotUnsigned: "Hot wallet, not signed yet",
  coldSigned: "Cold wallet, signed by its key holders",
  coldUnsigned: "Cold wallet, not signed here",
  booked: "In the ledger",
  owed: "Owed to all users",
  coldNever: "The key holders have not signed for all outputs of the cold wallet yet.",
  coldAt: (time: string) => `The key holders signed for the cold wallet at ${time}.`,
  coldDue: "Their next signature is due.",
  message: "Signed message",
  copy: "Copy the message",
  list: "List of outputs with signatures (JSON)",
  empty: "No outputs yet",
  emptyText: "The wallet's outputs are published with the first proof of liabilities.",
} as const;

export const limitTexts = {
  title: "What this page cannot prove",
  limits: [
    "The operator could run other software than this source code.",
    "Debts outside this ledger are not visible.",
    "A user who is left out of the proof of liabilities is found only if that user checks.",
    "The operator could borrow coins for the moment of a proof.",
    "The coins are test coins without value.",
  ],
  noProof: "A proof of each user's balance is not published yet.",
  checksTitle: "What you can check",
  own: "Your own balance: log in and click Check mine under Proof of liabilities.",
  withdrawals: "The TXIDs of withdrawals: look them up on your own node.",
  sums: "The trial balance: the balances of each asset sum to zero.",
  /** `{days}` is replaced by a link. */
  seeds: "The desk's prices: {days} publishes the seed of each past day.",
  days: "Market Days",
} as const;

export const badgeTexts = {
  title: "Badge",
  lead: "Shows the current verdict on other pages.",
  alt: "Current verdict about Hashfloor's books",
  markdownLabel: "Markdown",
  markdown: (origin: string) =>
    `[![Hashfloor transparency](${origin}/transparency/badge.svg)](${origin}/transparency)`,
  copy: "Copy the Markdown line",
} as const;
