/** Texts of the analytics page. */
export const analyticsTexts = {
  title: "Analytics",
  lead: "What you put in, what you have, and what each product brought and cost. All from the ledger.",
  range: "Range",
  from: "First day",
  to: "Last day",
  show: "Show",
  dayMissing: "Choose a day.",
  reversed: "The first day must not be after the last day.",
  utc: "Days are counted in UTC.",
  emptyTitle: "Nothing has moved yet",
  empty:
    "Your curve begins with the first coins. The faucet on the deposit page sends free test coins; deposits, purchases, payouts and withdrawals are then counted here by the day.",
  emptyAction: "Get test coins",
  equity: "What you have against what you put in",
  have: "What you have",
  putIn: "What you put in",
  difference: "Difference",
  haveFoot: "available and held",
  putInFoot: "deposits less withdrawals, since the first day",
  differenceFoot: "income less cost",
  deposit: "Deposit",
  withdrawal: "Withdrawal",
  view: "View",
  chart: "Chart",
  table: "Table",
  loadingChart: "Loading the chart...",
  sum: "The sum",
  addsUp: "Adds up",
  doesNotAddUp: "Does not add up",
  doesNotAddUpText:
    "The history of this account does not explain its balance. Please tell support; balances are checked against the ledger every hour.",
  products: "Income and cost by product",
  noProducts: "No product has earned or cost anything in these days.",
  noProductsAction: "See the plans",
  contribution: "Result by product",
  mining: "Mining: expected against paid",
  noMining: "Nothing was mined and nothing was expected in these days.",
  paid: "Paid",
  expected: "Expected",
  miningNote:
    "Expected is the value of your hash rate for the time mining was on, at the reference difficulty and reward of that time. Payouts follow by at most a minute, so a day's payouts may stand on the next day.",
  chartNotice: "TradingView Lightweight Charts™. Copyright © 2025 TradingView, Inc.",
} as const;

export const productNames = {
  cloud_mining: "Cloud mining",
  rigs: "Rigs",
  earn: "Earn",
  forex: "Forex",
  fees: "Fees",
  other: "Other",
} as const;

export const sumLabels = {
  opening: "Opening",
  contributions: "Contributions",
  income: "Income",
  cost: "Cost",
  withdrawals: "Withdrawals",
  converted: "Converted",
  closing: "Closing",
} as const;
