import { expect, test } from "vitest";
import { readPeopleSearch } from "./people-search.ts";

const cursor = "after_00000000-0000-4000-8000-000000000000";

test("valid URL parameters set the search", () => {
  const search = { search: "a%_b", filter: "admins", cursor };
  expect(readPeopleSearch(search)).toEqual(search);
  expect(readPeopleSearch({ search: 42 })).toEqual({ search: "42" });
});

test("invalid URL parameters are ignored", () => {
  expect(readPeopleSearch({ search: "  ", filter: "all", cursor: "after_x" })).toEqual({});
  expect(readPeopleSearch({ search: {}, filter: "everybody", cursor: 1, page: 2 })).toEqual({});
  expect(readPeopleSearch({ search: "x".repeat(1000) }).search).toHaveLength(120);
});
