/** Alerts: what a user may ask for, and its exact form as whole numbers. */
import { instrumentNamed, readPrice, type Instrument } from "#market";
import { parseAmount } from "#money";
import { refusedFor } from "../terms/refusals.ts";
import { alertRefusals } from "./alert-refusals.ts";

export type AlertKind = "PRICE" | "SPREAD" | "DAY_MOVE" | "EQUITY" | "MARGIN_LEVEL";
export type AlertSide = "BID" | "ASK" | "MID";
export type AlertDirection = "ABOVE" | "BELOW" | "EITHER";

/** The condition of an alert. Two alerts with the same condition are duplicates. */
export interface Condition {
  readonly kind: AlertKind;
  /** Undefined for alerts on the account. */
  readonly instrument: Instrument | undefined;
  /** The watched price. Only for `PRICE`. */
  readonly side: AlertSide | null;
  readonly direction: AlertDirection;
  /**
   * `PRICE` and `SPREAD`: int32 price units. `DAY_MOVE` and `MARGIN_LEVEL`: hundredths of a
   * percent. `EQUITY`: cents.
   */
  readonly level: number;
}

/** A condition as the API receives it. */
export interface ConditionDraft {
  readonly kind: AlertKind;
  readonly instrument?: string | undefined;
  readonly side?: AlertSide | undefined;
  readonly direction?: "ABOVE" | "BELOW" | undefined;
  readonly level: string;
}

/** Decimals of the level, and its range in whole units, for kinds that are not prices. */
const RANGES = {
  SPREAD: { decimals: 1, min: 1n, max: 10_000n, text: "from 0.1 to 1,000 pips" },
  DAY_MOVE: { decimals: 2, min: 1n, max: 5_000n, text: "from 0.01 to 50 percent" },
  EQUITY: { decimals: 2, min: 1n, max: 9_999_999_999n, text: "from 0.01 to 99,999,999.99 USD" },
  MARGIN_LEVEL: { decimals: 2, min: 100n, max: 10_000_000n, text: "from 1 to 100,000 percent" },
} as const;

/** Reads a condition. Throws a Refusal that names the wrong field. */
export function readCondition(draft: ConditionDraft): Condition {
  const { kind, level: text } = draft;
  const instrument =
    kind === "EQUITY" || kind === "MARGIN_LEVEL" ? undefined : readPair(draft.instrument);
  if (kind === "PRICE" && instrument) {
    const level = readPrice(text, instrument);
    if (typeof level !== "number") throw refusedFor(level);
    const { side = "MID", direction = "ABOVE" } = draft;
    return { kind, instrument, side, direction, level };
  }
  const { decimals, min, max, text: range } = RANGES[kind as keyof typeof RANGES];
  const whole = parseAmount(text, decimals);
  if (whole === undefined || whole < min || whole > max)
    throw alertRefusals.alert_level_invalid({ range });
  // A tenth of a pip is one price step.
  const level = Number(whole) * (kind === "SPREAD" ? (instrument?.pip ?? 0) / 10 : 1);
  return { kind, instrument, side: null, direction: directionOf(draft), level };
}

function directionOf({ kind, direction }: ConditionDraft): AlertDirection {
  if (kind === "DAY_MOVE") return "EITHER";
  if (kind === "SPREAD") return "ABOVE";
  return kind === "MARGIN_LEVEL" ? "BELOW" : (direction ?? "BELOW");
}

function readPair(name: string | undefined): Instrument {
  const instrument = instrumentNamed(name ?? "");
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  // The reference instrument has no ticks.
  if (!instrument.isTradeable) throw refusedFor("INSTRUMENT_NOT_TRADEABLE");
  return instrument;
}

export function isOnAccount(kind: AlertKind): boolean {
  return kind === "EQUITY" || kind === "MARGIN_LEVEL";
}

export function isSameCondition(a: Condition, b: Condition): boolean {
  return (
    a.kind === b.kind &&
    a.instrument === b.instrument &&
    a.side === b.side &&
    a.direction === b.direction &&
    a.level === b.level
  );
}
