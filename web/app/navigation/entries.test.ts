import { expect, test } from "vitest";
import { administrationArea } from "./admin-entries.ts";
import { isActive, sidebarEntries, userArea, userAreaOfAdministrators } from "./entries.ts";
import { moreOf } from "./more-entries.ts";

const activeOn = (pathname: string) =>
  sidebarEntries.filter((entry) => isActive(entry, pathname)).map((entry) => entry.label);

test("the active entry is found by path prefix", () => {
  expect(activeOn("/dashboard")).toEqual(["Dashboard"]);
  expect(activeOn("/purchase-power")).toEqual(["Cloud Mining"]);
  expect(activeOn("/withdraw/anything")).toEqual(["Withdraw"]);
  expect(activeOn("/track-transaction/0f3a")).toEqual(["Track Transaction"]);
});

test("a path that starts with the same letters is a different page", () => {
  expect(activeOn("/deposits")).toEqual([]);
  expect(activeOn("/")).toEqual([]);
});

test("the search finds admin pages only for administrators", () => {
  const pathsOf = (area: typeof userArea) => moreOf(area).map(({ target }) => target.to);
  expect(pathsOf(userArea)).toContain("/settings/two-factor");
  expect(pathsOf(userArea).filter((path) => path.startsWith("/admin"))).toEqual([]);
  const adminPages = administrationArea.entries.map(({ target }) => target.to);
  expect(pathsOf(userAreaOfAdministrators)).toEqual([...pathsOf(userArea), ...adminPages]);
});
