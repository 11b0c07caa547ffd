/** UI strings for /admin/settings. */
import { adminLimits } from "../../../api/limits.ts";
import { countText } from "../../ui/amounts/count-text.ts";

/** Appends the rule for increases to a text. `hours` is 0 if increases take effect immediately. */
function withRaises(text: string, hours: number, rule: (time: string) => string): string {
  return [text, ...(hours === 0 ? [] : [rule(countText(hours, "hour"))]), NOTIFIED].join(" ");
}

const NOTIFIED = "All administrators are notified of a change.";

export const settingsTexts = {
  title: "Site Settings",
  lead: "The inputs of every figure on this site. Changes apply from now on. Earlier earnings and agreements keep their terms.",
  reference: "Reference values",
  change: "Change values",
  validFrom: "In force since",
  source: "Source",
  setBy: "Set by",
  history: "Versions",
  historyFoot: "The last 20 versions. Versions are never changed or removed.",
  columns: { at: "From", what: "Change", source: "Source", who: "Set by" },
  first: "Starting values",
  older: "Older versions are not shown",
  onlyOne: "No changes yet",
  onlyOneText: "The starting values of this installation are in force.",
  onThisPage: "On this page",
  unfoldAll: "Unfold all",
  foldAll: "Fold all",
  waits: "raise pending",
  plans: "Cloud plans",
  plansFoot:
    "Running contracts keep their price. A purchase at an older price is refused and shows the new one. The platform's result is the price minus the pay for the whole term, at the current reference values.",
  items: "Hardware",
  itemsFoot:
    "Orders keep their price, also when a rig is sold back. The platform's result assumes that a rig runs for 36 months and pays the posted power price. Some owners pay less for power.",
  earnTerms: "Earn terms",
  earnTermsFoot:
    "Open positions keep their terms and are paid as promised. Closing a fixed term early costs no fee: all coins return, without interest.",
  withdrawals: "Withdrawal limits",
  withdrawalsFoot:
    "Limits per user and method. The 24 hours before each request count, without cancelled and rejected withdrawals.",
  review: "Withdrawal review",
  /** `hours` is 0 if increases take effect immediately, or while the waiting period is unknown. */
  reviewFoot: (hours: number) =>
    withRaises(
      "Withdrawals that were already requested keep the number of approvals they need.",
      hours,
      (time) => `Lower limits apply immediately, higher limits after ${time}.`,
    ),
  raiseWaits: "Posted but not in force yet.",
  raiseFrom: (step: string, time: string) => `${step}: in force from ${time}.`,
  faucet: "Faucet",
  faucetFoot: (hours: number) =>
    withRaises(
      "Test coins for each user, paid from the treasury.",
      hours,
      (time) =>
        `Lower grants and longer pauses apply immediately, higher grants and shorter pauses after ${time}.`,
    ),
  messages: "E-mail and SMS",
  forex: "Forex desk",
  forexFoot:
    "The mark-up pays for the promise that no account ends below zero. Its minimum is 0.8 %.",
  forexInterest: "Forex interest",
  forexInterestFoot:
    "At 17:00 New York time, each currency's price falls by the difference between its interest and the dollar's. Financing pays the same amount back.",
  forexPairs: "Forex pairs",
  forexPairsFoot: "Margin never falls below the ESMA minimum for retail clients.",
  pool: "Pool",
  poolFoot: (hours: number) =>
    withRaises(
      "Caps on the daily pay for miners' shares, paid from the treasury. The cover includes obligations up to these caps.",
      hours,
      (time) => `Lower caps apply immediately, higher caps after ${time}.`,
    ),
  messagesFoot:
    "Limits on messages sent through a connected mail server or SMS gateway. Other messages stay in the practice mailbox.",
  consolidation: "Consolidation",
  consolidationFoot:
    "Many small coins raise the fee of a payment. While fees are low, the platform combines them and pays the miner. This cost is booked separately from withdrawals. Only spendable coins count.",
  cold: "Cold wallet",
  coldFoot:
    "Coins above the hot wallet's ceiling move to the descriptor that two administrators set on the Operations page. Only the key holders can bring them back. The platform pays the miner.",
  fee: "Fee policy",
  feeFoot:
    "The user pays the fee. If a payment needs many small coins, the platform adds the extra cost, up to these limits. Above these limits, a withdrawal waits for larger coins and shows the reason. Accepted withdrawals keep their fee.",
  termColumns: {
    what: "Item",
    house: "Platform result, USD",
    since: "In force since",
    who: "Set by",
    actions: "Actions",
  },
  noTerm: "none",
  namedTerm: "see name",
  changeOf: (name: string) => `Change the terms of ${name}`,
  earlier: "Earlier versions",
  earlierOf: (title: string) => `Earlier versions of ${title}`,
  never: "never",
  rates: "Earn rates",
  rateColumns: {
    plan: "Plan",
    apy: "APY",
    floor: "Minimum",
    since: "In force since",
    source: "Source",
    who: "Set by",
    actions: "Actions",
  },
  noFloor: "none",
  changeRate: (plan: string) => `Change ${plan}`,
  changeShort: "Change",
  rateHistory: "Earlier rates",
  noEarlier: "No rate has changed yet.",
  still: "No setting was changed.",
  newField: (label: string, to: string) => `${label} ${to} (new setting)`,
  step: (label: string, from: string, to: string, unit: string) =>
    `${label} ${from} to ${to}${unit === "" ? "" : ` ${unit}`}`,
} as const;

