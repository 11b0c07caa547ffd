/**
 * Keeps the audit log search in the page's URL, so that the back button, reloads and shared links
 * preserve it.
 */
import { adminLimits } from "../../../api/limits.ts";

export interface AuditSearch {
  person?: string;
  action?: string;
  text?: string;
  /** First and last UTC day of the search, inclusive, such as `2026-03-01`. */
  from?: string;
  until?: string;
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const ACTION = /^[a-z]+(\.[a-z_-]+)+$/;

/** Returns all known parameters that have valid values. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const { action, from, until } = search;
  return {
    ...textOf("person", search),
    ...(isMatch(action, ACTION) ? { action } : {}),
    ...textOf("text", search),
    ...(isMatch(from, DAY) ? { from } : {}),
    ...(isMatch(until, DAY) ? { until } : {}),
  };
}

function textOf(name: "person" | "text", search: Readonly<Record<string, unknown>>) {
  // The router parses `?text=42` as a number.
  const text = typeof search[name] === "number" ? String(search[name]) : search[name];
  return typeof text === "string" && text.trim() !== ""
    ? { [name]: text.slice(0, adminLimits.searchCharacters) }
    : {};
}

function isMatch(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}
