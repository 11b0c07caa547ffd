/**
 * Converts times to positions between the chart's bars and back. The time axis has one step per
 * bar, so closed hours take no room. Positions before the first bar and after the last one assume
 * bars of equal length.
 */
import { dayAt, GRANULARITIES, openingOf, type Granularity } from "#market";
const DAY_S = 86_400;

export interface Axis {
  /** Places of the bars in ascending order, as returned by `placeOf`. */
  readonly places: readonly number[];
  /** Length of a bar in seconds. */
  readonly stepS: number;
}

export function axisOf(bars: readonly { readonly time: number }[], granularity: Granularity): Axis {
  return { places: bars.map(({ time }) => time), stepS: GRANULARITIES[granularity] / 1_000 };
}

/** Returns the position of a place. Whole numbers are bars, counted from 0. */
export function positionOf({ places, stepS }: Axis, place: number): number | undefined {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (place <= first) return (place - first) / stepS;
  if (place >= last) return places.length - 1 + (place - last) / stepS;
  const after = indexAfter(places, place);
  const [from, to] = [places[after - 1] ?? first, places[after] ?? last];
  return after - 1 + (place - from) / (to - from);
}

/** Returns the place at a position, the reverse of `positionOf`. */
export function placeAt({ places, stepS }: Axis, position: number): number | undefined {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (position <= 0) return first + position * stepS;
  if (position >= places.length - 1) return last + (position - places.length + 1) * stepS;
  const index = Math.floor(position);
  const [from, to] = [places[index] ?? first, places[index + 1] ?? last];
  return from + (position - index) * (to - from);
}

/** Returns the time of a place in milliseconds, the reverse of `placeOf`. */
export function timeOfPlace(place: number, granularity: Granularity): number {
  return isDated(granularity) ? openingOf(Math.round(place / DAY_S)) : Math.round(place * 1_000);
}

/** Returns the place of any time, also of a time between two bars. */
export function placeOfTime(timeMs: number, granularity: Granularity): number {
  return isDated(granularity) ? dayAt(timeMs) * DAY_S : timeMs / 1_000;
}

/** True if the places of the bars are dates, as with daily candles. */
function isDated(granularity: Granularity): boolean {
  return GRANULARITIES[granularity] >= DAY_S * 1_000;
}

/** Returns the index of the first place that is later than the given one. */
function indexAfter(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
