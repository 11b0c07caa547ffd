/**
 * Ten minutes of work become work periods. A slot is worth what held when it began, so that new
 * values reach measured work with the next slot, and what was counted before stays what it was.
 */
import type { WorkSlot } from "#pool";
import type { ReferenceValues } from "#treasury";
import type { WorkPeriod } from "./settle-work.ts";

const DAY_TEXT = 10;

/** Of one person's slots in order of time; references oldest first. */
export function workPeriodsOf(
  slots: readonly Omit<WorkSlot, "userId">[],
  references: readonly ReferenceValues[],
): WorkPeriod[] {
  const periods = new Map<string, WorkPeriod>();
  for (const { at, workMicros } of slots) {
    const reference = references.findLast(({ validFrom }) => validFrom <= at) ?? references[0];
    if (!reference) throw new Error("no reference values");
    const day = at.toISOString().slice(0, DAY_TEXT);
    const key = `${day} ${reference.id}`;
    const before = periods.get(key)?.workMicros ?? 0n;
    periods.set(key, { day, reference, workMicros: before + workMicros });
  }
  return [...periods.values()];
}
