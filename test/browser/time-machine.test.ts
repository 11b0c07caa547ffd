/**
 * Tests the time machine: its reference figures, the handle with pointer and keys, the animation, a
 * shared link, the block headers, and the link from a purchase.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { axeViolations, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { signUp, type Person } from "../support/people/person.ts";

const STARTER = "/time-machine?plan=starter-rig&days=30&start=2013-11-06";
const PAYS =
  /On ([\d.]+) % of ([\d,]+) starting days since 2013 these terms would have paid back\./;

const site = openSite();
let ann: Person;
beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
});

const handle = (page: Page) => page.getByRole("slider", { name: "First day of the period" });
const startOf = async (page: Page) =>
  (await handle(page).getAttribute("aria-valuetext"))?.split(":")[0];
const verdict = async (scope: Pick<Page, "getByText">) =>
  PAYS.exec(await scope.getByText(PAYS).first().innerText())?.[0];

test("the page and the API show all digits of the reference figures", async () => {
  const { page, context, faults } = await site.visit(STARTER);
  expect(await verdict(page)).toContain("On 1.0 % of 4,364");
  await page.getByText("90 % of outcomes are between 0.51 and 0.86; the median is 0.68.").waitFor();
  await page.getByRole("button", { name: "Worst start 0.32 9 Apr 2013" }).waitFor();
  await page.getByRole("button", { name: "Best start 1.61 6 Nov 2013" }).waitFor();
  expect(await page.locator("[data-way='Sold daily']").innerText()).toBe("1.61");
  await page.getByRole("button", { name: "Pro", exact: true }).click();
  await page.getByText("On 7.1 % of 4,364").waitFor();
  await page.getByText("90 % of outcomes are between 0.61 and 1.03; the median is 0.80.").waitFor();
  await page.getByRole("button", { name: "Worst start 0.38" }).waitFor();
  await page.getByRole("button", { name: "Best start 1.91" }).waitFor();

  const answer = await fetch(`${site.url}/api/v1/history/outcomes?plan=pro-miner&start=2013-11-06`);
  expect(await answer.json()).toMatchObject({
    startingDays: 4_364,
    paidBack: 309,
    share: "7.1",
    low5: { outcome: "0.606216" },
    median: { outcome: "0.803494" },
    high95: { outcome: "1.029573" },
    worst: { outcome: "0.382765", start: "2013-04-09" },
    best: { outcome: "1.912001", start: "2013-11-06" },
    stretch: { sold: "1.912001", end: "2013-12-05" },
  });
  const csv = await (await fetch(`${site.url}/api/v1/history/outcomes.csv?ratio=1`)).text();
  expect(csv.trimEnd().split("\r\n")).toHaveLength(4_364 + 2);
  expect(faults()).toEqual([]);
  await context.close();
});

test("the pointer and keys move the start by a day, a month or a halving", async () => {
  const { page, context, faults } = await site.visit(STARTER);
  await handle(page).focus();
  for (const [key, start] of [
    ["ArrowRight", "7 Nov 2013"],
    ["ArrowLeft", "6 Nov 2013"],
    ["PageUp", "6 Dec 2013"],
    ["PageDown", "6 Nov 2013"],
    ["End", "9 Jul 2016"],
    ["End", "11 May 2020"],
    ["Home", "9 Jul 2016"],
    ["Home", "2 Jan 2013"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await startOf(page)).toBe(start);
  }
  const box = await handle(page).boundingBox();
  if (box === null) throw new Error("no handle");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 300, middle.y, { steps: 12 });
  await page.mouse.up();
  const day = await startOf(page);
  expect(day).toMatch(/ 20(1[6-9]|20)$/);
  await page.waitForURL(`**start=${new Date(`${day} UTC`).toISOString().slice(0, 10)}*`);

  // Opening the copied URL must restore the same state.
  const heading = await page.getByRole("heading", { name: /^Starter Rig from/ }).innerText();
  await page.goto(page.url());
  await page.getByRole("heading", { name: heading }).waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test("a period plays as an animation, and changed terms apply immediately", async () => {
  const { page, context, faults } = await site.visit(
    "/time-machine?rig=s19-pro&days=365&start=2020-03-01&tariff=0.05",
    { theme: "light", width: 360 },
  );
  await page.getByText("Halving: 6.25 BTC per block from here on").waitFor();
  await page.getByRole("button", { name: "1 week per frame" }).click();
  await page.getByRole("button", { name: "Slow" }).click();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText(/^Day \d+ of 365, /).waitFor();
  await page.getByRole("button", { name: "1 week per frame" }).click();
  await page.getByText(/^365 days to 28 Feb 2021: /).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Own values" }).click();
  await page.getByLabel("Daily power cost").fill("0");
  await page.getByText("Nothing is paid in this case").waitFor();
  await page.getByLabel("One-time price").fill("99");
  await page.getByText(PAYS).first().waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test("the browser verifies every header and finds a header with invalid work", async () => {
  const { page, context } = await site.visit(STARTER);
  const press = () => page.getByRole("button", { name: "Check the headers" }).click();
  await press();
  await page.getByText("All 436 headers contain the work that they claim").waitFor();
  const table = await page.getByRole("table", { name: "Check the headers" }).innerText();
  expect(table.replaceAll(/\s+/g, " ")).toMatch(/83 T.* 842,688 2024-05-09 83,148,355,189,239\.76/);

  // Changes a nonce in block 4,032 on its way to the browser.
  await page.route("**/carried-series*", async (route) => {
    const response = await route.fetch({ headers: { "accept-encoding": "identity" } });
    const body = await response.text();
    await route.fulfill({ response, body: body.replace("ffff001d06acdab9", "ffff001d06acdab8") });
  });
  await page.reload();
  await press();
  await page.getByText("Block 4,032 does not contain the work that it claims.").waitFor();
  await context.close();
});