export const dialogTexts = {
  title: "Change reference values",
  rateTitle: (plan: string) => `Change the rate of ${plan}`,
  now: (value: string) => `Now ${value}`,
  nowWithFloor: (value: string, floor: string) => `Now ${value} %; the minimum is ${floor} %`,
  consequence: "Effect",
  earns: "Daily earnings of 100 TH/s",
  power: "Daily cost of 3 kW",
  boost: "Platform result of a 1 PH/s boost for a day",
  interest: "Interest on 1 BTC for 30 days",
  to: "to",
  unknown: "enter valid values",
  running:
    "Every user sees the new values at once. Running contracts use them from now on; past earnings stay.",
  runningRate:
    "Every user sees the new rate at once. Fixed-term positions and days already set aside keep their rate.",
  outdated:
    "Another administrator posted new values while this dialog was open. Close it and check them first.",
  source: "Source",
  sourceHint: "The origin of the numbers. Stored with the version.",
  reason: "Reason",
  reasonHint: "Stored permanently in the audit log. Do not enter personal data.",
  needSource: `Enter a source of at least ${adminLimits.sourceCharacters.min} characters.`,
  needReason: `Enter a reason of at least ${adminLimits.reasonCharacters.min} characters.`,
  apy: "APY",
  nothing: "You have not changed anything yet.",
  submit: "Post new values",
  submitRate: "Post new rate",
  busy: "Posting...",
  done: "New values in force",
  doneText: "Changes apply immediately. The audit log records who set them.",
  doneRate: "New rate in force",
} as const;

