/**
 * Computes hash rates from accepted shares: work divided by the length of the window, or by the
 * time since the first share if the worker is younger. The first share is excluded because the time
 * spent on it is unknown. The relative error of a rate based on n shares is about 1 / sqrt(n).
 */
import { hashRateText } from "../figures/routes.ts";
import type { Measure, WindowStarts, WorkerRow } from "./workers-table.ts";

const SLOT_MS = 600_000;
const SLOTS_AN_HOUR = 6;
const SLOTS_A_DAY = 144;
export const SILENT_MS = 300_000;

/**
 * Returns the start of each window. The one-hour and one-day windows start with a slot and end with
 * the current slot.
 */
export function windowsAt(now: Date): WindowStarts {
  const slotMs = now.getTime() - (now.getTime() % SLOT_MS);
  const slotsAgo = (slots: number) => new Date(slotMs - (slots - 1) * SLOT_MS);
  return {
    fiveMinutes: new Date(now.getTime() - SILENT_MS),
    hour: slotsAgo(SLOTS_AN_HOUR),
    day: slotsAgo(SLOTS_A_DAY),
  };
}

type Measured = Pick<WorkerRow, "firstShareAt" | keyof WindowStarts>;

export function ratesOf(row: Measured, since: WindowStarts, now: Date) {
  const over = (window: keyof WindowStarts) =>
    measured(row[window], secondsFrom(since[window], row.firstShareAt, now));
  return { fiveMinutes: over("fiveMinutes"), hour: over("hour"), day: over("day") };
}

/** Combines the measurements of all workers of a user. */
export function combine(rows: readonly Measured[], now: Date): Measured {
  const sum = (window: keyof WindowStarts): Measure => ({
    work: rows.reduce((total, row) => total + BigInt(row[window].work), 0n).toString(),
    shares: rows.reduce((total, row) => total + row[window].shares, 0),
  });
  const firstMs = Math.min(now.getTime(), ...rows.map((row) => row.firstShareAt.getTime()));
  return {
    firstShareAt: new Date(firstMs),
    fiveMinutes: sum("fiveMinutes"),
    hour: sum("hour"),
    day: sum("day"),
  };
}

/**
 * Returns the number of seconds over which work is measured. The minimum is 1, so that a share
 * found just now has a hash rate.
 */
export function secondsFrom(windowStart: Date, firstShareAt: Date, end: Date): number {
  const fromMs = Math.max(windowStart.getTime(), firstShareAt.getTime());
  return Math.max(1, Math.floor((end.getTime() - fromMs) / 1_000));
}

function measured({ work, shares }: Measure, seconds: number) {
  if (shares === 0) return null;
  return {
    hashRateThs: hashRateText(BigInt(work), seconds),
    shares,
    errorPercent: (100 / Math.sqrt(shares)).toFixed(1),
  };
}
