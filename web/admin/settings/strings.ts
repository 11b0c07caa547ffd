/** Texts of /admin/settings. */
import { adminLimits } from "../../../api/limits.ts";

export const settingsTexts = {
  title: "Site Settings",
  lead: "The inputs of every figure here. A change counts from now on; what was earned or agreed before keeps what applied then.",
  reference: "Reference values",
  change: "Change values",
  validFrom: "In force since",
  source: "Source",
  setBy: "Set by",
  history: "Versions",
  historyFoot: "The last 20. None is ever changed or removed.",
  columns: { at: "From", what: "What", source: "Source", who: "Set by" },
  first: "Starting values",
  older: "Older versions are not shown",
  onlyOne: "Nothing was changed yet",
  onlyOneText: "The values this installation began with are in force.",
  onThisPage: "On this page",
  unfoldAll: "Unfold all",
  foldAll: "Fold all",
  waits: "a raise waits",
  plans: "Cloud plans",
  plansFoot:
    "Contracts that run keep the price they were bought at. A purchase at an older price is refused and shows the new one. For the house is what the price leaves when its pay of all days is paid, at the reference values in force.",
  items: "Hardware",
  itemsFoot:
    "Orders keep the price they were placed at, also when a machine is sold back. For the house is what one leaves that is kept at work for 36 months, its power charged at the posted price; its owner's own price of electricity may be lower.",
  earnTerms: "Earn terms",
  earnTermsFoot:
    "Open positions keep their term and are paid as promised. Leaving early costs no fee: a fixed term gives all coins back without interest.",
  withdrawals: "Withdrawal limits",
  withdrawalsFoot:
    "For one user, by method. 24 hours are counted back from each request; what was cancelled or rejected does not count.",
  review: "Review of withdrawals",
  /** `hours` is 0 if raises take effect at once, and while the waiting period is unknown. */
  reviewFoot: (hours: number) =>
    `${hours === 0 ? "" : `A raise counts ${hours} ${hours === 1 ? "hour" : "hours"} later, a lowering at once. `}Every administrator gets a message about a change. Withdrawals that were asked for before keep the approvals they were asked for with.`,
  raiseWaits: "Posted, but not in force yet.",
  raiseFrom: (step: string, time: string) => `${step}: from ${time} on.`,
  faucet: "Faucet",
  faucetFoot: (hours: number) =>
    `Test coins for one user, from the treasury. ${hours === 0 ? "" : `A raise or a shorter pause counts ${hours} ${hours === 1 ? "hour" : "hours"} later, the other way at once. `}Every administrator gets a message about a change.`,
  messages: "E-mail and SMS",
  forex: "Forex desk",
  forexFoot:
    "The mark-up pays for the house's promise that nobody ends below zero, so it never goes below 0.8 %.",
  forexInterest: "Forex interest",
  forexInterestFoot:
    "A currency's value steps down at 17:00 in New York by its interest above the dollar's, and financing pays the same sum the other way.",
  forexPairs: "Forex pairs",
  forexPairsFoot: "Margin is never below what ESMA asks of retail clients.",
  pool: "Pool",
  poolFoot: (hours: number) =>
    `What machines measured by their shares are paid in a day, from the treasury. Cover counts a promise within these caps. ${hours === 0 ? "" : `A raise of a cap counts ${hours} ${hours === 1 ? "hour" : "hours"} later, a lowering at once. `}Every administrator gets a message about a change of them.`,
  messagesFoot:
    "What may leave this installation where a mail server or a gateway is connected. The rest stays in the mailbox.",
  consolidation: "Consolidation",
  consolidationFoot:
    "Many small coins make payments dear. While fees are low the house joins them to itself, pays the miner and books that apart from what withdrawals cost. Coins count that any payment could be made of.",
  cold: "Cold part",
  coldFoot:
    "What the hot wallet holds above its ceiling goes to the descriptor that two administrators set on the page Operations, and comes back only with the keys of its owners. The house pays the miner.",
  fee: "Fee policy",
  feeFoot:
    "The user pays the fee. When only many small coins are left, the miner takes more, and the house adds it: up to so much for one withdrawal, and for one user in 24 hours. Beyond that a withdrawal waits for larger coins and says so. Withdrawals that were accepted keep their fee.",
  termColumns: {
    what: "What",
    house: "For the house, USD",
    since: "In force since",
    who: "Set by",
    actions: "Actions",
  },
  noTerm: "none",
  namedTerm: "in its name",
  changeOf: (name: string) => `Change the terms of ${name}`,
  earlier: "Earlier versions",
  earlierOf: (title: string) => `Earlier versions of ${title}`,
  never: "never",
  rates: "Earn rates",
  rateColumns: {
    plan: "Plan",
    apy: "APY",
    floor: "Floor",
    since: "In force since",
    source: "Source",
    who: "Set by",
    actions: "Actions",
  },
  noFloor: "none",
  changeRate: (plan: string) => `Change ${plan}`,
  changeShort: "Change",
  rateHistory: "Earlier rates",
  noEarlier: "No rate was changed yet.",
  still: "Nothing was changed.",
  newField: (label: string, to: string) => `${label} ${to} (new setting)`,
  step: (label: string, from: string, to: string, unit: string) =>
    `${label} ${from} to ${to}${unit === "" ? "" : ` ${unit}`}`,
} as const;

