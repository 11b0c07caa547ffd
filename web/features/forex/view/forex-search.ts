/**
 * Keeps the view of the page in the URL: instrument, timeframe, open list with its filter, and the
 * visible section on phones.
 */
import { BLIND_PAIR, GRANULARITIES, holdableNamed, type Granularity } from "#market";
import { chartsText, readCharts } from "./chart-layout.ts";

/** Timeframes with their own button, in the order of their shortcut keys 1 to 9. */
export const QUICK_TIMEFRAMES = ["S5", "S30", "M1", "M5", "M15", "M30", "H1", "H4", "D"] as const;
/** All timeframes, shortest first. */
export const TIMEFRAMES = Object.keys(GRANULARITIES) as readonly Granularity[];
export const LISTS = ["positions", "orders", "history", "analysis", "journal", "alerts"] as const;
export const PARTS = ["markets", "chart", "trade", "positions"] as const;
export const ORDER_STATES = ["PENDING", "FILLED", "CANCELLED", "ALL"] as const;

export type Timeframe = Granularity;
export type List = (typeof LISTS)[number];
export type Part = (typeof PARTS)[number];
export type OrderState = (typeof ORDER_STATES)[number];

export interface ForexView {
  readonly instrument: string;
  readonly timeframe: Timeframe;
  readonly list: List;
  readonly state: OrderState;
  readonly part: Part;
  /** Charts other than the main one, see `readCharts`. */
  readonly charts: string;
  /** Season that the lists show: its number, "current" or "all". */
  readonly season: string;
  /** Id of the open replay. Empty at the live desk. */
  readonly replay: string;
}

export const FIRST_VIEW: ForexView = {
  instrument: "EUR_USD",
  timeframe: "M5",
  list: "positions",
  state: "PENDING",
  part: "trade",
  charts: "",
  season: "current",
  replay: "",
};

/** Returns the view, with defaults in place of unknown or invalid values. */
export function readForexSearch(search: Readonly<Record<string, unknown>>): ForexView {
  const { instrument } = search;
  const replay = typeof search["replay"] === "string" ? search["replay"] : FIRST_VIEW.replay;
  const isKnown =
    typeof instrument === "string" &&
    holdableNamed(instrument)?.isTradeable === true &&
    // Only blind replays have this pair.
    (instrument !== BLIND_PAIR.name || replay !== "");
  return {
    instrument: isKnown ? instrument : FIRST_VIEW.instrument,
    timeframe: oneOf(TIMEFRAMES, search["timeframe"]) ?? FIRST_VIEW.timeframe,
    list: oneOf(LISTS, search["list"]) ?? FIRST_VIEW.list,
    state: oneOf(ORDER_STATES, search["state"]) ?? FIRST_VIEW.state,
    part: oneOf(PARTS, search["part"]) ?? FIRST_VIEW.part,
    charts: typeof search["charts"] === "string" ? chartsText(readCharts(search["charts"])) : "",
    season: seasonIn(search["season"]),
    replay,
  };
}

/** Returns only the values that differ from the defaults, to keep the URL short. */
export function forexSearch(view: ForexView): Partial<ForexView> {
  const entries = Object.entries(view) as [keyof ForexView, string][];
  return Object.fromEntries(entries.filter(([name, value]) => FIRST_VIEW[name] !== value));
}

/** Numbers in the address are read as numbers. */
function seasonIn(value: unknown): string {
  const text = String(value);
  return /^(all|[1-9]\d{0,5})$/.test(text) ? text : FIRST_VIEW.season;
}

function oneOf<Value extends string>(values: readonly Value[], text: unknown): Value | undefined {
  return values.find((value) => value === text);
}
