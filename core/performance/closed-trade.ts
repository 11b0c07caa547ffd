/** A closed trade as the analysis sees it. All amounts are whole US cents. */
export interface ClosedTrade {
  readonly id: string;
  /** Such as `EUR_USD`. */
  readonly instrument: string;
  readonly side: Side;
  readonly openedMs: number;
  readonly closedMs: number;
  /** Profit or loss of the price, after spread and conversion, without financing. */
  readonly realisedCents: bigint;
  /** Negative if the user paid. */
  readonly financingCents: bigint;
  /** Half the spread of every fill. Already included in `realisedCents`. */
  readonly spreadCents: bigint;
  /**
   * Cost of converting at bid or ask instead of mid. Already included in `realisedCents`. Undefined
   * if a fill did not record its mid rate.
   */
  readonly conversionCents: bigint | undefined;
  /** Value of the units at the entry price. */
  readonly sizeCents: bigint;
  /** True if a stop was set at the opening or within a minute. */
  readonly hadStop: boolean;
  /** Loss at that stop. Undefined without a stop, and if the stop was on the side of a gain. */
  readonly riskCents: bigint | undefined;
  /** The worst and best result while the trade was open. Undefined if no prices are known. */
  readonly excursion: Excursion | undefined;
}

export type Side = "long" | "short";

export interface Excursion {
  /** Never above zero. */
  readonly worstCents: bigint;
  /** Never below zero. */
  readonly bestCents: bigint;
}

/** Returns the trade's result, which includes its financing. */
export function resultOfTrade({
  realisedCents,
  financingCents,
}: Pick<ClosedTrade, "realisedCents" | "financingCents">): bigint {
  return realisedCents + financingCents;
}

/** Returns the trade's costs. Negative if it earned more financing than it paid in costs. */
export function costOfTrade({
  spreadCents,
  conversionCents = 0n,
  financingCents,
}: Pick<ClosedTrade, "spreadCents" | "conversionCents" | "financingCents">): bigint {
  return spreadCents + conversionCents - financingCents;
}
