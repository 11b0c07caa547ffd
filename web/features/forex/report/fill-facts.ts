/** Reads the facts about a fill that its event stores. */
import { holdableNamed, readPrice, type Instrument } from "#market";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

export type OrderReport = ApiAnswer<"getForexOrderReport">;
export type Fill = NonNullable<OrderReport["fill"]>;

export interface KeptQuote {
  readonly bid: string;
  readonly ask: string;
  readonly time: string;
}

export interface KeptReduction {
  readonly tradeId: string;
  /** Units of the trade. Positive if long. */
  readonly units: number;
  readonly entry: string;
  /** Value of one unit of the quote currency in USD, as a fraction such as `1/1` or `1000/1473`. */
  readonly factor: string;
  readonly realisedCents: string;
  readonly isClosed: boolean;
}

export interface FillFacts {
  readonly instrument: Instrument;
  readonly units: number;
  readonly price: string;
  readonly orderType: string;
  readonly seen: KeptQuote | null;
  readonly used: KeptQuote;
  readonly sentAt: string | undefined;
  readonly latencyMs: number;
  /** Price change in integer price units. Positive if it was in the user's favour. */
  readonly movedForUser: number;
  readonly spreadPips: string;
  readonly halfSpreadCents: bigint;
  readonly sizeTenths: number;
  readonly marginBeforeCents: bigint;
  readonly marginAfterCents: bigint;
  /** Margin level after the fill, in hundredths of a percent. */
  readonly levelAfter: bigint | undefined;
  readonly reductions: readonly KeptReduction[];
}

/** Facts about a position that was closed because the margin level fell to 50 % or less. */
export interface StopOutFacts {
  readonly instrument: Instrument;
  readonly units: number;
  readonly price: string;
  readonly used: KeptQuote;
  /** Margin rate in units of 10^-7. */
  readonly marginRate: number;
  readonly navCents: bigint;
  readonly marginUsedCents: bigint;
  readonly level: bigint;
  readonly reductions: readonly KeptReduction[];
  readonly realisedCents: bigint;
}

export function isStopOutFill({ detail }: Fill): boolean {
  return detail["reason"] === "MARGIN_CLOSEOUT";
}

export function fillFacts(fill: Fill): FillFacts {
  const { detail } = fill;
  const facts = detail as unknown as Omit<FillFacts, "instrument" | "units" | "price">;
  return {
    ...facts,
    ...tradeOf(fill),
    halfSpreadCents: centsIn(detail["halfSpreadCents"]),
    marginBeforeCents: centsIn(detail["marginBeforeCents"]),
    marginAfterCents: centsIn(detail["marginAfterCents"]),
    levelAfter: detail["levelAfter"] === null ? undefined : centsIn(detail["levelAfter"]),
  };
}

export function stopOutFacts(fill: Fill): StopOutFacts {
  const { detail } = fill;
  const facts = detail as unknown as Pick<StopOutFacts, "used" | "reductions">;
  return {
    ...tradeOf(fill),
    used: facts.used,
    reductions: facts.reductions,
    marginRate: Number(detail["marginRate"]),
    navCents: centsIn(detail["navCents"]),
    marginUsedCents: centsIn(detail["marginUsedCents"]),
    level: centsIn(detail["level"]),
    realisedCents: BigInt(fill.amountCents),
  };
}

export function sourceOf({ detail }: Fill): string {
  return typeof detail["source"] === "string" ? detail["source"] : "";
}

/**
 * Converts a price to the market's integer. Throws RangeError for mid prices and for prices between
 * two price steps.
 */
export function int32Of(text: string, instrument: Instrument): number {
  const price = readPrice(text, instrument);
  if (typeof price !== "number") throw new RangeError(`${text} is no price of ${instrument.name}`);
  return price;
}

/** Converts a fraction to a decimal number, such as `1000/1473` to 0.678887. */
export function factorShare(factor: string): number {
  const [top = "0", bottom = "1"] = factor.split("/");
  return Number(top) / Number(bottom);
}

function tradeOf({ instrument: name, units, price }: Fill) {
  const instrument = holdableNamed(name ?? "");
  if (!instrument || units === null || price === null) throw new RangeError("this is no fill");
  return { instrument, units, price };
}

function centsIn(value: unknown): bigint {
  return typeof value === "string" && /^-?\d+$/.test(value) ? BigInt(value) : 0n;
}
