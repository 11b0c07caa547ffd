/** The ticket's input as typed, before anything is computed. */
export const SIDES = ["buy", "sell"] as const;
export const ENTRY_TYPES = ["MARKET", "LIMIT", "STOP", "MARKET_IF_TOUCHED"] as const;
export const EXIT_UNITS = ["price", "pips", "USD"] as const;
export const RESTING_TIMES = ["GTC", "GFD", "GTD", "FOK", "IOC"] as const;

export type Side = (typeof SIDES)[number];
export type EntryType = (typeof ENTRY_TYPES)[number];
export type ExitUnit = (typeof EXIT_UNITS)[number];
export type RestingTime = (typeof RESTING_TIMES)[number];

export interface Draft {
  readonly side: Side;
  readonly type: EntryType;
  /** How the size is given: in units, or as a share of the NAV that may be lost at the stop. */
  readonly sizeBy: "units" | "risk";
  readonly units: string;
  readonly riskPercent: string;
  /** Typed price. All order types except market orders use it. */
  readonly price: string;
  /** Unit of `stop`, `target` and `trailing`. */
  readonly exitUnit: ExitUnit;
  readonly stop: string;
  readonly target: string;
  readonly trailing: string;
  readonly timeInForce: RestingTime;
  /** Value of the date and time field, in the user's time zone. */
  readonly until: string;
  /** Plan for the journal, and its tags separated by commas. */
  readonly plan: string;
  readonly planTags: string;
}

export type Fields = "units" | "price" | "stop" | "target" | "trailing" | "until";

export const FIRST_DRAFT: Draft = {
  side: "buy",
  type: "MARKET",
  sizeBy: "units",
  units: "1000",
  riskPercent: "1",
  price: "",
  exitUnit: "price",
  stop: "",
  target: "",
  trailing: "",
  timeInForce: "GTC",
  until: "",
  plan: "",
  planTags: "",
};

/** Returns the draft for another instrument, without its prices and its plan. */
export function forOther(draft: Draft): Draft {
  return { ...draft, price: "", stop: "", target: "", trailing: "", plan: "", planTags: "" };
}
