/**
 * Defines a typical user's day, from which the capacity is computed. The values are assumptions,
 * not measurements. Operators who know their own users can change the values in this file and print
 * the tables again.
 */
import type { Request } from "./measured.ts";

export interface Day {
  /** Fraction of all accounts that are active on a given day. */
  readonly activeShare: number;
  readonly requests: Readonly<Record<Request, number>>;
  /** Minutes per day for which each active user keeps a page with live prices open. */
  readonly streamMinutes: number;
  /** Fraction of all accounts that mine all day. */
  readonly miningShare: number;
  /** Fraction of a day's requests that arrive in its busiest hour. */
  readonly busiestHourShare: number;
}

export const TYPICAL_DAY: Day = {
  activeShare: 0.3,
  requests: {
    "sign-in": 0.3,
    refresh: 2,
    me: 10,
    wallet: 20,
    mining: 20,
    history: 5,
    purchase: 0.2,
    stake: 0.1,
    withdrawal: 0.1,
    stream: 4,
  },
  streamMinutes: 45,
  miningShare: 0.5,
  busiestHourShare: 0.15,
};
