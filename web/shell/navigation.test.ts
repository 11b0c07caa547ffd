import { expect, test } from "vitest";
import { isActive, sidebarEntries } from "./navigation.ts";

const activeOn = (pathname: string) =>
  sidebarEntries.filter((entry) => isActive(entry, pathname)).map((entry) => entry.label);

test("the entry of a page is highlighted by path prefix", () => {
  expect(activeOn("/dashboard")).toEqual(["Dashboard"]);
  expect(activeOn("/purchase-power")).toEqual(["Cloud Mining"]);
  expect(activeOn("/withdraw/anything")).toEqual(["Withdraw"]);
  expect(activeOn("/track-transaction/0f3a")).toEqual(["Track Transaction"]);
});

test("a path that only begins with the same letters is another page", () => {
  expect(activeOn("/deposits")).toEqual([]);
  expect(activeOn("/")).toEqual([]);
});
