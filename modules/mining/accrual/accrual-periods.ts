/**
 * Splits unpaid time into accrual periods. Each period has one hash rate, one set of reference
 * values and one tariff, and lies within one UTC day. The result depends only on stored times, so
 * neither the number of runs nor downtime of the server changes it.
 */
import { DAY_MS, earnedNanosats, powerNanosats, type HashesPerSecond } from "#economics";
import type { ReferenceValues } from "#treasury";

export interface EarningTime {
  readonly hashRate: HashesPerSecond;
  readonly startsAt: Date;
  /** End of a contract or boost. Null for a rig. */
  readonly endsAt: Date | null;
  /** End of the paid time, before which nothing is settled again. */
  readonly accruedUntil: Date;
  /**
   * Power in watts that the owner pays for. Unset for contracts and boosts, because their price
   * includes power.
   */
  readonly watts?: bigint | null;
}

/** An interval during which mining is on. `offAt` is null for the current interval. */
export interface SwitchedOn {
  readonly onAt: Date;
  readonly offAt: Date | null;
}

/** A user's own electricity price and its start time. */
export interface Tariff {
  /** Price as decimal text. */
  readonly usdPerKwh: string;
  readonly validFrom: Date;
}

export interface PeriodPower {
  readonly watts: bigint;
  readonly usdPerKwh: string;
  /**
   * Power cost of this period, in 10^-9 sat: the cost from `stretchFrom` to `to` minus the cost
   * from `stretchFrom` to `from`, each rounded up. The costs therefore add up exactly, however the
   * time is split.
   */
  readonly nanosats: bigint;
}

export interface AccrualPeriod {
  /**
   * Start of the uninterrupted time with the same hash rate, reference values and tariff. It may be
   * earlier than the last payout.
   */
  readonly stretchFrom: Date;
  readonly from: Date;
  readonly to: Date;
  readonly hashRate: HashesPerSecond;
  readonly reference: ReferenceValues;
  /**
   * Earnings of this period, in 10^-9 sat: the earnings from `stretchFrom` to `to` minus the
   * earnings from `stretchFrom` to `from`, each rounded down. They therefore add up exactly,
   * however the time is split.
   */
  readonly nanosats: bigint;
  readonly power: PeriodPower | null;
}

interface Inputs {
  /** Oldest first. */
  readonly switches: readonly SwitchedOn[];
  /** Oldest first. */
  readonly references: readonly ReferenceValues[];
  /**
   * The user's tariffs, oldest first. The reference values' tariff applies before the first of
   * them.
   */
  readonly tariffs?: readonly Tariff[];
  readonly until: Date;
}

/**
 * Returns the unpaid periods in order and without overlap, from `accruedUntil` until `until` or the
 * end of the contract, whichever is earlier.
 */
export function unpaidPeriods(earning: EarningTime, inputs: Inputs): AccrualPeriod[] {
  const periods: AccrualPeriod[] = [];
  const end = Math.min(inputs.until.getTime(), earning.endsAt?.getTime() ?? Infinity);
  const terms = termsOf(inputs.references, earning.watts ? (inputs.tariffs ?? []) : []);
  let paidUntil = earning.accruedUntil.getTime();
  for (const { onAt, offAt } of inputs.switches) {
    for (const [index, term] of terms.entries()) {
      const stretchFrom = Math.max(+earning.startsAt, +onAt, term.from);
      const to = Math.min(end, offAt?.getTime() ?? end, terms[index + 1]?.from ?? end);
      const from = Math.max(stretchFrom, paidUntil);
      if (from >= to) continue;
      periods.push(...dailyParts({ stretchFrom, from, to }, earning, term));
      paidUntil = to;
    }
  }
  return periods;
}

/** Returns the part of an accrual period that ends at `to`. */
export function periodUntil(period: AccrualPeriod, to: Date): AccrualPeriod {
  const { stretchFrom, from, hashRate, reference, power } = period;
  const since = (time: Date) => BigInt(time.getTime() - stretchFrom.getTime());
  const earned = (time: Date) => earnedNanosats(hashRate, since(time), reference);
  const used = (time: Date, { watts, usdPerKwh }: PeriodPower) =>
    powerNanosats(watts, since(time), usdPerKwh, reference);
  return {
    ...period,
    to,
    nanosats: earned(to) - earned(from),
    power: power && { ...power, nanosats: used(to, power) - used(from, power) },
  };
}

/** Reference values and a tariff that apply until the next `Terms` begin. */
interface Terms {
  readonly from: number;
  readonly reference: ReferenceValues;
  readonly usdPerKwh: string;
}

function termsOf(references: readonly ReferenceValues[], tariffs: readonly Tariff[]): Terms[] {
  const starts = new Set([...references, ...tariffs].map(({ validFrom }) => validFrom.getTime()));
  return [...starts]
    .toSorted((a, b) => a - b)
    .flatMap((from) => {
      const reference = references.findLast(({ validFrom }) => validFrom.getTime() <= from);
      const own = tariffs.findLast(({ validFrom }) => validFrom.getTime() <= from);
      if (!reference) return [];
      return [{ from, reference, usdPerKwh: own?.usdPerKwh ?? reference.usdPerKwh }];
    });
}

interface Part {
  readonly stretchFrom: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Splits a period at UTC midnight, so that each accrual period belongs to exactly one day's
 * earnings.
 */
function dailyParts(part: Part, earning: EarningTime, term: Terms): AccrualPeriod[] {
  const day = Number(DAY_MS);
  const { hashRate, watts } = earning;
  const { reference, usdPerKwh } = term;
  const periods: AccrualPeriod[] = [];
  for (let from = part.from; from < part.to;) {
    const to = Math.min(part.to, (Math.floor(from / day) + 1) * day);
    const empty: AccrualPeriod = {
      stretchFrom: new Date(part.stretchFrom),
      from: new Date(from),
      to: new Date(from),
      hashRate,
      reference,
      nanosats: 0n,
      power: watts ? { watts, usdPerKwh, nanosats: 0n } : null,
    };
    periods.push(periodUntil(empty, new Date(to)));
    from = to;
  }
  return periods;
}
