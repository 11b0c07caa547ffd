/** What is being written on the ticket: text as typed, nothing reckoned yet. */
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
  /** Units as typed, or what of the NAV the way to the stop may cost. */
  readonly sizeBy: "units" | "risk";
  readonly units: string;
  readonly riskPercent: string;
  /** Of every type but market. */
  readonly price: string;
  /** What the three below are written in. */
  readonly exitUnit: ExitUnit;
  readonly stop: string;
  readonly target: string;
  readonly trailing: string;
  readonly timeInForce: RestingTime;
  /** As the field for date and time has it, in the reader's zone. */
  readonly until: string;
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
};

/** Prices of one instrument mean nothing for another. */
export function forOther(draft: Draft): Draft {
  return { ...draft, price: "", stop: "", target: "", trailing: "" };
}
