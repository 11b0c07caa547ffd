/** Splits closed trades by instrument, side, session, weekday and holding time. */
import { dayAt, groupedBy, sessionAt, SESSION_ENDS, weekdayOf } from "#market";
import type { ClosedTrade } from "./closed-trade.ts";
import { figuresOf, type Figures } from "./figures.ts";

export interface Row extends Figures {
  readonly key: string;
}

export const BREAKDOWNS = ["instrument", "side", "session", "weekday", "holding"] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

const MINUTE_MS = 60_000;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Holding times in order, each up to `untilMs`, exclusive. */
const HOLDING = [
  { key: "under-10m", untilMs: 10 * MINUTE_MS },
  { key: "10m-1h", untilMs: 60 * MINUTE_MS },
  { key: "1h-4h", untilMs: 240 * MINUTE_MS },
  { key: "4h-1d", untilMs: 1_440 * MINUTE_MS },
  { key: "over-1d", untilMs: Infinity },
] as const;

/** Fixed order of a breakdown's rows. Instruments are ordered by their number of trades. */
const ORDER: Readonly<Record<Exclude<Breakdown, "instrument">, readonly string[]>> = {
  side: ["long", "short"],
  session: SESSION_ENDS.map(({ name }) => name),
  weekday: WEEKDAYS,
  holding: HOLDING.map(({ key }) => key),
};

const KEYS: Readonly<Record<Breakdown, (trade: ClosedTrade) => string>> = {
  instrument: ({ instrument }) => instrument,
  side: ({ side }) => side,
  /** Session in which the trade was opened. */
  session: ({ openedMs }) => sessionAt(openedMs),
  /** Weekday of the trading day in which the trade was opened. */
  weekday: ({ openedMs }) => WEEKDAYS[weekdayOf(dayAt(openedMs))] ?? "",
  holding: ({ openedMs, closedMs }) =>
    HOLDING.find(({ untilMs }) => closedMs - openedMs < untilMs)?.key ?? "over-1d",
};

export function breakdownOf(trades: readonly ClosedTrade[], by: Breakdown): readonly Row[] {
  const groups = groupedBy(trades, KEYS[by]);
  const rows = [...groups].map(([key, group]) => ({ key, ...figuresOf(group) }));
  if (by === "instrument") return rows.toSorted((a, b) => b.n - a.n || (a.key < b.key ? -1 : 1));
  const order = ORDER[by];
  return rows.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
}
