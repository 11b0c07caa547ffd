/**
 * Tests element positions and sizes on pages: the content of the first screen, alignment, and
 * elements that must fit.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { leave, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import * as mainJob from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
let ann: Person;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await mainJob.getCoins(ann);
  await ann.call("transferForexFunds", { body: { amountSats: 1_000_000 } });
});

async function open(path: string, width: number, height = 900) {
  const visitor = await site.comeTo(path, { person: ann, width });
  await visitor.page.setViewportSize({ width, height });
  return visitor;
}

async function boxOf(locator: Locator) {
  await locator.waitFor();
  return locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });
}

/**
 * Adds styles through an adopted style sheet, because the content security policy blocks style
 * elements.
 */
async function restyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);
}

test.each([
  [768, 1024],
  [1440, 900],
])("the ticket's button is visible without scrolling at %i x %i", async (width, height) => {
  const visitor = await open("/forex", width, height);
  const { page } = visitor;
  const send = await boxOf(page.getByRole("button", { name: /^(Buy|Sell) [\d,]+ EUR/ }));
  expect(send.bottom).toBeLessThanOrEqual(height);
  expect(await leave(visitor)).toEqual([]);
});

test.each([1024, 1440])("/forex has no empty space below its content at %i px", async (width) => {
  const visitor = await open("/forex", width);
  const { page } = visitor;
  await page.getByRole("button", { name: /^(Buy|Sell) [\d,]+ EUR/ }).waitFor();
  const below = await page.evaluate(() => {
    const main = document.querySelector("main")?.getBoundingClientRect().bottom ?? 0;
    return document.documentElement.scrollHeight - (main + scrollY);
  });
  expect(below).toBeLessThanOrEqual(1);
  expect(await leave(visitor)).toEqual([]);
});

test("the content is centred at 1920 px", async () => {
  const visitor = await open("/dashboard", 1920, 1080);
  const main = await boxOf(visitor.page.locator("main"));
  const sidebar = await boxOf(visitor.page.getByRole("complementary", { name: "Main" }));
  expect(Math.abs(main.left - sidebar.right - (1920 - main.right))).toBeLessThanOrEqual(2);
  expect(await leave(visitor)).toEqual([]);
});

test.each([768, 1024])("the dashboard's figures leave no empty cell at %i px", async (width) => {
  const visitor = await open("/dashboard", width);
  const plates = visitor.page.getByRole("region", { name: "Now", exact: true });
  const [all, hashRate, estimate, power] = await Promise.all([
    boxOf(plates),
    ...[1, 2, 3].map((nth) => boxOf(plates.locator(`:scope > :nth-child(${nth})`))),
  ]);
  expect(hashRate?.right).toBeCloseTo((all?.right ?? 0) - 1, 0);
  expect(estimate?.top).toBe(power?.top);
  expect(power?.right).toBeCloseTo((all?.right ?? 0) - 1, 0);
  expect(await leave(visitor)).toEqual([]);
});

test("both columns of the login page start at the same height", async () => {
  const visitor = await site.comeTo("/login", { width: 1440 });
  const { page } = visitor;
  const title = await boxOf(page.getByRole("heading", { level: 1 }));
  const about = await boxOf(page.getByRole("complementary", { name: "About this site" }));
  expect(Math.abs(title.top - about.top)).toBeLessThanOrEqual(8);
  expect(await leave(visitor)).toEqual([]);
});

test.each(["/dashboard", "/time-machine", "/analytics"])(
  "buttons in panel headings on %s do not touch the lines at 360 px",
  async (path) => {
    const visitor = await open(path, 360);
    const { page } = visitor;
    const heads = page.locator("section > div:has(> h2):has(button)");
    await heads.first().waitFor();
    const gaps = await heads.evaluateAll((elements) =>
      elements.flatMap((head) => {
        const { top, bottom } = head.getBoundingClientRect();
        return [...head.querySelectorAll("button")].map((button) => {
          const box = button.getBoundingClientRect();
          return Math.min(box.top - top, bottom - box.bottom);
        });
      }),
    );
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
    expect(await leave(visitor)).toEqual([]);
  },
);

