/**
 * Determines when a session ends automatically: some time after its last use, or after its start,
 * even if it is still in use. Administrators' sessions end sooner. Pure.
 */
import { sessionLimits } from "#api/limits";

export interface SessionTimes {
  readonly createdAt: Date;
  readonly lastUse: Date;
  readonly isAdmin: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds until a session ends: after its last use, and after its start. */
export const SESSION_TERMS = {
  person: {
    unusedMs: sessionLimits.unusedDays * DAY_MS,
    longestMs: sessionLimits.longestDays * DAY_MS,
  },
  administrator: {
    unusedMs: sessionLimits.administratorUnusedHours * HOUR_MS,
    longestMs: sessionLimits.administratorLongestDays * DAY_MS,
  },
} as const;

export function sessionEnd({ createdAt, lastUse, isAdmin }: SessionTimes): Date {
  const { unusedMs, longestMs } = SESSION_TERMS[isAdmin ? "administrator" : "person"];
  return new Date(Math.min(lastUse.getTime() + unusedMs, createdAt.getTime() + longestMs));
}

export function isOver(session: SessionTimes, now: Date): boolean {
  return sessionEnd(session).getTime() <= now.getTime();
}
