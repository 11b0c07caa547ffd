/**
 * Lists a period's notable days: halvings, the largest rise and fall of difficulty, and the best
 * and worst day of each calendar year by price change.
 */
import { dayText, epochDayOf } from "./day.ts";
import { extremesIn, type Extremes } from "./extremes.ts";
import type { Series } from "./series.ts";
import { HALVINGS } from "./subsidy.ts";

export type EventKind = "halving" | "harder" | "easier" | "rise" | "fall";

export interface HistoryEvent {
  /** Index in the series. */
  readonly at: number;
  readonly kind: EventKind;
  /** New subsidy in BTC for a halving, otherwise the relative change: 0.1 is a rise of 10 %. */
  readonly size: number;
}

/** Returns the notable days of the period, oldest first. */
export function eventsOf(series: Series, start: number, length: number): HistoryEvent[] {
  const end = start + length;
  const halvings = HALVINGS.map(({ day, sats }): HistoryEvent => {
    return { at: day - series.firstDay, kind: "halving", size: sats / 1e8 };
  }).filter(({ at }) => at > start && at < end);
  const events = [...halvings, ...retargets(series, start, end), ...priceDays(series, start, end)];
  return events.toSorted((a, b) => a.at - b.at);
}

function retargets({ difficulty }: Series, start: number, end: number): HistoryEvent[] {
  const extremes = extremesIn(difficulty, start + 1, end);
  return extremes === undefined ? [] : realChanges(extremes, "harder", "easier");
}

function priceDays(series: Series, start: number, end: number): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  for (let first = start + 1; first < end;) {
    const year = Number(dayText(series.firstDay + first).slice(0, 4));
    const next = Math.min(end, epochDayOf(`${year + 1}-01-01`) - series.firstDay);
    const extremes = extremesIn(series.price, first, next);
    if (extremes !== undefined) events.push(...realChanges(extremes, "rise", "fall"));
    first = next;
  }
  return events;
}

/**
 * Returns the largest rise and fall. Omits the rise if no day rose, and the fall if no day fell.
 */
function realChanges({ most, least }: Extremes, up: EventKind, down: EventKind): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  if (most.size > 0) events.push({ ...most, kind: up });
  if (least.size < 0) events.push({ ...least, kind: down });
  return events;
}