export const termsDialogTexts = {
  title: (name: string) => `Change ${name}`,
  done: (name: string) => `${name} changed`,
  again: (label: string) => `${label}, again`,
  leap: "This changes the value by more than a factor of 10. Enter the new value again.",
  notAgain: "The two values differ.",
  expected: (days: number) => `Expected result after ${days} days`,
  breakEven: "Break-even price",
  house: "Expected platform result per sale",
  payBack: (usdPerKwh: string) => `Payback time at ${usdPerKwh} USD per kWh`,
  keeps: {
    plan: "Every user sees the change at once. Running contracts keep their price.",
    item: "Every user sees the change at once. Orders keep their price.",
    fixedInvestment: "Every user sees the change at once. Open positions keep their term.",
    flexibleInvestment: "Every user sees the change at once. Open positions continue.",
    staking: "Every user sees the change at once. Open positions keep their term.",
    withdrawal: "Applies to new requests. Accepted withdrawals are still sent.",
    faucet:
      "Lower grants and longer pauses apply to the next grant. Higher grants and shorter pauses apply after the administrator waiting period. All administrators are notified.",
    consolidation: "Applies from the next minute.",
    cold: "Applies from the next minute. Coins already in the cold wallet stay there.",
    fee: "Applies to new requests. Accepted withdrawals keep their fee.",
    review:
      "Lower limits apply to the next request. Higher limits apply after the administrator waiting period. All administrators are notified. Waiting withdrawals keep the number of approvals they need.",
    forexDesk:
      "Costs and order limits apply at once. The mark-up applies from the next 17:00 New York time, because it is fixed for each market day.",
    forexInterest: "Applies from the next 17:00 New York time, to prices and financing.",
    forexMajorPair: "Applies from the next 17:00 New York time, also to open positions.",
    forexPair: "Applies from the next 17:00 New York time, also to open positions.",
    poolBlock: "Applies to the next share.",
    poolPay:
      "Lower caps apply to the next payout, including unpaid work of today. Higher caps apply after the administrator waiting period. All administrators are notified. Amounts above a cap are never paid.",
    messages: "Applies to the next message sent.",
  },
} as const;

export const bannerTexts = {
  title: "Announcement",
  foot: "Shown to everyone at the top of every page, signed in or not. A planned announcement replaces the shown one when it starts. Users can close an announcement, but a new text is shown again.",
  none: "No announcement",
  noneText: "Write a line for all users, for example about planned maintenance.",
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
  fromHint: (zone: string) => `In ${zone}. Leave empty to start at once.`,
  until: "Until",
  untilHint: (zone: string) => `In ${zone}. Leave empty to show it until you take it down.`,
  replaces: (states: readonly string[]) =>
    [
      states.includes("shown") ? "The current announcement stays until this one starts." : "",
      states.includes("planned") ? "This replaces the planned announcement." : "",
    ]
      .join(" ")
      .trim(),
  takesDown: (states: readonly string[]) =>
    [
      states.includes("shown") ? "The current announcement disappears from every page." : "",
      states.includes("planned") ? "The planned announcement is dropped." : "",
    ]
      .join(" ")
      .trim(),
  untilTaken: "until it is taken down",
  preview: "Preview",
  dialogTitle: "Write an announcement",
  takeDownTitle: "Take the announcement down",
  submit: "Announce",
  submitTakeDown: "Take down",
  busy: "Posting...",
  done: "Announced",
  doneText: "Everyone sees it from its start time.",
  doneDown: "Taken down",
  doneDownText: "No announcement is shown or planned.",
  needText: "Enter a text.",
  needOrder: "The end must be in the future and after the start.",
  earlier: "Earlier announcements",
  tookDown: "taken down",
} as const;

export const historyTexts = {
  title: "Price history",
  foot: "The time machine replays this history. You can only add days; past days never change.",
  add: "Add days",
  days: "Days replayed",
  headers: "Headers",
  prices: "Prices until",
  addedAt: "Last added",
  nothingAdded: "as shipped",
  dialogTitle: "Add days to the price history",
  dialogText:
    "Upload newer versions of both complete files. Headers are checked for proof of work and order, prices for dates and range. All days already in use must be in the files, unchanged.",
  headersFile: "Headers",
  headersHint: "CSV: height,time,bits,header_hex, starting at block 2,016",
  pricesFile: "Prices",
  pricesHint: "CSV: date,usd, starting at 2013-01-02. Today is used only once it is over.",
  needFile: "Choose a file.",
  submit: "Add days",
  busy: "Checking...",
  done: "Days added",
  doneText: "The time machine now replays them.",
} as const;
