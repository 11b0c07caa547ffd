/** Formats a replay's time in UTC, up to the minute or the second. */
import { isFictional, isoDateText } from "../../../ui/time/time-text.ts";

export function replayTime(iso: string, unit: "minute" | "second"): string {
  const clock = iso.slice(11, unit === "minute" ? 16 : 19);
  const at = new Date(iso);
  return `${isoDateText(at)}${isFictional(at) ? "," : ""} ${clock}`;
}