test("the plans' buttons on /invest are on one line at 1440 px", async () => {
  const visitor = await open("/invest", 1440);
  const { page } = visitor;
  // One of the plans costs more than the balance, so its text is longer.
  await page.getByText(/^The minimum is 0\.5 BTC\. You have /).waitFor();
  const buttons = await page.getByRole("button", { name: /^Invest: / }).all();
  const tops = await Promise.all(buttons.map(async (button) => (await boxOf(button)).top));
  expect(new Set(tops.map(Math.round)).size).toBe(1);
  expect(await leave(visitor)).toEqual([]);
});

test("/history does not cut titles at 320 px", async () => {
  const visitor = await open("/history", 320);
  const { page } = visitor;
  await page.getByRole("button", { name: "Conversion cost" }).waitFor();
  const cut = await page
    .locator("td.lead button > span")
    .evaluateAll((titles) =>
      titles
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await leave(visitor)).toEqual([]);
});

test("an upcoming market day is one line with a shortened commitment at 360 px", async () => {
  const visitor = await open("/forex/days", 360);
  const rows = visitor.page.getByRole("table", { name: "Today and upcoming" }).locator("tbody tr");
  await rows.first().waitFor();
  const shown = await rows.evaluateAll((elements) =>
    elements.map((row) => ({ height: row.clientHeight, text: row.textContent })),
  );
  for (const { height } of shown.slice(1)) expect(height).toBeLessThanOrEqual(72);
  const copy = rows.first().getByRole("button", { name: /^Copy commitment of / });
  const { right } = await boxOf(copy);
  expect(right).toBeLessThanOrEqual(360);
  expect(await leave(visitor)).toEqual([]);
});

describe("chart labels at 360 px", () => {
  const chartsOf = (page: Page) =>
    page.locator("main section svg:has(text)").evaluateAll((charts) =>
      charts.map((chart) => {
        const panel = chart.closest("section")?.getBoundingClientRect();
        return {
          left: panel?.left ?? 0,
          right: panel?.right ?? 0,
          labels: [...chart.querySelectorAll("text:not(:empty)")].map((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect();
            return { text: text.textContent, left, right, top, bottom };
          }),
        };
      }),
    );

  test.each(["/dashboard", "/time-machine"])(
    "chart labels on %s are neither cut off nor covered",
    async (path) => {
      const person = await signUp(site.url, "Miner");
      await mainJob.getCoins(person);
      await mainJob.buyPlan(person, "Starter Rig");
      const visitor = await site.comeTo(path, { person, width: 360 });
      const { page } = visitor;
      await page.locator("main section svg text:not(:empty)").first().waitFor();
      const faults: string[] = [];
      for (const { left, right, labels } of await chartsOf(page))
        for (const [at, one] of labels.entries()) {
          if (one.left < left || one.right > right) faults.push(`${one.text} is cut`);
          for (const other of labels.slice(at + 1)) {
            const isBeside = one.right <= other.left || other.right <= one.left;
            const isAbove = one.bottom <= other.top + 2 || other.bottom <= one.top + 2;
            if (!isBeside && !isAbove) faults.push(`${one.text} covers ${other.text}`);
          }
        }
      expect(faults).toEqual([]);
      expect(await leave(visitor)).toEqual([]);
    },
  );
});

describe("pages without horizontal scrolling", () => {
  const SPACING =
    "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }";

  test.each([
    ["/staking", 320, "as it is", ""],
    ["/dashboard", 1280, "text at 200 %", "html { font-size: 200% }"],
    ["/history", 1280, "text at 150 %", "html { font-size: 150% }"],
    ["/time-machine", 1280, "text at 150 %", "html { font-size: 150% }"],
    ["/staking", 360, "wide text spacing", SPACING],
    ["/invest", 360, "wide text spacing", SPACING],
    ["/", 360, "wide text spacing", SPACING],
  ])("%s does not scroll horizontally at %i px, %s", async (path, width, _look, css) => {
    const visitor = await open(path, width);
    const { page } = visitor;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await restyle(page, css);
    await expect.poll(() => sidewaysScroll(page)).toBe(0);
    expect(await leave(visitor)).toEqual([]);
  });
});
