/**
 * Cuts the time that has not been paid yet into accrual periods with one hash rate, one set of
 * reference values, one tariff and one UTC day. Everything follows from stored times, so it does
 * not matter when, how often or after which downtime this runs.
 */
import { DAY_MS, earnedNanosats, powerNanosats, type HashesPerSecond } from "#economics";
import type { ReferenceValues } from "#treasury";

export interface EarningTime {
  readonly hashRate: HashesPerSecond;
  readonly startsAt: Date;
  /** Null: it has no fixed end. */
  readonly endsAt: Date | null;
  /** Paid up to here: no time before it is looked at again. */
  readonly accruedUntil: Date;
  /** Power that its owner pays for; none for what is sold with its power included. */
  readonly watts?: bigint | null;
}

/** Mining switched on from `onAt` until `offAt`; null: still on. */
export interface SwitchedOn {
  readonly onAt: Date;
  readonly offAt: Date | null;
}

/** A user's own price of electricity from a time on. */
export interface Tariff {
  /** Decimal text. */
  readonly usdPerKwh: string;
  readonly validFrom: Date;
}

export interface PeriodPower {
  readonly watts: bigint;
  readonly usdPerKwh: string;
  /**
   * Used until `to` less used until `from`, since the start of the stretch, each rounded up to
   * 10^-9 sat.
   */
  readonly nanosats: bigint;
}

export interface AccrualPeriod {
  /** Start of the unbroken time with these inputs, in this or in an earlier payout. */
  readonly stretchFrom: Date;
  readonly from: Date;
  readonly to: Date;
  readonly hashRate: HashesPerSecond;
  readonly reference: ReferenceValues;
  /**
   * What the stretch earned until `to` less what it earned until `from`, each rounded down to 10^-9
   * sat.
   */
  readonly nanosats: bigint;
  readonly power: PeriodPower | null;
}

interface Inputs {
  /** Oldest first. */
  readonly switches: readonly SwitchedOn[];
  /** Oldest first. */
  readonly references: readonly ReferenceValues[];
  /** Oldest first; before the first one the tariff of the reference values holds. */
  readonly tariffs?: readonly Tariff[];
  readonly until: Date;
}

/**
 * In order of time, without overlap, all within `accruedUntil` and the earlier of `until` and the
 * end.
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

/** The accrual period until an earlier time. */
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

/** Time with one set of reference values and one tariff; it ends where the next begins. */
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

/** Cut at UTC midnights, so that a day's earnings are a sum of whole accrual periods. */
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
