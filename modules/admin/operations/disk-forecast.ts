/**
 * Forecasts when the disk of the data folder will be full. Divides the free space above the reserve
 * by the average daily decrease of the last week.
 */
import { reservedBytes } from "#platform";

export type DiskForecast =
  /** The system does not report the disk's space. */
  | { readonly state: "not_monitored" }
  /** Samples of less than a day are not enough for a forecast. */
  | { readonly state: "too_early" }
  /** The free space did not shrink. */
  | { readonly state: "not_filling" }
  | { readonly state: "filling"; readonly fullInDays: number };

/** Minimum time between the first and the last sample. */
const SAMPLED_MS_MIN = 86_400_000;
/** A longer forecast would be worthless. */
const DAYS_MAX = 3_650;

export function diskForecast({
  disk,
  freeBytesPerDay,
  sampledMs,
}: {
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  readonly freeBytesPerDay: number | null;
  readonly sampledMs: number;
}): DiskForecast {
  if (!disk) return { state: "not_monitored" };
  if (freeBytesPerDay === null || sampledMs < SAMPLED_MS_MIN) return { state: "too_early" };
  const usableBytes = Math.max(0, disk.freeBytes - reservedBytes(disk.totalBytes));
  if (freeBytesPerDay >= 0) return { state: "not_filling" };
  const days = Math.floor(usableBytes / -freeBytesPerDay);
  return days > DAYS_MAX ? { state: "not_filling" } : { state: "filling", fullInDays: days };
}
