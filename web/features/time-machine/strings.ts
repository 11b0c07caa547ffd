/** Texts of the time machine. */
import { countText } from "../../ui/amounts/count-text.ts";

export const timeMachineTexts = {
  title: "Time Machine",
  lead: "What these terms would have returned, had they been offered on another day: same ratio of expected worth to price, that day's difficulty and price of Bitcoin, and what came after.",
  verdict: (share: string, days: string, year: string) =>
    `On ${share} % of ${countText(days, "starting day")} since ${year} these terms would have paid back.`,
  notForecast: (paid: string, stretches: string, apartPaid: string) =>
    `${countText(paid, "day")}, counted; not a probability, and no forecast. Most stretches overlap: of ${stretches} that ${stretches === "1" ? "shares" : "share"} no day, ${apartPaid} would have paid back.`,
  nothing:
    "Nothing is paid in this case, so there is no floor to reach. Give a price or a cost of power.",
  updated: {
    title: "Hashfloor Was Updated",
    text: "This page was opened before, and its days are not those of the server. Retry loads it again.",
  },
  gone: "This plan or machine is not on offer. Choose another case.",
  chart: "One stretch, day by day",
  history: "Start",
  startLabel: "First day of the stretch",
  startHint:
    "Drag the start, or with the keys: arrows a day, Page Up and Down a month, Home and End a halving.",
  paidDays: "paid back",
  floor: "the floor: paid back",
  sold: "Sold daily",
  kept: "Kept the coins",
  bought: "Bought coins instead",
  soldFoot: "each day's coins at the price of the day",
  keptFoot: "all coins at the price of the last day",
  boughtFoot: "the price in coins on the first day",
  staked: "The stake",
  coinsAlone: "In BTC alone",
  coinsFoot: "of the coins that the price bought",
  price: "Price of Bitcoin",
  difficulty: "Difficulty",
  perDollar: "of each dollar",
  distribution: "All starting days",
  histogramFoot: (low: string, median: string, high: string) =>
    `A tenth lies outside ${low} and ${high}; the median is ${median}. The first and last bar also hold what lies beyond.`,
  worst: "Worst start",
  best: "Best start",
  medianStart: "Median",
  terms: "Terms",
  plan: "Plan",
  rig: "Machine",
  stake: "Staking",
  daily: "Own values",
  ratio: "Ratio",
  length: "Length",
  mode: "The coins are",
  modeSold: "sold daily",
  modeKept: "kept",
  tariff: "Electricity",
  earns: "Earns a day, at the first day's values",
  uses: "Power a day",
  paidOnce: "Paid once",
  ownRatio: "Expected worth / price",
  ownPower: "Power / price",
  apy: "Interest a year",
  invalid: (min: string, max: string) => `A number from ${min} to ${max}`,
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  slow: "Slow",
  dayAFrame: "Day a frame",
  fast: "Week a frame",
  events: "Days that mattered",
  noEvents: "No halving, no change of difficulty and no move of the price falls into this stretch.",
  copyLink: "Copy link",
  linkCopiedTitle: "Link Copied",
  linkCopiedText: "It opens this case with this start.",
  download: "All outcomes as CSV",
  checkTitle: "Check the headers",
  checkLead: (count: string) =>
    `The difficulty of every day comes from ${count} block headers. Each says how much work it took, and its hash proves it: your browser can check all of them, without asking anybody.`,
  check: "Check the headers",
  checked: (count: string, ms: string) =>
    `All ${count} headers carry the work that they claim, and no step is more than fourfold. Checked here in ${ms} ms.`,
  notChecked: (height: string, what: string) => `Block ${height} ${what}`,
  hardest: "Hardest",
  smallestHash: "Smallest hash",
  ownDifficulty: "83 T, as this product reckons",
  sources: "Sources and what is left out",
} as const;

export const faultTexts = {
  form: "is not a header.",
  work: "does not carry the work that it claims.",
  time: "is not later than the one before.",
  change: "changes the difficulty by more than four times.",
} as const;

export const eventTexts = {
  halving: (btc: number) => `Halving: ${btc} BTC a block from now on`,
  harder: (percent: string) => `Largest step of difficulty up, ${percent} %`,
  easier: (percent: string) => `Largest step of difficulty down, ${percent} %`,
  rise: (percent: string) => `Best day of the year for the price, ${percent} %`,
  fall: (percent: string) => `Worst day of the year for the price, ${percent} %`,
} as const;