export const dialogTexts = {
  title: "Change reference values",
  rateTitle: (plan: string) => `Change the rate of ${plan}`,
  now: (value: string) => `Now ${value}`,
  nowWithFloor: (value: string, floor: string) => `Now ${value} %; the floor is ${floor} %`,
  consequence: "What it means",
  earns: "100 TH/s earns a day",
  power: "3 kW for a day cost",
  boost: "A boost of 1 PH/s for a day leaves the house",
  interest: "1 BTC for 30 days brings",
  to: "to",
  unknown: "enter valid values",
  running:
    "Every user sees it at once. Running contracts earn by the new values from now on; what they earned until now stays.",
  runningRate:
    "Every user sees it at once. Open positions with a term keep their rate, and so do days that are set aside already.",
  outdated:
    "Somebody else posted new values while this dialog was open. Close it and look at them first.",
  source: "Source",
  sourceHint: "Where the numbers come from. Kept with the version.",
  reason: "Reason",
  reasonHint: "Stored permanently in the audit log. Do not enter personal data.",
  needSource: `Say where the numbers come from, in at least ${adminLimits.sourceCharacters.min} characters.`,
  needReason: `Say why, in at least ${adminLimits.reasonCharacters.min} characters.`,
  apy: "APY",
  nothing: "Nothing is changed yet.",
  submit: "Post new values",
  submitRate: "Post new rate",
  busy: "Posting...",
  done: "New values in force",
  doneText: "They apply now. The audit log records who set them.",
  doneRate: "New rate in force",
} as const;

