/**
 * The day of a typical person, from which capacity follows. These are assumptions, not
 * measurements: whoever knows their own people changes them here and prints the tables anew.
 */
import type { Request } from "./measured.ts";

export interface Day {
  /** Of all accounts, who comes on a day. */
  readonly activeShare: number;
  /** What each of them asks for. */
  readonly requests: Readonly<Record<Request, number>>;
  /** How long a page of theirs is open, with live prices. */
  readonly streamMinutes: number;
  /** Of all accounts, whose mining is on, all day. */
  readonly miningShare: number;
  /** Of a day's requests, how many come in its busiest hour. */
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