test("a purchase shows the same figures as the linked page", async () => {
  const { page, context, faults } = await site.visit("/purchase-power", { person: ann });
  await page.getByRole("button", { name: "Purchase Plan: Pro Miner" }).click();
  const dialog = page.getByRole("dialog");
  const text = await verdict(dialog);
  expect(text).toContain("On 7.1 % of 4,364");
  await dialog.getByRole("link", { name: "See every day" }).click();
  await page.waitForURL(/\/time-machine\?plan=pro-miner&days=30/);
  await page.getByRole("heading", { level: 1, name: "Time Machine" }).waitFor();
  expect(await verdict(page)).toBe(text);
  // Checks that the page is inside the signed-in layout, with its sidebar.
  await page.getByRole("link", { name: "Cloud Mining" }).first().waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test.each([
  ["ratio=0", "replay_value_invalid"],
  ["ratio=1000000000", "replay_value_invalid"],
  ["ratio=1&days=5000", "replay_days_invalid"],
  ["ratio=1&days=29", "replay_days_invalid"],
  ["ratio=1&start=2024-12-14", "replay_start_outside"],
  ["ratio=1&start=2012-12-31", "replay_start_outside"],
  ["ratio=1&start=2013-02-30", "replay_start_invalid"],
  ["ratio=1&mode=lent", "replay_mode_invalid"],
  ["plan=starter-rig&ratio=1", "replay_terms_missing"],
  ["plan=none", "replay_plan_unknown"],
  ["rig=mining-rig-frame", "replay_rig_unknown"],
  ["earns=5", "replay_nothing_paid"],
])("the query %s for outcomes is refused with an error code", async (query, code) => {
  const answer = await fetch(`${site.url}/api/v1/history/outcomes?${query}`);
  const {
    status,
    code: errorCode,
    title,
    detail,
  } = (await answer.json()) as Record<string, string>;
  expect([String(status).slice(0, 1), errorCode]).toEqual(["4", code]);
  expect(title).not.toBe("");
  expect(detail).not.toBe("");
});