export const termsDialogTexts = {
  title: (name: string) => `Change ${name}`,
  done: (name: string) => `${name} changed`,
  again: (label: string) => `${label}, once more`,
  leap: "More than a factor of 10: type the new value a second time.",
  notAgain: "This is not the value above.",
  expected: (days: number) => `Expected result of ${days} days`,
  breakEven: "Breaks even at",
  house: "Expected to leave to the house, each",
  payBack: (usdPerKwh: string) => `Has paid its price at ${usdPerKwh} USD per kWh`,
  keeps: {
    plan: "Every user sees it at once. Contracts that run keep their price.",
    item: "Every user sees it at once. Orders keep their price.",
    fixedInvestment: "Every user sees it at once. Open positions keep their term.",
    flexibleInvestment: "Every user sees it at once. Open positions go on.",
    staking: "Every user sees it at once. Open positions keep their term.",
    withdrawal: "It counts for the next request. What was accepted goes out.",
    faucet:
      "A lowering or a longer pause counts for the next grant, the other way only after the administrators' waiting time; all of them get a message.",
    consolidation: "It counts from the next minute on.",
    cold: "It counts from the next minute on. Coins that are cold already stay there.",
    fee: "It counts for the next request. Withdrawals that were accepted keep their fee.",
    review:
      "A lowering counts for the next request, a raise only after the administrators' waiting time; all of them get a message. Withdrawals that wait keep the approvals they need.",
    forexDesk:
      "Cost and orders count at once, the mark-up from the next 17:00 in New York: a day of the market keeps what it began with.",
    forexInterest: "It counts from the next 17:00 in New York, for prices and financing alike.",
    forexMajorPair: "It counts from the next 17:00 in New York, for open positions too.",
    forexPair: "It counts from the next 17:00 in New York, for open positions too.",
    poolBlock: "It counts for the next share.",
    poolPay:
      "A lowering counts for the next payout, also of work of today that is due, a raise only after the administrators' waiting time; all of them get a message. What was above a cap stays unpaid.",
    messages: "It counts for the next message that leaves.",
  },
} as const;

export const bannerTexts = {
  title: "Announcement",
  foot: "Shown at the top of every page to everybody, signed in or not. What is planned leaves what is shown until it begins. People can close it; another text shows again.",
  none: "Nothing is announced",
  noneText: "A line for everybody, such as planned maintenance.",
  write: "Write an announcement",
  change: "Change",
  takeDown: "Take down",
  shown: "Shown now",
  planned: "Planned",
  over: "Over",
  text: "Text",
  textHint: (max: number) => `One line of plain text, at most ${max} characters.`,
  severity: "Kind",
  info: "Notice",
  warning: "Warning",
  from: "From",
  fromHint: (zone: string) => `In ${zone}. Empty: at once.`,
  until: "Until",
  untilHint: (zone: string) => `In ${zone}. Empty: until it is taken down.`,
  replaces: (states: readonly string[]) =>
    [
      states.includes("shown") ? "What is shown now stays until this one begins." : "",
      states.includes("planned") ? "It takes the place of what is planned." : "",
    ]
      .join(" ")
      .trim(),
  takesDown: (states: readonly string[]) =>
    [
      states.includes("shown") ? "What is shown now goes from every page." : "",
      states.includes("planned") ? "What is planned is dropped." : "",
    ]
      .join(" ")
      .trim(),
  untilTaken: "until it is taken down",
  preview: "What everybody sees",
  dialogTitle: "Announce to everybody",
  takeDownTitle: "Take the announcement down",
  submit: "Announce",
  submitTakeDown: "Take down",
  busy: "Posting...",
  done: "Announced",
  doneText: "Everybody sees it from its time on.",
  doneDown: "Taken down",
  doneDownText: "Nothing is shown and nothing is planned.",
  needText: "Write the text.",
  needOrder: "It must end after it begins and after now.",
  earlier: "Earlier announcements",
  tookDown: "taken down",
} as const;

export const historyTexts = {
  title: "History",
  foot: "What the time machine replays. Days are only added: what was shown on a day stays as it was.",
  add: "Add days",
  days: "Days replayed",
  headers: "Headers",
  prices: "Prices to",
  addedAt: "Added last",
  nothingAdded: "as the product carries it",
  dialogTitle: "Add days to the history",
  dialogText:
    "Give both files whole, as they are published later. Headers are checked by their proof of work and step by step, prices by date and bounds, and all that is in use has to be in them unchanged.",
  headersFile: "Headers",
  headersHint: "CSV: height,time,bits,header_hex, from block 2,016 on",
  pricesFile: "Prices",
  pricesHint: "CSV: date,usd, from 2013-01-02 on; today counts later, when it is over",
  needFile: "Choose the file.",
  submit: "Add Days",
  busy: "Checking...",
  done: "Days Added",
  doneText: "The time machine replays them from now on.",
} as const;
