/**
 * The days that mattered in a stretch: halvings, the largest change of difficulty each way, and the
 * best and the worst day of each calendar year, by the change of the price.
 */
import { dayText, epochDayOf } from "./day.ts";
import type { Series } from "./series.ts";
import { HALVINGS } from "./subsidy.ts";

export type EventKind = "halving" | "harder" | "easier" | "rise" | "fall";

export interface HistoryEvent {
  /** Place in the series. */
  readonly at: number;
  readonly kind: EventKind;
  /** For halvings the new subsidy in BTC, else the change: 0.1 is a tenth more. */
  readonly size: number;
}

/** Oldest first. */
export function eventsOf(series: Series, start: number, length: number): HistoryEvent[] {
  const end = start + length;
  const halvings = HALVINGS.map(({ day, sats }): HistoryEvent => {
    return { at: day - series.firstDay, kind: "halving", size: sats / 1e8 };
  }).filter(({ at }) => at > start && at < end);
  const found = [...halvings, ...retargets(series, start, end), ...priceDays(series, start, end)];
  return found.toSorted((a, b) => a.at - b.at);
}

function change(values: Float64Array, at: number): number {
  return (values[at] ?? 0) / (values[at - 1] ?? 1) - 1;
}

function retargets({ difficulty }: Series, start: number, end: number): HistoryEvent[] {
  const [most, least] = extremes(difficulty, start + 1, end);
  return [
    ...(most !== undefined && most.size > 0 ? [{ ...most, kind: "harder" as const }] : []),
    ...(least !== undefined && least.size < 0 ? [{ ...least, kind: "easier" as const }] : []),
  ];
}

function priceDays(series: Series, start: number, end: number): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  for (let first = start + 1; first < end;) {
    const year = Number(dayText(series.firstDay + first).slice(0, 4));
    const next = Math.min(end, epochDayOf(`${year + 1}-01-01`) - series.firstDay);
    const [most, least] = extremes(series.price, first, next);
    if (most !== undefined && most.size > 0) events.push({ ...most, kind: "rise" });
    if (least !== undefined && least.size < 0) events.push({ ...least, kind: "fall" });
    first = next;
  }
  return events;
}

type Found = Pick<HistoryEvent, "at" | "size">;

/** The largest change upwards and downwards from the day before, from `first` to before `end`. */
function extremes(values: Float64Array, first: number, end: number): (Found | undefined)[] {
  if (first >= end) return [];
  let [most, least] = [first, first];
  let [mostSize, leastSize] = [change(values, first), change(values, first)];
  for (let at = first + 1; at < end; at += 1) {
    const size = change(values, at);
    if (size > mostSize) [most, mostSize] = [at, size];
    if (size < leastSize) [least, leastSize] = [at, size];
  }
  return [
    { at: most, size: mostSize },
    { at: least, size: leastSize },
  ];
}
