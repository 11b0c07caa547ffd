/**
 * Keeps search, filter and page of the user list in its URL. The back button, a reload and shared
 * links therefore preserve these values.
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
    /** Set on a user's page: the list from which the page was opened, used by the link back. */
    peopleSearch?: PeopleSearch;
  }
}

const CURSOR = /^(after|before)_[0-9a-f-]{36}$/;

/** Returns the known parameters with valid values, and ignores all other parameters. */
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
