/**
 * Cuts the time that has not been paid yet into segments with one hash rate, one set of reference values and one UTC day.
 * Everything follows from stored times, so it does not matter when, how often or after which downtime this runs.
 */
import { DAY_MS, earnedNanosats, type HashesPerSecond } from "#economics";
import type { ReferenceValues } from "./reference-values.ts";

export interface EarningTime {
  readonly hashRate: HashesPerSecond;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Paid up to here: no time before it is looked at again. */
  readonly accruedUntil: Date;
}

/** Mining switched on from `onAt` until `offAt`; null: still on. */
export interface SwitchedOn {
  readonly onAt: Date;
  readonly offAt: Date | null;
}

export interface Segment {
  /** Start of the unbroken time with these inputs, in this or in an earlier payout. */
  readonly stretchFrom: Date;
  readonly from: Date;
  readonly to: Date;
  readonly hashRate: HashesPerSecond;
  readonly reference: ReferenceValues;
  /** What the stretch earned until `to` less what it earned until `from`, each rounded down to 10^-9 sat. */
  readonly nanosats: bigint;
}

interface Inputs {
  /** Oldest first. */
  readonly switches: readonly SwitchedOn[];
  /** Oldest first. */
  readonly references: readonly ReferenceValues[];
  readonly until: Date;
}

/** In order of time, without overlap, all within `accruedUntil` and the earlier of `until` and the end. */
export function unpaidSegments(earning: EarningTime, inputs: Inputs): Segment[] {
  const segments: Segment[] = [];
  const end = Math.min(inputs.until.getTime(), earning.endsAt.getTime());
  let paidUntil = earning.accruedUntil.getTime();
  for (const { onAt, offAt } of inputs.switches) {
    for (const [index, reference] of inputs.references.entries()) {
      const next = inputs.references[index + 1]?.validFrom;
      const stretchFrom = latest(earning.startsAt, onAt, reference.validFrom);
      const to = Math.min(end, offAt?.getTime() ?? end, next?.getTime() ?? end);
      const from = Math.max(stretchFrom, paidUntil);
      if (from >= to) continue;
      segments.push(...dailyParts({ stretchFrom, from, to }, earning.hashRate, reference));
      paidUntil = to;
    }
  }
  return segments;
}

interface Part {
  readonly stretchFrom: number;
  readonly from: number;
  readonly to: number;
}

/** Cut at UTC midnights, so that a day's earnings are a sum of whole segments. */
function dailyParts(part: Part, hashRate: HashesPerSecond, reference: ReferenceValues): Segment[] {
  const day = Number(DAY_MS);
  const segments: Segment[] = [];
  for (let from = part.from; from < part.to;) {
    const to = Math.min(part.to, (Math.floor(from / day) + 1) * day);
    const until = (time: number) =>
      earnedNanosats(hashRate, BigInt(time - part.stretchFrom), reference);
    segments.push({
      stretchFrom: new Date(part.stretchFrom),
      from: new Date(from),
      to: new Date(to),
      hashRate,
      reference,
      nanosats: until(to) - until(from),
    });
    from = to;
  }
  return segments;
}

function latest(...times: readonly Date[]): number {
  return Math.max(...times.map((time) => time.getTime()));
}
