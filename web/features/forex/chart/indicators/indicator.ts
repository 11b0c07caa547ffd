/** The indicators that a user can add to the chart, with their parameters and limits. */
import { PIVOT_PERIODS, type PivotPeriod } from "./pivots.ts";

export const KINDS = [
  "average",
  "exponential",
  "bollinger",
  "pivots",
  "rsi",
  "macd",
  "range",
] as const;
export const SOURCES = ["close", "open", "high", "low", "median", "typical"] as const;
/** Names of the theme's colours. Each is the name of a CSS variable in `styles/tokens.css`. */
export const COLOURS = ["ref", "accent-line", "up", "down", "fg", "fg-2", "fg-3"] as const;

export type Kind = (typeof KINDS)[number];
export type Source = (typeof SOURCES)[number];
export type Colour = (typeof COLOURS)[number];

export const INDICATORS_MAX = 10;

/** Parameters that are numbers. Not every kind of indicator uses all of them. */
export const NUMBERS = {
  length: { min: 2, max: 500, step: 1 },
  slow: { min: 3, max: 500, step: 1 },
  signal: { min: 2, max: 100, step: 1 },
  deviations: { min: 0.5, max: 5, step: 0.1 },
} as const;
export type NumberName = keyof typeof NUMBERS;

export interface Indicator {
  readonly kind: Kind;
  /** Number of bars. For the MACD, the length of the fast average. */
  readonly length: number;
  readonly slow: number;
  readonly signal: number;
  readonly deviations: number;
  readonly source: Source;
  readonly period: PivotPeriod;
  readonly colour: Colour;
}

/** Parameters that the user can change, for each kind of indicator. */
export const PARAMETERS: Readonly<
  Record<
    Kind,
    {
      readonly numbers: readonly NumberName[];
      readonly hasSource: boolean;
      readonly isBelow: boolean;
    }
  >
> = {
  average: { numbers: ["length"], hasSource: true, isBelow: false },
  exponential: { numbers: ["length"], hasSource: true, isBelow: false },
  bollinger: { numbers: ["length", "deviations"], hasSource: true, isBelow: false },
  pivots: { numbers: [], hasSource: false, isBelow: false },
  rsi: { numbers: ["length"], hasSource: true, isBelow: true },
  macd: { numbers: ["length", "slow", "signal"], hasSource: true, isBelow: true },
  range: { numbers: ["length"], hasSource: false, isBelow: true },
};

const COMMON = { slow: 26, signal: 9, deviations: 2, source: "close", period: "day" } as const;

/** Parameters of an indicator that the user adds. */
export const DEFAULTS: Readonly<Record<Kind, Indicator>> = {
  average: { ...COMMON, kind: "average", length: 20, colour: "ref" },
  exponential: { ...COMMON, kind: "exponential", length: 50, colour: "accent-line" },
  bollinger: { ...COMMON, kind: "bollinger", length: 20, colour: "fg-2" },
  pivots: { ...COMMON, kind: "pivots", length: 20, colour: "fg-3" },
  rsi: { ...COMMON, kind: "rsi", length: 14, colour: "ref" },
  macd: { ...COMMON, kind: "macd", length: 12, colour: "ref" },
  range: { ...COMMON, kind: "range", length: 14, colour: "fg-2" },
};

/** Indicators of a chart whose user has not changed them. */
export const FIRST_INDICATORS: readonly Indicator[] = [DEFAULTS.average, DEFAULTS.range];

/** Reads stored indicators. Invalid entries are left out, invalid parameters become defaults. */
export function readIndicators(stored: unknown): readonly Indicator[] {
  if (!Array.isArray(stored)) return FIRST_INDICATORS;
  return stored.flatMap((entry) => readIndicator(entry) ?? []).slice(0, INDICATORS_MAX);
}

/**
 * True if the fast average of a MACD is not shorter than its slow average, so that the lines would
 * mean the opposite.
 */
export function isReversed({ kind, length, slow }: Indicator): boolean {
  return kind === "macd" && length >= slow;
}

export function isInRange(name: NumberName, value: number): boolean {
  const { min, max, step } = NUMBERS[name];
  return value >= min && value <= max && (step < 1 || Number.isInteger(value));
}

function readIndicator(entry: unknown): Indicator | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(entry));
  const kind = KINDS.find((name) => name === fields.get("kind"));
  if (kind === undefined) return undefined;
  const first = DEFAULTS[kind];
  const number = (name: NumberName) => {
    const value = fields.get(name);
    return typeof value === "number" && isInRange(name, value) ? value : first[name];
  };
  const indicator: Indicator = {
    kind,
    length: number("length"),
    slow: number("slow"),
    signal: number("signal"),
    deviations: number("deviations"),
    source: SOURCES.find((name) => name === fields.get("source")) ?? first.source,
    period: PIVOT_PERIODS.find((name) => name === fields.get("period")) ?? first.period,
    colour: COLOURS.find((name) => name === fields.get("colour")) ?? first.colour,
  };
  return isReversed(indicator)
    ? { ...indicator, length: first.length, slow: first.slow }
    : indicator;
}
