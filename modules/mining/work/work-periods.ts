/**
 * Groups ten-minute slots of work into work periods. A slot uses the reference values in force at
 * its start. New reference values therefore apply from the next slot on and do not change pay that
 * is already counted.
 */
import type { WorkSlot } from "#pool";
import type { ReferenceValues } from "#treasury";
import type { WorkPeriod } from "./settle-work.ts";

const DAY_TEXT = 10;

/**
 * Returns one user's work periods. Slots must be sorted by time, and reference values oldest first.
 */
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
