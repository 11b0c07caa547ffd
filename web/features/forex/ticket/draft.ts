/** The ticket's input as typed, before anything is computed. */
import { TARGETS_MAX, TIMES_IN_FORCE } from "#market";

export const SIDES = ["buy", "sell"] as const;
export const ENTRY_TYPES = ["MARKET", "LIMIT", "STOP", "STOP_LIMIT", "MARKET_IF_TOUCHED"] as const;
export const EXIT_UNITS = ["price", "pips", "USD"] as const;
export const RESTING_TIMES = ["GTC", "GFD", "GTD", "FOK", "IOC"] as const;

export type Side = (typeof SIDES)[number];
export type EntryType = (typeof ENTRY_TYPES)[number];
export type ExitUnit = (typeof EXIT_UNITS)[number];
export type RestingTime = (typeof RESTING_TIMES)[number];

/** A take profit for a part of the trade, as typed. */
export interface TargetDraft {
  readonly price: string;
  readonly units: string;
}

export interface Draft {
  readonly side: Side;
  readonly type: EntryType;
  /** How the size is given: in units, or as a share of the NAV that may be lost at the stop. */
  readonly sizeBy: "units" | "risk";
  readonly units: string;
  readonly riskPercent: string;
  /** Typed price. All order types except market orders use it. */
  readonly price: string;
  /** Typed limit of a stop-limit order, whose stop is `price`. */
  readonly limit: string;
  /** Unit of `stop`, `target`, `trailing` and the prices of `targets`. */
  readonly exitUnit: ExitUnit;
  readonly stop: string;
  /** Take profit for the whole trade. */
  readonly target: string;
  /** Take profits for parts of the trade. If there are any, `target` is not used. */
  readonly targets: readonly TargetDraft[];
  readonly trailing: string;
  readonly timeInForce: RestingTime;
  /** Value of the date and time field, in the user's time zone. */
  readonly until: string;
  /** Plan for the journal, and its tags separated by commas. */
  readonly plan: string;
  readonly planTags: string;
}

export type Fields = "units" | "price" | "limit" | "stop" | "target" | "trailing" | "until";

export const FIRST_DRAFT: Draft = {
  side: "buy",
  type: "MARKET",
  sizeBy: "units",
  units: "1000",
  riskPercent: "1",
  price: "",
  limit: "",
  exitUnit: "price",
  stop: "",
  target: "",
  targets: [],
  trailing: "",
  timeInForce: "GTC",
  until: "",
  plan: "",
  planTags: "",
};

/** Returns the draft for another instrument, without its prices and its plan. */
export function forOther(draft: Draft): Draft {
  return {
    ...draft,
    price: "",
    limit: "",
    stop: "",
    target: "",
    targets: [],
    trailing: "",
    plan: "",
    planTags: "",
  };
}

/** Times in force that an order type supports. A stop-limit order always waits for its limit. */
export function timesOf(type: EntryType): readonly RestingTime[] {
  return RESTING_TIMES.filter((time) => TIMES_IN_FORCE[type].includes(time));
}

/** Returns the chosen time in force, or the default if the order type does not support it. */
export function timeOf({ type, timeInForce }: Draft): RestingTime {
  return timesOf(type).includes(timeInForce) ? timeInForce : "GTC";
}

/**
 * Adds a take profit. The first addition turns the take profit of the whole trade into one for half
 * of the units. `units` is the number of units of the order.
 */
export function withTarget({ target, targets }: Draft, units: number): Partial<Draft> {
  if (targets.length >= TARGETS_MAX) return {};
  if (targets.length > 0) return { targets: [...targets, { price: "", units: "" }] };
  const half = Math.floor(units / 2);
  const text = (size: number) => (size > 0 ? String(size) : "");
  return {
    target: "",
    targets: [
      { price: target, units: text(half) },
      { price: "", units: text(units - half) },
    ],
  };
}

/** Removes a take profit. The last one left becomes the take profit of the whole trade. */
export function withoutTarget({ targets }: Draft, index: number): Partial<Draft> {
  const left = targets.filter((_, place) => place !== index);
  const [only] = left;
  return left.length > 1 ? { targets: left } : { targets: [], target: only?.price ?? "" };
}
