/**
 * Tests Windows high contrast mode. Control states and the QR code must stay visible with forced
 * colours.
 */
import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { leave } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
let ann: Person;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
});

async function visit(path: string) {
  const visitor = await site.comeTo(path, { person: ann });
  await visitor.page.emulateMedia({ forcedColors: "active" });
  return visitor;
}

const background = (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element).backgroundColor);

test("a switch that is on differs from one that is off", async () => {
  const visitor = await visit("/settings");
  const { page } = visitor;
  const on = page.getByRole("switch", { checked: true }).first();
  const off = page.getByRole("switch", { checked: false }).first();
  await on.waitFor();
  expect(await background(on)).not.toBe(await background(off));
  expect(await leave(visitor)).toEqual([]);
});

test("the selected segment and the current page differ from the others", async () => {
  const visitor = await visit("/withdraw");
  const { page } = visitor;
  const tab = (isSelected: boolean) => page.getByRole("tab", { selected: isSelected }).first();
  await tab(true).waitFor();
  expect(await background(tab(true))).not.toBe(await background(tab(false)));
  const current = page.getByRole("link", { name: "Withdraw", exact: true }).first();
  const other = page.getByRole("link", { name: "Staking", exact: true }).first();
  expect(await background(current)).not.toBe(await background(other));
  expect(await leave(visitor)).toEqual([]);
});

test("the QR code keeps dark modules on white", async () => {
  const visitor = await visit("/deposit");
  const code = visitor.page.getByRole("img", { name: /QR code/ });
  await code.waitFor();
  expect(await background(code.locator(".."))).toBe("rgb(255, 255, 255)");
  const fill = await code.locator("path").evaluate((path) => getComputedStyle(path).fill);
  expect(fill).toBe("rgb(16, 17, 15)");
  expect(await leave(visitor)).toEqual([]);
});
