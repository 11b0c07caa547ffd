/**
 * Texts of the landing page. The requirement fixes the titles of the mining and Forex points, the
 * header's links, and the labels of the marketing figures.
 */
import { anonymousLimits } from "../../api/shell-limits.ts";

export const headerTexts = {
  sections: "Sections",
  mining: "Mining",
  forex: "Forex",
  about: "About",
  login: "Login",
  signUp: "Sign Up",
  dashboard: "Go to Dashboard",
} as const;

export const heroTexts = {
  pageTitle: "See what it really returns",
  title: "See what it really returns before you risk anything.",
  text: "Cloud mining, investing, staking, rigs of your own and leveraged Forex, with coins of Bitcoin's test networks. Payouts and fees are calculated as in reality, and you can check every number.",
  open: "Open a practice account",
  numbers: "See the numbers first",
  line: "The amber line is break-even: the point where you get back exactly what you paid.",
} as const;

export const resultsTexts = {
  label: "Expected result of each mining plan after 30 days",
  breakEven: "break-even",
  period: "USD in 30 days",
  price: (usd: number) => `for $${usd}`,
} as const;

export const tapeTexts = {
  label: "Movements on the chain",
  live: "The chain, live",
  caption: "Newest movements on the chain",
  kinds: { deposit: "Deposit", withdrawal: "Withdrawal", faucet: "Faucet" },
  notMonitored: "Not monitored: this installation's figures cannot be loaded now.",
  empty:
    "No movements yet. The first deposit, withdrawal or faucet grant appears here with its txid.",
} as const;

export const miningTexts = {
  title: "What each mining plan would really earn",
  lead: (inputs: { rate: string; difficulty: string; losing: number; plans: number }) =>
    `30 days at ${inputs.rate} USD per BTC and a network difficulty of ${inputs.difficulty} T, power included. ${inputs.losing} of ${inputs.plans} lose money. You see this before you buy, not after.`,
  modelled: "Modelled",
  formula: (reward: string) =>
    `BTC per day = hash rate × 86,400 × ${reward} ÷ (difficulty × 2³²). Expected value at the reference values, not a promise.`,
  caption: "Expected result of each plan after 30 days",
  columns: {
    plan: "Plan",
    hashRate: "Hash rate",
    price: "You pay, USD",
    earns: "Earns, BTC",
    worth: "Value, USD",
    bar: "Compared with break-even",
    result: "Expected result, USD",
    breakEven: "Breaks even at, USD/BTC",
  },
  never: "never",
  replayed: (days: string) =>
    `Share of ${days} starting days since 2013 on which the same terms would have paid back`,
  timeMachine: "Open the time machine",
  points: [
    {
      title: "High-performance ASIC mining",
      text: "You rent hash rate by contract. It earns by the second, from hash rate, difficulty and block reward. Every payout lists its inputs.",
    },
    {
      title: "Instant setup",
      text: "A contract starts as soon as it is paid. The faucet sends you test coins for it, in a transaction that you can follow.",
    },
    {
      title: "Secure infrastructure",
      text: "Every movement is a double entry, and the database rejects unbalanced ones. Withdrawals need a code. A separate signer holds the keys.",
    },
  ],
} as const;

export const claimTexts = {
  title: "Typical marketing claims and this site's measurements",
  lead: "The figures on the left are sample marketing copy. Those on the right are measured on this installation.",
  measure: "Measure",
  claimed: "Claimed",
  sample: "Sample",
  measured: "This installation",
  how: "How it is measured",
  noShares: "no shares yet",
  noTrades: "no trades yet",
  moved: "moved on the chain",
  claims: {
    hashRate: {
      measure: "Hash rate",
      said: "2.5 EH/s",
      how: "accepted shares of users' miners in the pool, last hour",
    },
    miners: {
      measure: "Active miners",
      said: "15,000+",
      how: "accounts with a contract or rig and mining on, without anonymous accounts",
    },
    uptime: {
      measure: "Uptime",
      said: "99.9%",
      how: "uninterrupted running time since the last start",
    },
    volume: {
      measure: "Daily volume",
      said: "$2.5B+",
      how: "Forex desk and chain, last 24 h; amounts moved back and forth count once each way",
    },
    traders: {
      measure: "Active traders",
      said: "50,000+",
      how: "accounts that held 100 USD or more in the last 24 h; one user may have several",
    },
    success: {
      measure: "Success rate",
      said: "87%",
      how: "share of accounts with trades or positions whose equity grew by more than their net deposits in 12 months",
    },
  },
} as const;

