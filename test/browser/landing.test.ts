/**
 * Tests the landing page's required content: figures and testimonials with a Sample label, links to
 * sign-up, and the whole text without scripts.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openSite } from "../support/browser/browser-site.ts";
import { bubble, openChat } from "../support/browser/chat-browser.ts";
import { signUp } from "../support/people/person.ts";

const FIGURES = [
  ["Hash rate", "2.5 EH/s"],
  ["Active miners", "15,000+"],
  ["Uptime", "99.9%"],
  ["Daily volume", "$2.5B+"],
  ["Active traders", "50,000+"],
  ["Success rate", "87%"],
] as const;

const site = openSite();

const hrefs = (page: Page, place: string, name: string) =>
  page
    .locator(place)
    .getByRole("link", { name })
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

test("a signed-out visitor sees Login and Sign Up in the header", async () => {
  const { page, context, faults } = await site.visit("/");
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Login" }).waitFor();
  expect(await hrefs(page, "header", "Login")).toEqual(["/login"]);
  expect(await hrefs(page, "header", "Sign Up")).toEqual(["/register"]);
  expect(await header.getByRole("link", { name: "Go to Dashboard" }).isVisible()).toBe(false);
  expect(faults()).toEqual([]);
  await context.close();
});

test("a signed-in user sees Go to Dashboard in the header", async () => {
  const { page, context } = await site.visit("/", { person: await signUp(site.url, "Ann") });
  const header = page.getByRole("banner");
  await expect.poll(() => header.getByRole("link", { name: "Login" }).isVisible()).toBe(false);
  await expect.poll(() => header.getByRole("link", { name: "Sign Up" }).isVisible()).toBe(false);
  await header.getByRole("link", { name: "Go to Dashboard" }).click();
  await page.waitForURL("**/dashboard");
  await context.close();
});

test("the buttons in the hero and the call to action link to /register", async () => {
  const { page, context } = await site.visit("/");
  expect(await hrefs(page, "main", "Open a practice account")).toEqual(["/register"]);
  expect(await hrefs(page, "main", "Sign Up")).toEqual(["/register"]);
  const buttons = await page
    .locator("main a[class*=bg-accent-fill]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(buttons).toEqual(["/register", "/register"]);
  await context.close();
});

test.each(["mining", "forex", "about"])("the header links to #%s", async (id) => {
  const { page, context } = await site.visit("/");
  await page.getByRole("navigation", { name: "Sections" }).locator(`a[href="#${id}"]`).click();
  await page.waitForFunction((wanted) => {
    const top = document.getElementById(wanted)?.getBoundingClientRect().top ?? Infinity;
    return top < innerHeight;
  }, id);
  expect(new URL(page.url()).hash).toBe(`#${id}`);
  await context.close();
});

test("mining and Forex each have three selling points", async () => {
  const { page, context } = await site.visit("/");
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
  "each marketing figure has a visible Sample label at %i px",
  async (width) => {
    const { page, context } = await site.visit("/", { width });
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

test("each of the three testimonials is labelled Sample", async () => {
  const { page, context } = await site.visit("/");
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

test("the live strip and the measured figures show this installation's data", async () => {
  const { page, context } = await site.visit("/");
  const strip = page.getByRole("region", { name: "Movements on the chain" });
  await strip.getByText(/^\d\d:\d\d:\d\d UTC$/).waitFor();
  const measured = (measure: string) =>
    page.locator("dl > div").filter({ hasText: measure }).locator("dd").nth(1);
  await expect.poll(() => measured("Uptime").innerText()).toMatch(/\d/);
  expect(await measured("Hash rate").innerText()).toMatch(/^no shares yet$|^[\d.]+ .?H\/s$/);
  expect(await measured("Daily volume").innerText()).toMatch(
    /^(?:no trades yet|[\d,.]+ USD)\s+[\d.]+ BTC moved on the chain$/,
  );
  expect(await measured("Active traders").innerText()).toMatch(/^(?:no trades yet|\d+)$/);
  expect(await measured("Success rate").innerText()).toMatch(
    /^Share of losing accounts: not enough accounts to tell\.$|^[\d.]+ % of \d+ practice accounts lost money/,
  );
  await context.close();
});

test("the app loads only when a link is hovered, and the chat opens on the page", async () => {
  const { page, context, faults } = await site.visit("/", { isUnused: true });
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ name }) => name.replace(/^.*\/([a-z]+)-[^/]*$/, "$1")),
    );
  expect(await scripts()).toEqual(["landing"]);
  await page.getByRole("link", { name: "Open a practice account" }).hover();
  await expect.poll(scripts).toContain("vendor");
  const headings = async () =>
    (await page.locator("main").getByRole("heading").allInnerTexts()).map(withoutFigures);
  const before = await headings();
  await openChat(page);
  expect(await headings()).toEqual(before);
  expect(faults()).toEqual([]);
  await context.close();
});

function withoutFigures(text: string): string {
  return text.replaceAll(/\d[\d.,:]*/g, "0");
}

test("a chat that fails to load shows an error, and a second click retries", async () => {
  const { page, context } = await site.visit("/", { isUnused: true });
  await page.route("**/assets/index-*.js", (route) => route.abort());
  await bubble(page).click();
  const failure = page.getByText("Check the connection and click again.");
  await failure.waitFor();
  await bubble(page).click();
  await expect.poll(() => bubble(page).getAttribute("aria-busy")).toBeNull();
  expect(await failure.isVisible()).toBe(true);
  await page.unrouteAll();
  await openChat(page);
  expect(await failure.isVisible()).toBe(false);
  await context.close();
});

test("the page's whole text can be read without JavaScript", async () => {
  const context = await site.browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
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

test("the page has a title, description, preview, icon, robots.txt and manifest", async () => {
  const { page, context } = await site.visit("/");
  await expect
    .poll(() => page.title())
    .toBe("See what it really returns · Hashfloor · Practice - test coins, no value");
  const meta = (selector: string) => page.locator(selector).first().getAttribute("content");
  expect(await meta('meta[name="description"]')).toMatch(/practice platform.*Forex.*mining pool/);
  expect(await meta('meta[property="og:title"]')).toContain("Hashfloor");
  expect(await meta('meta[property="og:description"]')).toContain(
    "Practice - test coins, no value",
  );
  expect(await meta('meta[name="theme-color"]')).toBe("#0b0c0a");
  await page.getByRole("button", { name: "Switch theme" }).click();
  await expect.poll(() => meta('meta[name="theme-color"]')).toBe("#e7e8e3");
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
  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  const image = await page.request.get(icon ?? "");
  expect([icon, image.status(), image.headers()["content-type"]]).toEqual([
    "/apple-touch-icon.png",
    200,
    "image/png",
  ]);
  await context.close();
});
