import { expect, test } from "vitest";
import { readAuditSearch } from "./audit-search.ts";

test("valid URL parameters set the search", () => {
  const search = {
    person: "a@b.c",
    action: "user.change",
    text: "100%",
    from: "2026-01-31",
    until: "2026-02-01",
  };
  expect(readAuditSearch(search)).toEqual(search);
  expect(readAuditSearch({ text: 42 })).toEqual({ text: "42" });
});

test("invalid URL parameters are ignored", () => {
  const search = {
    person: " ",
    action: "x",
    text: {},
    from: "2026-13-01",
    until: "today",
    page: 2,
  };
  expect(readAuditSearch(search)).toEqual({});
  expect(readAuditSearch({ text: "x".repeat(1000) }).text).toHaveLength(120);
});
