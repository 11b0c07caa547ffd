import { countText } from "../../../ui/amounts/count-text.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";

export const dayTexts = {
  daysTitle: "Market Days",
  daysLead:
    "Each trading day of the practice market has a secret seed. Its SHA-256 is published 30 days ahead. The seed is published when the day ends, at 17:00 New York time.",
  ahead: "Today and upcoming",
  aheadFoot:
    "Copy a commitment before its day begins. Your copy shows whether it was changed later.",
  past: "Past days",
  pastEmpty: "No past days yet",
  pastEmptyText: "The first day ends at 17:00 New York time. Its seed is then published here.",
  older: "Older days",
  oldest: "End of list.",
  running: "Running",
  check: "Check",
  title: (date: string) => `Market Day ${date}`,
  titleUnknown: "Market Day",
  lead: "A trading day of the practice market, from 17:00 to 17:00 New York time.",
  allDays: "All days",
  checkThis: "Check this day",
  checkAgain: "Check again",
  checking: "Checking...",
  secret: (when: string) => `The seed is secret until ${when}.`,
  published: "Published",
  commitment: "Commitment (SHA-256 of the seed)",
  commitmentOf: (date: string) => `commitment of ${date}`,
  seed: "Seed",
  seedSecret: "secret until the day ends",
  opened: "Opens",
  closed: "Closes",
  announcement: "Announcement",
  model: "Model",
  modelText: (name: string) => {
    const [date = name, version = "1"] = name.split(".");
    return `ECB rates to ${date}, version ${version}`;
  },
  variance: "Recent volatility",
  varianceText: (share: string) => `${share} x the model's variance`,
  notBegun: "The day has not begun. Only its commitment is published so far.",
  terms: "Terms of the day",
  levels: "Opening value, USD",
  interest: "Interest per year",
  currency: "Currency",
  markUp: (percent: string) => `Mark-up on positions held over 17:00: ${percent} % per year.`,
  result: "Check",
  loading: (done: number, total: number) => `Fetching ${done} of ${total}...`,
  computing: (percent: number) =>
    `All data is loaded; the network is no longer needed. Computing, ${percent} %`,
  took: (seconds: string) => `Computed in this browser in ${seconds} s.`,
  right: "Matches",
  differs: "Differs",
  notChecked: "Not checked",
  steps: {
    seed: "Seed",
    start: "Start",
    announcements: "News",
    ticks: "Prices",
    events: "Your events",
  },
  seedRight: "Its SHA-256 equals the published commitment.",
  startFollows: "The opening values are the previous day's closing values plus interest.",
  startFirst: "This is the installation's first day. It starts from the model's own values.",
  announcementsRight: "The announcements and their times follow the published rule.",
  ticksRight: (ticks: string, candles: string) =>
    `${ticks} prices were recomputed. Open, high, low and close of bid, mid and ask match in all ${candles} five-minute candles.`,
  ticksWrong: (count: string) =>
    `${countText(count, "figure")} of the server's candles ${count === "1" ? "differs" : "differ"}.`,
  eventsRight: (count: string) =>
    count === "1"
      ? "The only fill, stop-out or financing payment matches."
      : `All ${count} fills, stop-outs and financing payments match.`,
  eventsWrong: (count: string, of: string) =>
    `${count} of ${of} events differ or could not be checked.`,
  noEvents: "You had no fills on this day.",
  signedOut: "Log in to check your own fills of this day as well.",
  own: "Your fills, stop-outs and financing",
  time: "Time",
  what: "What",
  units: "Units",
  price: "Price",
  outcome: "Result, USD",
  kinds: {
    fill: "Fill",
    "stop-out": "Stop-out",
    trigger: "Stop reached",
    financing: "Financing",
    "margin call": "Margin call",
  },
  differs1: (what: string, reported: string, computed: string) =>
    `${what}: the server reported ${reported}, your browser computed ${computed}`,
  oandaPrices: "Its prices came from OANDA, so they do not follow from a seed.",
  tooManyEvents: () =>
    `You have more than ${wholeText(10_000)} events on this day, too many for this page to check.`,
  notStarted: "The check could not start. Reload the page and try again.",
  proofTitle: "What this check proves",
  proves: [
    "The prices of this day follow from a seed that was fixed before the day began. No price was moved because of a user's stop, order or position.",
    "The latency of each of your orders follows from that seed and the order's id. The fill, its price and every cent follow from the prices.",
    "Your browser computed all of this from data that the page had loaded before. Switch off the network and check again.",
  ],
  provesLabel: "Proves:",
  provesNotLabel: "Does not prove:",
  provesNot: [
    "That the day was unknown to everyone. The operator holds the root of the seeds and could have derived this one earlier.",
    "That the commitment was published before the day, unless you saw it then. Copy the upcoming commitments from the list of days.",
    "When an order reached the server. The server reports that time. Only you know when you sent the order.",
  ],
} as const;

/** Display names of event values, by the first part of the value's path. */
const NAMES: readonly (readonly [place: string, name: string])[] = [
  ["at", "time of the fill"],
  ["units", "units"],
  ["price", "price"],
  ["amountCents", "result, cents"],
  ["balanceCents", "balance after, cents"],
  ["tradeId", "trade opened"],
  ["isReached", "trigger price was reached"],
  ["isWithinLimit", "fill price was within the limit"],
  ["isDue", "event was due"],
  ["seen.", "quote seen"],
  ["used.", "quote used"],
  ["latencyMs", "latency, ms"],
  ["movedForUser", "price change during latency"],
  ["spreadPips", "spread, pips"],
  ["halfSpreadCents", "half the spread, cents"],
  ["sizeTenths", "effect of size, tenths of the spread"],
  ["marginBeforeCents", "margin before, cents"],
  ["marginAfterCents", "margin after, cents"],
  ["levelAfter", "margin level after"],
  ["level", "margin level"],
  ["navCents", "NAV, cents"],
  ["marginUsedCents", "margin used, cents"],
  ["positions.", "financing of a position"],
  ["reductions.", "trade reduced"],
  ["variance", "recent volatility"],
  ["levels.", "value of a currency"],
];

export function nameOf(what: string): string {
  const [place, name] = NAMES.find(([start]) => what.startsWith(start)) ?? [what, what];
  return place.endsWith(".") ? `${name} (${what.slice(place.length)})` : name;
}
