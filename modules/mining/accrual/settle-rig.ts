/**
 * Settles a rig's earnings and power cost for new accrual periods. Earnings are rounded down and
 * power is rounded up. The two fractions are carried over, so that many small settlements add up to
 * one large settlement. If balance and earnings do not cover the whole power cost, the rig stops at
 * the end of the covered time, so that the balance never becomes negative.
 */
import { NANOSATS_PER_SAT } from "#economics";
import { periodUntil, type AccrualPeriod } from "./accrual-periods.ts";
import { settle, type Account, type Settlement } from "./settle-periods.ts";

export interface RigAccount extends Account {
  /** Total power cost so far, in 10^-9 sat. */
  readonly powerNanosats: bigint;
  readonly chargedSats: bigint;
}

export interface PowerCharge {
  /** Fraction of a satoshi that earlier charges have paid in advance, in 10^-9 sat. */
  readonly prepaidBefore: bigint;
  readonly nanosats: bigint;
  readonly chargedSats: bigint;
  readonly prepaidAfter: bigint;
}

export interface RigSettlement {
  readonly settlement: Settlement;
  readonly power: PowerCharge;
  /** Time at which the rig stops because the balance is used up. Null if all power is paid. */
  readonly stopsAt: Date | null;
}

/** Charges `ceil(total power cost) - already charged`. */
function chargePower(account: RigAccount, periods: readonly AccrualPeriod[]): PowerCharge {
  const nanosats = periods.reduce((sum, { power }) => sum + (power?.nanosats ?? 0n), 0n);
  const prepaidBefore = account.chargedSats * NANOSATS_PER_SAT - account.powerNanosats;
  const due = nanosats - prepaidBefore;
  const chargedSats = due <= 0n ? 0n : (due + NANOSATS_PER_SAT - 1n) / NANOSATS_PER_SAT;
  const prepaidAfter = prepaidBefore + chargedSats * NANOSATS_PER_SAT - nanosats;
  return { prepaidBefore, nanosats, chargedSats, prepaidAfter };
}

interface AvailableBalance {
  readonly availableSats: bigint;
  /** True if the rig is being sold. Its last settlement cannot be postponed. */
  readonly isLast: boolean;
}

/**
 * Settles as much time as the balance and the rig's own earnings cover. Returns undefined if the
 * exact amounts are covered but the rounded ones are not. The settlement then waits for the next
 * round, so that a fraction of a satoshi never stops a profitable rig.
 */
export function settleRig(
  account: RigAccount,
  periods: readonly AccrualPeriod[],
  { availableSats, isLast }: AvailableBalance,
): RigSettlement | undefined {
  const all = attempt(account, periods);
  if (isCarried(all, availableSats)) return { ...all, stopsAt: null };
  if (!isLast && isCarriedExactly(all, availableSats)) return undefined;
  const carried = carriedPart(account, periods, availableSats);
  const stopsAt = carried.at(-1)?.to ?? periods[0]?.from ?? null;
  return { ...attempt(account, carried), stopsAt };
}

type Attempt = Omit<RigSettlement, "stopsAt">;

function attempt(account: RigAccount, periods: readonly AccrualPeriod[]): Attempt {
  return { settlement: settle(account, periods), power: chargePower(account, periods) };
}

function isCarried({ settlement, power }: Attempt, availableSats: bigint): boolean {
  return availableSats + settlement.payoutSats >= power.chargedSats;
}

/** Returns true if the balance covers the exact amounts before rounding to whole satoshis. */
function isCarriedExactly({ settlement, power }: Attempt, availableSats: bigint): boolean {
  const has = availableSats * NANOSATS_PER_SAT + settlement.carryBefore + settlement.nanosats;
  return has + power.prepaidBefore >= power.nanosats;
}

/**
 * Returns the longest time from the start that the balance covers: whole accrual periods, then as
 * many milliseconds as possible of the next period.
 */
function carriedPart(
  account: RigAccount,
  periods: readonly AccrualPeriod[],
  availableSats: bigint,
): AccrualPeriod[] {
  const isEnough = (part: readonly AccrualPeriod[]) =>
    isCarried(attempt(account, part), availableSats);
  let count = periods.length - 1;
  while (count > 0 && !isEnough(periods.slice(0, count))) count -= 1;
  const whole = periods.slice(0, count);
  const next = periods[count];
  if (!next) return whole;
  let carried = next.from.getTime();
  let missed = next.to.getTime();
  while (missed - carried > 1) {
    const middle = Math.floor((carried + missed) / 2);
    if (isEnough([...whole, periodUntil(next, new Date(middle))])) carried = middle;
    else missed = middle;
  }
  const isAny = carried > next.from.getTime();
  return isAny ? [...whole, periodUntil(next, new Date(carried))] : whole;
}
