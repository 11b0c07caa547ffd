/**
 * Keeps the user list's search, filter and page in the URL, so that the back button, reloads and
 * shared links preserve them.
 */
import { adminLimits } from "../../../api/limits.ts";

export const PEOPLE_FILTERS = ["all", "admins", "disabled", "trying"] as const;

export interface PeopleSearch {
  search?: string;
  filter?: Exclude<(typeof PEOPLE_FILTERS)[number], "all">;
  cursor?: string;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The list from which the user's page was opened, for the link back. */
    peopleSearch?: PeopleSearch;
  }
}

const CURSOR = /^(after|before)_[0-9a-f-]{36}$/;

/** Returns all known parameters that have valid values. */
export function readPeopleSearch(search: Readonly<Record<string, unknown>>): PeopleSearch {
  // The router parses `?search=42` as a number.
  const text = typeof search["search"] === "number" ? String(search["search"]) : search["search"];
  const filter = PEOPLE_FILTERS.find((one) => one === search["filter"]);
  const { cursor } = search;
  return {
    ...(typeof text === "string" && text.trim() !== ""
      ? { search: text.slice(0, adminLimits.searchCharacters) }
      : {}),
    ...(filter === undefined || filter === "all" ? {} : { filter }),
    ...(typeof cursor === "string" && CURSOR.test(cursor) ? { cursor } : {}),
  };
}
