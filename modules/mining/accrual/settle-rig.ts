/**
 * What a rig earns and what its power costs, for new accrual periods: earnings are paid rounded
 * down, power is charged rounded up, each with its fraction carried, so many small settlements come
 * to the same as one large one. What the owner's balance does not carry is not charged: the rig
 * stops there, and no balance is ever negative.
 */
import { NANOSATS_PER_SAT } from "#economics";
import { periodUntil, type AccrualPeriod } from "./accrual-periods.ts";
import { settle, type Account, type Settlement } from "./settle-periods.ts";

export interface RigAccount extends Account {
  /** All power used so far, in 10^-9 sat. */
  readonly powerNanosats: bigint;
  readonly chargedSats: bigint;
}

export interface PowerCharge {
  /** Fraction of a satoshi charged too much before and after, in 10^-9 sat. */
  readonly prepaidBefore: bigint;
  readonly nanosats: bigint;
  readonly chargedSats: bigint;
  readonly prepaidAfter: bigint;
}

export interface RigSettlement {
  readonly settlement: Settlement;
  readonly power: PowerCharge;
  /** From this time on the power is not paid; null: everything is. */
  readonly stopsAt: Date | null;
}

/** `ceil(total power) - already charged`. */
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
  /** Nothing can wait: the rig goes. */
  readonly isLast: boolean;
}

/**
 * Settles as far as the balance and the rig's own earnings carry. Undefined when only the rounding
 * to whole satoshis is missing: that waits for the next round, a rig that covers its power is never
 * stopped by a fraction.
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

/** Before rounding to whole satoshis. */
function isCarriedExactly({ settlement, power }: Attempt, availableSats: bigint): boolean {
  const has = availableSats * NANOSATS_PER_SAT + settlement.carryBefore + settlement.nanosats;
  return has + power.prepaidBefore >= power.nanosats;
}

/**
 * The most whole accrual periods from the start that are carried, and of the next one as many
 * milliseconds as are.
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
