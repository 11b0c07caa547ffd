import { countText } from "../../ui/amounts/count-text.ts";

export const earnTexts = {
  availableBtc: (btc: string) => `BTC, available ${btc}`,
  amount: "Amount",
  maxLabel: "Max: the whole balance",
  placeholder: "0.00000000",
  estimate: "Estimated return",
  rate: "Rate",
  yourCoins: "your coins",
  share: (days: number) => `of your coins in ${days} days`,
  shareAndOn: (days: number) => `of your coins every ${days} days`,
  rateText: (percent: string, isFloor: boolean) => `${percent}%${isFloor ? "+" : ""} APY`,
  offer: (rate: string, days: number) => `${rate} for ${countText(days, "day")}`,
  ends: "Ends",
  youGet: "You get back",
  early: "If you leave early",
  earlyFixed: "all coins, no interest",
  earlyFlexible: "all coins, interest for whole days",
  formula: (percent: string, days: number, since: string) =>
    `Amount × ${percent}% × ${days} days / 36,500, rounded down. Rate in force since ${since}.`,
  workingFormula: "interest = amount x APY % x whole days / 36,500, rounded down to the satoshi",
  workingCase: (name: string, percent: string, days: number) =>
    `${name}: 1 BTC x ${percent} % x ${days} days`,
  workingNote:
    "Simple interest for whole days of 24 hours, without compounding. Bitcoin pays no interest. The practice fund does, and sets it aside when a position opens. A flexible plan is shown for 30 days.",
  workingSince: "Rates in force since:",
  perDay: "Per day",
  setAside: (days: number) => `Set aside at once, ${countText(days, "day")}`,
  days: (days: number) => countText(days, "day"),
  flexible: "flexible",
  flexibleEnd: "when you leave",
  cancel: "Cancel",
  fundShort: (most: string, plan: string) =>
    `The practice fund can set aside the interest of at most ${most} BTC in ${plan} now. Choose a smaller amount, or try again when the fund is filled.`,
  closed: "Closed for new money",
  getCoins: "Get test coins",
  nextRate: (percent: string, date: string) => `${percent}% from ${date}`,
} as const;

export const stakingTexts = {
  title: "Staking",
  lead: "Lock coins for a fixed period. All interest is set aside for you at the start.",
  form: "Stake",
  period: "Period",
  stake: "Stake",
  staking: "Staking...",
  dialogTitle: (days: number) => `Stake for ${days} days`,
  dialogText:
    "Your coins are held until the end and then returned automatically with the interest. You can leave early at any time: you get all coins back, without interest.",
  openedTitle: "Staking Initiated!",
  openedText: (amount: string, date: string) => `${amount} BTC are staked until ${date}.`,
  emptyTitle: "No positions yet",
  empty: "Your stakes appear here with their end date and the interest set aside for them.",
  emptyAction: "Enter an amount",
} as const;

export const investTexts = {
  title: "Invest",
  lead: "Three Bitcoin plans. The platform's practice fund pays the interest and sets it aside in advance.",
  plans: "Investment plans",
  minimum: "Minimum",
  term: "Term",
  invest: "Invest",
  investing: "Investing...",
  dialogTitle: (plan: string) => `Invest in ${plan}`,
  openedTitle: "Investment Opened!",
  openedText: (amount: string, plan: string) => `${amount} BTC are invested in ${plan}.`,
  leastOf: (btc: string) => `The minimum is ${btc} BTC.`,
  has: (btc: string) => `You have ${btc} BTC.`,
  paysNote: "Bitcoin itself pays no interest. The practice fund does.",
  portfolio: "Portfolio",
  portfolioFoot: "Stakes and investments together.",
  invested: "Invested",
  accrued: "Accrued so far",
  promised: "Promised and set aside",
  paid: "Interest paid",
  emptyTitle: "No positions yet",
  empty:
    "Your plans and stakes appear here with accrued interest, interest set aside and end date.",
  emptyAction: "Choose a plan",
} as const;

export const positionTexts = {
  title: "Your positions",
  still: "Your positions are stored on the server and are not affected.",
  caption: "Positions",
  columns: {
    what: "Position",
    amount: "Amount",
    rate: "Rate",
    interest: "Interest",
    ends: "Ends",
  },
  ofSetAside: "of {promised} set aside",
  paidInterest: "{interest} paid",
  left: "Left",
  paidTag: "Paid",
  beingPaid: "being paid now",
  inTime: (span: string) => `in ${span}`,
  paidThrough: (date: string) => `paid through ${date}`,
  exhausted:
    "The fund cannot set aside interest for more days now. Later days are paid only once it can.",
  leave: "Leave",
  leaveLabel: (name: string, id: string) => `Leave ${name} ${id.slice(-6)}`,
  leaveTitle: (name: string) => `Leave ${name}`,
  leaving: "Leaving...",
  stay: "Stay",
  back: "Coins back",
  interestNow: "Interest paid now",
  givenUp: "Interest given up",
  fixedTerms: "You get all your coins back at once. The promised interest returns to the fund.",
  flexibleTerms: "You get all your coins back at once, with interest for whole days.",
  maturedTerms: "This position has reached its end. It is paid as promised.",
  leftTitle: "Position Closed",
  leftText: (coins: string, interest: string) =>
    `${coins} BTC are back in your wallet, with ${interest} BTC of interest.`,
} as const;

export const fundTexts = {
  title: "Who pays",
  noYield:
    "Bitcoin has no staking yield. All interest comes from the platform's practice fund, which is filled from the platform's spare coins. A product closes when the fund cannot set its interest aside.",
  fraud:
    "Outside this practice platform, regulators call promised fixed returns of 20-50 % a year a sign of fraud.",
  free: "Available for interest on new positions",
  reserved: "Set aside for positions",
  target: "Target size",
  dishonestTitle: "Signs of a fraudulent offer",
  dishonest:
    "A fraudulent offer shows a growing number, but no coins are set aside. Early customers are paid with the coins of later customers. Anyone who wants to leave must first pay a fee or a tax.",
} as const;

/** Texts fixed by the requirement. The server sends the same texts. */
export const earnRefusals = {
  stakeInvalid: { title: "Invalid Amount", text: "Please enter a valid amount to stake." },
  stakeOver: {
    title: "Insufficient Funds",
    text: "You do not have enough BTC to stake that amount.",
  },
  investInvalid: { title: "Invalid Amount", text: "Please enter a valid amount to invest." },
  investOver: (plan: string) => ({
    title: "Insufficient Funds",
    text: `You do not have enough BTC for ${plan}.`,
  }),
  belowMinimum: (plan: string, min: string) => ({
    title: "Invalid Amount",
    text: `The minimum for ${plan} is ${min} BTC.`,
  }),
} as const;
