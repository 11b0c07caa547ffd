/**
 * The charts other than the main one, as the address keeps them: `GBP_USD.H1,USD_JPY.M15`. The main
 * chart has the instrument and timeframe of the page.
 */
import { BLIND_PAIR, GRANULARITIES, holdableNamed, type Granularity } from "#market";

/** Numbers of charts that a user can choose. */
export const LAYOUTS = [1, 2, 4] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface SideChart {
  readonly instrument: string;
  readonly timeframe: Granularity;
}

/** Instruments of charts that the user adds. */
const FIRST_INSTRUMENTS = ["GBP_USD", "USD_JPY", "EUR_GBP", "EUR_USD"];

const BLIND_TIMEFRAMES: readonly Granularity[] = ["H1", "D", "M15"];

/** Reads the text. Returns no charts if a part of it is invalid. */
export function readCharts(text: string): readonly SideChart[] {
  const charts = text.split(",").flatMap((part) => {
    const [name = "", timeframe = ""] = part.split(".");
    const granularity = granularityNamed(timeframe);
    return holdableNamed(name)?.isTradeable === true && granularity !== undefined
      ? { instrument: name, timeframe: granularity }
      : [];
  });
  return isLayout(charts.length + 1) ? charts : [];
}

export function chartsText(charts: readonly SideChart[]): string {
  return charts.map(({ instrument, timeframe }) => `${instrument}.${timeframe}`).join(",");
}

/**
 * Returns the side charts of another layout. Existing charts stay, new ones get other pairs, or
 * other timeframes of the only pair of a blind replay.
 */
export function chartsOf(
  layout: Layout,
  charts: readonly SideChart[],
  main: SideChart,
): readonly SideChart[] {
  if (main.instrument === BLIND_PAIR.name)
    return BLIND_TIMEFRAMES.map((timeframe) => ({ instrument: main.instrument, timeframe }))
      .toSpliced(0, charts.length, ...charts)
      .slice(0, layout - 1);
  const used = new Set([main.instrument, ...charts.map(({ instrument }) => instrument)]);
  const added = FIRST_INSTRUMENTS.filter((name) => !used.has(name)).map((instrument) => ({
    instrument,
    timeframe: main.timeframe,
  }));
  return [...charts, ...added].slice(0, layout - 1);
}

export function isLayout(count: number): count is Layout {
  return LAYOUTS.some((layout) => layout === count);
}

export function granularityNamed(name: string): Granularity | undefined {
  return Object.hasOwn(GRANULARITIES, name) ? (name as Granularity) : undefined;
}
