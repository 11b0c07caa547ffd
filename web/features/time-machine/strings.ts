import { countText } from "../../ui/amounts/count-text.ts";

export const timeMachineTexts = {
  title: "Time Machine",
  lead: "See what these terms would have returned from any past starting day. The ratio of expected value to price stays the same. Difficulty and Bitcoin prices are those of that time.",
  verdict: (share: string, days: string, year: string) =>
    `On ${share} % of ${countText(days, "starting day")} since ${year} these terms would have paid back.`,
  notForecast: (paid: string, stretches: string, apartPaid: string) =>
    `${countText(paid, "starting day")} paid back. This counts the past; it is not a probability or a forecast. Most periods overlap. Of ${countText(stretches, "non-overlapping period")}, ${apartPaid} would have paid back.`,
  nothing:
    "Nothing is paid in this case, so there is nothing to pay back. Enter a price or a power cost.",
  updated: {
    title: "Hashfloor Was Updated",
    text: "This page was opened before the update, so its data differs from the server's. Click Retry to reload the page.",
  },
  gone: "This plan or rig is not on offer. Choose another one.",
  chartSummary: (from: string, days: string, outcome: string) =>
    `Day by day from ${from} over ${days}: ${outcome} returned per dollar. The break-even line is 1.`,
  offerFrom: (offer: string, day: string) => `${offer} from ${day}`,
  periodResult: (days: string, end: string, outcome: string) =>
    `${days} to ${end}: ${outcome} returned per dollar`,
  playedDay: (day: number, length: string, date: string) => `Day ${day} of ${length}, ${date}`,
  startLabel: "First day of the period",
  startHint:
    "Drag the start, or use keys: arrows move it by a day, Page Up and Page Down by a month, Home and End to a halving.",
  breakEven: "break-even",
  isPaidBack: "paid back",
  isBelow: "below break-even",
  sold: "Sold daily",
  kept: "Kept the coins",
  bought: "Bought coins instead",
  soldFoot: "each day's coins at that day's price",
  keptFoot: "all coins at the last day's price",
  boughtFoot: "coins bought for the price on the first day",
  staked: "The stake",
  coinsAlone: "Measured in BTC",
  coinsFoot: "share of the coins that the price would have bought",
  perDollar: "returned per dollar",
  ends: { sold: "sold", kept: "kept", bought: "bought", stake: "stake" },
  startValue: (day: string, outcome: string) => `${day}: ${outcome} returned per dollar`,
  halvedTo: (btc: number) => `halved to ${btc}`,
  distribution: "All starting days",
  histogramSummary: (paid: string, count: string, median: string) =>
    `All starting days: ${paid} of ${count} paid back. The median outcome is ${median}.`,
  histogramFoot: (low: string, median: string, high: string) =>
    `90 % of outcomes are between ${low} and ${high}; the median is ${median}. The first and last bars include all outcomes beyond the scale.`,
  worst: "Worst start",
  best: "Best start",
  medianStart: "Median",
  terms: "Terms",
  plan: "Plan",
  rig: "Rig",
  stake: "Staking",
  daily: "Own values",
  stakeName: "A stake",
  ratioName: "Your ratio",
  dailyName: "Your own values",
  days: (count: string) => countText(count, "day"),
  lengthTicks: ["30 days", "5 years"],
  length: "Length",
  mode: "Mined coins",
  modeSold: "Sold daily",
  modeKept: "Kept",
  tariff: "Electricity",
  earns: "Daily earnings at the start",
  uses: "Daily power cost",
  paidOnce: "One-time price",
  ownRatio: "Expected worth / price",
  ownPower: "Power / price",
  apy: "Interest per year",
  invalid: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  slow: "Slow",
  dayAFrame: "1 day per frame",
  fast: "1 week per frame",
  events: "Key days",
  noEvents: "This period has no halving and no large change in difficulty or price.",
  copyLink: "Copy link",
  linkCopiedTitle: "Link Copied",
  linkCopiedText: "The link opens these terms with this start.",
  download: "Download all outcomes (CSV)",
  checkTitle: "Check the headers",
  checkLead: (count: string) =>
    `The difficulty of every day comes from ${count} block headers. Each header states its difficulty, and its hash proves the work. Your browser can check all of them without the server.`,
  check: "Check the headers",
  checked: (count: string, ms: string) =>
    `All ${count} headers contain the work that they claim. No difficulty change is more than fourfold. Checked in your browser in ${ms} ms.`,
  notChecked: (height: string, what: string) => `Block ${height} ${what}`,
  headerColumns: {
    header: "Header",
    block: "Block",
    day: "Day (UTC)",
    difficulty: "Difficulty",
    hash: "Hash",
  },
  hardest: "Highest difficulty",
  smallestHash: "Smallest hash",
  ownDifficulty: "83 T, this product's reference",
  sources: "Sources and limits",
} as const;

export const sourceTexts = {
  difficultyTitle: "Difficulty:",
  difficulty: (headers: string) =>
    `the ${headers} headers of the Bitcoin chain at which it changed. Each day uses the latest header at 00:00 UTC.`,
  pricesTitle: "Prices:",
  prices: (source: string, licence: string) =>
    `one per UTC day from the ${source}, ${licence}. It is a reference series, not an exchange's record.`,
  noneMissing: "No day is missing.",
  missing: (days: number) =>
    days === 1
      ? "1 day has no price and uses the price of the day before."
      : `${days} days have no price and use the price of the day before.`,
  endTitle: (last: string) => `The series ends on ${last}.`,
  end: (days: string, first: string) =>
    `It has ${days} days, starting on ${first}. Later days are not included.`,
  leftOutTitle: "Left out:",
  leftOut:
    "transaction fees, a pool's luck and fee, rig failures, taxes, the cost of selling, and the resale value of a rig. Also left out is the failure of the payer: the seller, the pool, or the fund behind a stake. Past days do not predict the future.",
} as const;

export const faultTexts = {
  form: "is not a valid header.",
  work: "does not contain the work that it claims.",
  time: "is not later than the header before it.",
  change: "changes the difficulty more than fourfold.",
} as const;

export const eventTexts = {
  halving: (btc: number) => `Halving: ${btc} BTC per block from here on`,
  harder: (percent: string) => `Largest difficulty increase, ${percent} %`,
  easier: (percent: string) => `Largest difficulty decrease, ${percent} %`,
  rise: (percent: string) => `Best day of the year for the price, ${percent} %`,
  fall: (percent: string) => `Worst day of the year for the price, ${percent} %`,
} as const;