export const tryTexts = {
  button: "Try it now",
  text: `A practice account with test coins, without an e-mail address. It is deleted after ${anonymousLimits.unusedDays} days without use, unless you create an account from it.`,
} as const;

export const forexTexts = {
  title: "Forex at 30:1 turns a one per cent move into nearly a third of your stake",
  lead: "The effect of leverage on real rates. The figures below are calculated, not promised.",
  leverage: "Effect of leverage when the market moves",
  moves: "The market moves",
  stopOut: "stop-out",
  foot: "Change of your stake before spread and financing, with everything in one position. Stop-out when equity falls to half the margin.",
  chart:
    "EUR/USD, weekly, built from daily reference rates, to 13 April 2026. Source: ECB statistics.",
  chartLabel: (weeks: number, low: number, high: number) =>
    `EUR/USD by week, ${weeks} weeks to 13 April 2026, from ${low} to ${high}`,
  closed: (opensAt: string) =>
    `The market is closed now and opens ${opensAt}. Replays of past days run at any time.`,
  points: {
    analytics: {
      title: "Analytics",
      text: "Spread, fees and financing of every trade. Analytics includes your equity at the desk.",
    },
    markets: {
      title: "Global markets",
      text: "31 currency pairs on a market that is marked as modelled, and replays of real days.",
    },
    trading: {
      title: "Live trading",
      text: "Real-world rules for orders, margin and stop-out, with practice money.",
    },
  },
} as const;

export const principleTexts = {
  title: "The five rules of this site",
  rules: [
    {
      title: "No made-up numbers",
      text: 'Every number comes from the ledger, the chain, a quote or a named formula. Without a source it says "not monitored".',
    },
    {
      title: "Practice is built in",
      text: "The code knows only test networks. It refuses to start with a main network node.",
    },
    {
      title: "Sample data is labelled",
      text: "Dashed borders mark samples. Measured figures are shown next to them.",
    },
    {
      title: "Money cannot appear or vanish",
      text: "Every satoshi and cent moves by a double entry. What users own and what the operator holds must add up.",
    },
    {
      title: "Costs before the button",
      text: "Fees, risk and the expected result are shown first, even if the result is a loss.",
    },
  ],
} as const;

export const testimonialTexts = {
  title: "Withdrawals: three invented, and real ones that you can check",
  last: "Last withdrawals on the chain",
  notMonitored: "Not monitored now.",
  none: "None among the latest movements. The next one appears here with its txid.",
  samples: [
    {
      name: "Sample person A",
      location: "Lisbon",
      amount: "0.52",
      ago: "2 hours ago",
      content: "Withdrew in an hour, everything smooth.",
    },
    {
      name: "Sample person B",
      location: "Toronto",
      amount: "1.15",
      ago: "5 hours ago",
      content: "The best platform I have used so far.",
    },
    {
      name: "Sample person C",
      location: "Singapore",
      amount: "0.89",
      ago: "1 day ago",
      content: "My rigs pay for themselves every month.",
    },
  ],
} as const;

export const callTexts = {
  title: ["Lose test coins first.", "It is the cheaper lesson."],
  text: "No card, no bank, no real coins: this site has no use for them. Leave with numbers that you can check.",
  signUp: "Sign Up",
} as const;

export const footerTexts = {
  login: "Login",
  signUp: "Sign Up",
  pool: "Mining pool",
  transparency: "Transparency",
  days: "Market days",
  timeMachine: "Time machine",
  api: "API",
  disclaimer: (practice: string) =>
    `${practice}. Nothing here is an offer, advice or a forecast of real returns.`,
} as const;
