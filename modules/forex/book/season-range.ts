/**
 * The part of an account's history that belongs to a season. Each list has its own limits, because
 * events are numbered by account, and orders and trades by installation.
 */
export interface SeasonRange {
  /** Null for all seasons together. */
  readonly number: number | null;
  /** Null before the first event of the first season. */
  readonly beganAt: Date | null;
  /** Null for the current season. */
  readonly endedAt: Date | null;
  readonly transactions: Limits<number>;
  readonly orders: Limits<bigint>;
  readonly trades: Limits<bigint>;
  /** Net deposits of all earlier seasons, including the cost of converting coins. */
  readonly depositedCents: bigint;
  /** Equity at the end of the season, before the coins returned. Null for the current season. */
  readonly equityCents: bigint | null;
}

/** `after` is the last row of the previous season. `last` is null if the season has not ended. */
interface Limits<Place> {
  readonly after: Place;
  readonly last: Place | null;
}

/** The whole history of an account. A replay has no seasons. */
export const ALL_SEASONS: SeasonRange = {
  number: null,
  beganAt: null,
  endedAt: null,
  transactions: { after: 0, last: null },
  orders: { after: 0n, last: null },
  trades: { after: 0n, last: null },
  depositedCents: 0n,
  equityCents: null,
};
