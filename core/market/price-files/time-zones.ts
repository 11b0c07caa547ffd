/**
 * Converts local times of a time zone to UTC, across changes of the clocks. A local time that
 * occurs twice is the earlier one, unless the file has already passed it. A local time that is
 * skipped does not exist.
 */
import { SERVER_ZONE } from "./formats.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;
const SERVER = { zone: "America/New_York", aheadMs: 7 * HOUR_MS } as const;

/** True for names of the IANA time zone database, and for the time of MetaTrader servers. */
export function isTimeZone(name: string): boolean {
  if (name === SERVER_ZONE) return true;
  // Offsets such as `+01:00` are not zones.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    offsetsOf(name);
    return true;
  } catch {
    return false;
  }
}

export interface ZoneClock {
  /**
   * Returns a local time in UTC, in milliseconds since 1970. `afterMs` is the previous time in the
   * file. Returns undefined for a local time that is skipped.
   */
  readonly toUtc: (localMs: number, afterMs: number) => number | undefined;
  /** Returns about the time at which a skipped local time would be. */
  readonly nearUtc: (localMs: number) => number;
}

export function clockOf(name: string): ZoneClock {
  if (name === "UTC") return { toUtc: (localMs) => localMs, nearUtc: (localMs) => localMs };
  const { zone, aheadMs } = name === SERVER_ZONE ? SERVER : { zone: name, aheadMs: 0 };
  const offsetAt = offsetsOf(zone);
  let [knownDay, knownOffsets]: [number, readonly number[]] = [NaN, []];
  const offsetsAround = (localMs: number) => {
    const day = Math.floor(localMs / DAY_MS);
    if (day !== knownDay) {
      // Clocks do not change twice within three days.
      const around = [offsetAt((day - 1) * DAY_MS), offsetAt((day + 2) * DAY_MS)];
      [knownDay, knownOffsets] = [day, [...new Set(around)]];
    }
    return knownOffsets;
  };
  return {
    nearUtc(fileMs) {
      const localMs = fileMs - aheadMs;
      return localMs - (offsetsAround(localMs)[0] ?? 0);
    },
    toUtc(fileMs, afterMs) {
      const localMs = fileMs - aheadMs;
      const offsets = offsetsAround(localMs);
      const [only, other] = offsets;
      if (only !== undefined && other === undefined) return localMs - only;
      const possible = offsets
        .filter((offsetMs) => offsetAt(localMs - offsetMs) === offsetMs)
        .map((offsetMs) => localMs - offsetMs)
        .toSorted((a, b) => a - b);
      return possible.find((timeMs) => timeMs >= afterMs) ?? possible.at(-1);
    },
  };
}

function offsetsOf(timeZone: string): (utcMs: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (timeMs) => {
    // The format has no milliseconds.
    const utcMs = Math.floor(timeMs / SECOND_MS) * SECOND_MS;
    const parts = new Map(
      format.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]),
    );
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const localMs = Date.UTC(
      of("year"),
      of("month") - 1,
      of("day"),
      of("hour"),
      of("minute"),
      of("second"),
    );
    return localMs - utcMs;
  };
}
