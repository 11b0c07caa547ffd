/** The public page says what it must: figures and testimonials under a Sample label, the ways in, and all of it without script. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appRuns, launchBrowser, newVisitor } from "../support/browser.ts";
import { signedUpStorage } from "../support/browser-person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const FIGURES = [
  ["Hash rate", "2.5 EH/s"],
  ["Active miners", "15,000+"],
  ["Uptime", "99.9%"],
  ["Daily volume", "$2.5B+"],
  ["Active traders", "50,000+"],
  ["Success rate", "87%"],
] as const;

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  removeDataDir(server.dataDir);
});

async function visit(width = 1440) {
  const visitor = await newVisitor(browser, { url: server.url, width });
  await visitor.page.goto("/");
  await appRuns(visitor.page);
  return visitor;
}

const hrefs = (page: Page, place: string, name: string) =>
  page
    .locator(place)
    .getByRole("link", { name })
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

test("a signed-out visitor sees Login and Sign Up in the header", async () => {
  const { page, context, faults } = await visit();
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Login" }).waitFor();
  expect(await hrefs(page, "header", "Login")).toEqual(["/login"]);
  expect(await hrefs(page, "header", "Sign Up")).toEqual(["/register"]);
  expect(await header.getByRole("link", { name: "Go to Dashboard" }).isVisible()).toBe(false);
  expect(faults()).toEqual([]);
  await context.close();
});

test("a signed-in user sees Go to Dashboard instead", async () => {
  const storage = await signedUpStorage(server.url, "Ann");
  const { page, context } = await newVisitor(browser, { url: server.url, storage });
  await page.goto("/");
  await appRuns(page);
  const header = page.getByRole("banner");
  expect(await header.getByRole("link", { name: "Login" }).isVisible()).toBe(false);
  expect(await header.getByRole("link", { name: "Sign Up" }).isVisible()).toBe(false);
  await header.getByRole("link", { name: "Go to Dashboard" }).click();
  await page.waitForURL("**/dashboard");
  await context.close();
});

test("the buttons of the hero and of the call to action lead to /register", async () => {
  const { page, context } = await visit();
  expect(await hrefs(page, "main", "Open a practice account")).toEqual(["/register"]);
  expect(await hrefs(page, "main", "Sign Up")).toEqual(["/register"]);
  const buttons = await page
    .locator("main a[class*=bg-accent-fill]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(buttons).toEqual(["/register", "/register"]);
  await context.close();
});

test.each(["mining", "forex", "about"])("the header leads to #%s", async (id) => {
  const { page, context } = await visit();
  await page.getByRole("navigation", { name: "Sections" }).locator(`a[href="#${id}"]`).click();
  await page.waitForFunction((wanted) => {
    const top = document.getElementById(wanted)?.getBoundingClientRect().top ?? Infinity;
    return top < innerHeight;
  }, id);
  expect(new URL(page.url()).hash).toBe(`#${id}`);
  await context.close();
});

test("mining and Forex are pitched with three points each", async () => {
  const { page, context } = await visit();
  const points = (id: string) => page.locator(`#${id} h3`).allInnerTexts();
  expect(await points("mining")).toEqual([
    "High-performance ASIC mining",
    "Instant setup",
    "Secure infrastructure",
  ]);
  expect(await points("forex")).toEqual(["Analytics", "Global markets", "Live trading"]);
  await context.close();
});

test.each([1440, 360])(
  "each marketing figure stands under a visible Sample label, %i px",
  async (width) => {
    const { page, context } = await visit(width);
    for (const [measure, said] of FIGURES) {
      const row = page
        .locator("dl > div")
        .filter({ has: page.getByText(measure, { exact: true }) });
      const claim = row.locator("dd").first();
      expect((await claim.innerText()).replace(/\s+/, " ")).toBe(`Sample ${said}`);
      const label = await claim.getByText("Sample").boundingBox();
      expect(label?.width ?? 0).toBeGreaterThan(10);
    }
    await context.close();
  },
);

test("three testimonials: amount, content, name, location, ago, each labelled Sample", async () => {
  const { page, context } = await visit();
  const figures = page.locator("figure").filter({ has: page.locator("blockquote") });
  const texts = await figures.allInnerTexts();
  expect(texts).toHaveLength(3);
  for (const [index, amount] of ["0.52 BTC", "1.15 BTC", "0.89 BTC"].entries()) {
    expect(texts[index]).toContain(amount);
    expect(texts[index]).toContain("Sample");
    expect(texts[index]).toMatch(/".+\."\s+.+ · .+ · \d+ (?:hour|day)s? ago$/);
  }
  await context.close();
});

test("the live strip and the measured figures come from this installation", async () => {
  const { page, context } = await visit();
  const strip = page.getByRole("region", { name: "Movements on the chain" });
  await strip.getByText(/^\d\d:\d\d:\d\d UTC$/).waitFor();
  const uptime = page.locator("dl > div").filter({ hasText: "Uptime" }).locator("dd").nth(1);
  await expect.poll(() => uptime.innerText()).toMatch(/\d/);
  const rate = page.locator("dl > div").filter({ hasText: "Hash rate" }).locator("dd").nth(1);
  expect(await rate.innerText()).not.toBe("0");
  await context.close();
});

test("everything the page says can be read without JavaScript", async () => {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  const text = await page.locator("body").innerText();
  const said = [
    "Practice - test coins, no value",
    "Login",
    "Sign Up",
    "Starter Rig",
    "Pro Miner",
    "Enterprise Farm",
    "High-performance ASIC mining",
    "Global markets",
    ...FIGURES.map(([, figure]) => figure),
    "0.52 BTC",
    "1.15 BTC",
    "0.89 BTC",
    "Sample",
  ];
  expect(said.filter((words) => !text.includes(words))).toEqual([]);
  await page.getByRole("link", { name: "Sign Up" }).first().click();
  await page.waitForURL("**/register");
  await context.close();
});

test("title, description, preview, colours, icon, robots and manifest", async () => {
  const { page, context } = await visit();
  expect(await page.title()).toBe(
    "See what it really returns · Hashfloor · Practice - test coins, no value",
  );
  const meta = (selector: string) => page.locator(selector).first().getAttribute("content");
  expect(await meta('meta[name="description"]')).toContain("practice floor");
  expect(await meta('meta[property="og:title"]')).toContain("Hashfloor");
  expect(await meta('meta[property="og:description"]')).toContain(
    "Practice - test coins, no value",
  );
  expect(await meta('meta[name="theme-color"]')).toBe("#0b0c0a");
  await page.getByRole("button", { name: "Switch theme" }).click();
  expect(await meta('meta[name="theme-color"]')).toBe("#e7e8e3");
  for (const [path, type, text] of [
    ["/favicon.svg", "image/svg+xml", "<svg"],
    ["/robots.txt", "text/plain", "Disallow: /"],
    ["/manifest.webmanifest", "application/manifest+json", "Practice - test coins, no value"],
  ]) {
    const answer = await page.request.get(path ?? "");
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toContain(type);
    expect(await answer.text()).toContain(text);
  }
  await context.close();
});
