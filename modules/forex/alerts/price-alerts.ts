/**
 * Evaluates alerts on prices at every tick. Each condition is a range of one number (bid, ask,
 * their sum or their difference). The alerts on one such number share the range in which none of
 * their conditions changes, so a tick far from all levels costs one comparison.
 */
import { type Instrument, type Quote, type Quotes } from "#market";
import { notice, type Firing, type WatchedAlert } from "./watched-alert.ts";

interface Member {
  readonly watched: WatchedAlert;
  /** The condition is true at this number or above. */
  high: number;
  /** The condition is true at this number or below. */
  low: number;
}

interface Group {
  readonly instrument: Instrument;
  /** Index in `instruments`. */
  readonly place: number;
  readonly numberOf: (quote: Quote) => number;
  readonly members: Map<string, Member>;
  /** Exclusive range in which no condition changes. Empty if the members must be evaluated. */
  above: number;
  below: number;
}

export interface PriceAlerts {
  readonly groups: Map<string, Group>;
  readonly groupOf: Map<string, Group>;
  /** Instruments with alerts, in the order of `quotes` of `checkTick`. */
  instruments: readonly Instrument[];
}

const NUMBERS: Readonly<Record<string, (quote: Quote) => number>> = {
  BID: ({ bid }) => bid,
  ASK: ({ ask }) => ask,
  MID: ({ bid, ask }) => bid + ask,
  SPREAD: ({ bid, ask }) => ask - bid,
};

export function noPriceAlerts(): PriceAlerts {
  return { groups: new Map(), groupOf: new Map(), instruments: [] };
}

export function addPriceAlert(alerts: PriceAlerts, watched: WatchedAlert): void {
  const { id, kind, instrument, side } = watched.row;
  if (!instrument) return;
  const name = kind === "SPREAD" ? "SPREAD" : (side ?? "MID");
  const key = `${instrument.id} ${name}`;
  let group = alerts.groups.get(key);
  if (!group) {
    const numberOf = NUMBERS[name] ?? (({ bid, ask }: Quote) => bid + ask);
    const place = placeOf(alerts, instrument);
    const range = { above: Infinity, below: -Infinity };
    group = { instrument, place, numberOf, members: new Map(), ...range };
    alerts.groups.set(key, group);
  }
  group.members.set(id, { watched, ...rangeOf(watched) });
  alerts.groupOf.set(id, group);
  empty(group);
}

/** Returns the instrument's index in `instruments`, to which it is added if necessary. */
function placeOf(alerts: PriceAlerts, instrument: Instrument): number {
  const place = alerts.instruments.indexOf(instrument);
  if (place >= 0) return place;
  alerts.instruments = [...alerts.instruments, instrument];
  return alerts.instruments.length - 1;
}

export function removePriceAlert(alerts: PriceAlerts, id: string): void {
  alerts.groupOf.get(id)?.members.delete(id);
  alerts.groupOf.delete(id);
}

/** The range of a day's move is unknown until the day's opening quote is known. */
function rangeOf({ row: { kind, side, direction, level } }: WatchedAlert) {
  if (kind === "DAY_MOVE") return { high: Infinity, low: -Infinity };
  const number = side === "MID" ? 2 * level : level;
  return direction === "ABOVE" ? { high: number, low: -Infinity } : { high: Infinity, low: number };
}

/** Applies a day's opening quotes to the alerts on its moves. */
export function openDay(alerts: PriceAlerts, opening: Quotes | undefined): void {
  for (const group of alerts.groups.values()) {
    const quote = opening?.(group.instrument);
    for (const member of group.members.values()) {
      const { kind, level } = member.watched.row;
      if (kind !== "DAY_MOVE") continue;
      const sum = quote ? quote.bid + quote.ask : undefined;
      const by = sum === undefined ? Infinity : Math.ceil((level * sum) / 10_000);
      member.high = (sum ?? 0) + by;
      member.low = (sum ?? 0) - by;
      empty(group);
    }
  }
}

/** Evaluates one tick. `quotes` are in the order of `instruments`. */
export function checkTick(
  alerts: PriceAlerts,
  quotes: readonly (Quote | undefined)[],
  time: { readonly timeMs: number; readonly nowMs: number },
  fire: (firing: Firing) => void,
): void {
  for (const group of alerts.groups.values()) {
    const quote = quotes[group.place];
    if (!quote) continue;
    const number = group.numberOf(quote);
    if (number > group.above && number < group.below) continue;
    settle(group, quote, time, fire);
  }
}

function settle(
  group: Group,
  quote: Quote,
  time: { readonly timeMs: number; readonly nowMs: number },
  fire: (firing: Firing) => void,
): void {
  const number = group.numberOf(quote);
  group.above = -Infinity;
  group.below = Infinity;
  for (const { watched, high, low } of group.members.values()) {
    const isMet = number >= high || number <= low;
    if (notice(watched, isMet, time))
      fire({ row: watched.row, timeMs: time.timeMs, value: valueAt(watched, quote, high, low) });
    if (number >= high) group.above = Math.max(group.above, high - 1);
    else if (number <= low) group.below = Math.min(group.below, low + 1);
    else {
      group.above = Math.max(group.above, low);
      group.below = Math.min(group.below, high);
    }
  }
}

/** Returns the value to report, in the unit of the alert's level. */
function valueAt({ row }: WatchedAlert, { bid, ask }: Quote, high: number, low: number): bigint {
  if (row.kind === "SPREAD") return BigInt(ask - bid);
  if (row.kind === "PRICE")
    return BigInt(
      row.side === "BID" ? bid : row.side === "ASK" ? ask : Math.floor((bid + ask) / 2),
    );
  const opening = (high + low) / 2;
  return BigInt(Math.trunc((Math.abs(bid + ask - opening) * 10_000) / opening));
}

function empty(group: Group): void {
  group.above = Infinity;
  group.below = -Infinity;
}
