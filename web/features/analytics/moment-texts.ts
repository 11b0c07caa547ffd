/**
 * Formats times of the equity chart as UTC days if the chart shows days, otherwise as local times.
 */
import { dateText, minuteText, shortText, zoneName } from "../../ui/time/time-text.ts";
import { dayText } from "./day-text.ts";

export function momentTexts(isByDay: boolean): (atMs: number) => string {
  // A day's point is at midnight of the next day, so subtract one millisecond to get the right
  // date.
  if (isByDay) return (atMs) => dayText(new Date(atMs - 1).toISOString().slice(0, 10));
  return (atMs) => {
    const at = new Date(atMs);
    return `${dateText(at)}, ${minuteText(at)} ${zoneName(at)}`;
  };
}

/**
 * Returns a formatter for the shorter texts of the axis. Only the last label includes the time
 * zone.
 */
export function axisTexts(isByDay: boolean, lastMs: number): (atMs: number) => string {
  if (isByDay) return momentTexts(isByDay);
  const last = new Date(lastMs);
  return (atMs) =>
    atMs === lastMs ? `${minuteText(last)} ${zoneName(last)}` : shortText(new Date(atMs), last);
}
