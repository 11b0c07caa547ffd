import { expect, test } from "vitest";
import { administrationArea } from "../navigation/admin-entries.ts";
import {
  headerEntries,
  sidebarEntries,
  userArea,
  userAreaOfAdministrators,
} from "../navigation/entries.ts";
import { goTosOf, withKeys } from "./go-keys.ts";

test.each([userArea, userAreaOfAdministrators, administrationArea])(
  "every page in the navigation has its own key",
  (area) => {
    const keys = goTosOf(area).map(({ key }) => key);
    expect(keys.length).toBeGreaterThanOrEqual(area.entries.length + headerEntries.length);
    for (const key of keys) expect(key).toMatch(/^[a-z]$/);
    expect(new Set(keys).size).toBe(keys.length);
  },
);

test("g d opens the dashboard and g w the wallet", () => {
  const pageOf = (wanted: string) =>
    goTosOf(userArea).find(({ key }) => key === wanted)?.entry.label;
  expect(pageOf("d")).toBe("Dashboard");
  expect(pageOf("w")).toBe("Wallet");
});

test("a page without a fixed key gets the first free letter of its label", () => {
  const [first] = sidebarEntries;
  if (first === undefined) throw new Error("no pages");
  const fresh = withKeys([first, { ...first, label: "Ddx" }, { ...first, label: "Dx" }]);
  expect(fresh.map(({ key }) => key)).toEqual(["d", "x", "a"]);
});
