/**
 * Settles new accrual periods: pays `floor(total earned) - already posted`. The fraction of a
 * satoshi is carried over, so that many small payouts add up to one large payout.
 */
import { NANOSATS_PER_SAT } from "#economics";
import type { AccrualPeriod } from "./accrual-periods.ts";

export interface Account {
  /** Total earned so far, in 10^-9 sat. */
  readonly nanosats: bigint;
  readonly postedSats: bigint;
}

export interface Settlement {
  readonly periods: readonly AccrualPeriod[];
  readonly nanosats: bigint;
  readonly carryBefore: bigint;
  readonly payoutSats: bigint;
  readonly carryAfter: bigint;
}

export function settle(account: Account, periods: readonly AccrualPeriod[]): Settlement {
  const nanosats = periods.reduce((sum, period) => sum + period.nanosats, 0n);
  const carryBefore = account.nanosats - account.postedSats * NANOSATS_PER_SAT;
  const due = carryBefore + nanosats;
  return {
    periods,
    nanosats,
    carryBefore,
    payoutSats: due / NANOSATS_PER_SAT,
    carryAfter: due % NANOSATS_PER_SAT,
  };
}
