/** Names the trading session of a time: the table of sessions applies from 17:00 New York time. */
import { openingOf, dayAt } from "../hours/market-hours.ts";
import { SESSION_ENDS, type SessionName } from "./sessions.ts";

const HOUR_MS = 3_600_000;

export function sessionAt(timeMs: number): SessionName {
  const hours = (timeMs - openingOf(dayAt(timeMs))) / HOUR_MS;
  return SESSION_ENDS.find(({ until }) => hours < until)?.name ?? "afternoon";
}
