/**
 * Tests the elements that every page shows to signed-in users: activity list, unit switch, notices,
 * print layout, and failed pages.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  arrived,
  leave,
  notice,
  noticesSoFar,
  sidewaysScroll,
  type Theme,
} from "../support/browser/browser.ts";
import { openSite, type VisitOptions } from "../support/browser/browser-site.ts";
import { seeOnce } from "../support/browser/layouts.ts";
import { getCoins } from "../support/people/main-job.ts";
import { dialog, openPalette, pressUntil } from "../support/browser/overlays.ts";
import { signUp, type Person } from "../support/people/person.ts";

const LAYOUTS: readonly (readonly [Theme, number])[] = [
  ["dark", 1440],
  ["light", 1440],
  ["dark", 360],
  ["light", 360],
];

const site = openSite();
let ann: Person;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
});

const visit = (path: string, options?: VisitOptions) =>
  site.comeTo(path, { person: ann, ...options });

test("the bell shows the number of new items and lists them", async () => {
  const { page, context, faults } = await visit("/deposit");
  const bell = page.getByRole("button", { name: /^Activity/ });
  await page.getByRole("button", { name: "Activity, 1 new" }).or(bell).first().waitFor();
  await page.getByRole("button", { name: "Copy address" }).first().click();
  await notice(page, "Copied to Clipboard");
  await page.getByRole("button", { name: /^Activity, \d+ new$/ }).click();
  const list = dialog(page, "Activity");
  await list.locator("ul").getByText("The Bitcoin deposit address has been copied.").waitFor();
  await list.getByText("Deposit from faucet").or(list.getByText("Deposit")).first().waitFor();
  await list.getByRole("link", { name: "Mailbox" }).waitFor();
  await list.getByRole("link", { name: "History" }).click();
  await page.waitForURL("**/history");
  await page.getByRole("button", { name: "Activity", exact: true }).waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

const wrongIn = seeOnce(async (looks) => {
  const visitor = await visit("/dashboard");
  const { page } = visitor;
  for (const [open, name] of [
    [() => openPalette(page), "Search and go to"],
    [() => pressUntil(page, dialog(page, "Keyboard shortcuts"), "?"), "Keyboard shortcuts"],
    [() => page.getByRole("button", { name: /^Activity/ }).click(), "Activity"],
  ] as const) {
    await open();
    await dialog(page, name).waitFor();
    await page.waitForLoadState("networkidle");
    await looks.see(page, name, async (layout, isThemeNew) => [
      ...(await axeViolations(layout, isThemeNew)),
      ...((await sidewaysScroll(layout)) > 0 ? ["wider than the window"] : []),
    ]);
    await page.keyboard.press("Escape");
    await dialog(page, name).waitFor({ state: "hidden" });
  }
  return leave(visitor);
});

test.each(LAYOUTS)(
  "palette, shortcuts and activity have no layout faults, %s, %i px",
  async (theme, width) => {
    expect(await wrongIn({ theme, width })).toEqual([]);
  },
);

test("the unit switch is remembered, and a tooltip shows the other two units", async () => {
  const { page, context } = await visit("/dashboard");
  const amount = page.getByRole("main").locator("[title*=' sat']").first();
  await amount.waitFor();
  await expect.poll(() => amount.getAttribute("title")).toMatch(/ sat · .+ USD$/);
  await page.getByRole("group", { name: "Unit" }).getByRole("button", { name: "USD" }).click();
  const dollars = page.getByRole("main").locator("[title*=' BTC']").first();
  await expect.poll(() => dollars.getAttribute("title")).toMatch(/ BTC · .+ sat$/);
  await page.reload();
  await arrived(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("unit"))).toBe("USD");
  await context.close();
});

async function drag(page: Page, pixels: number): Promise<void> {
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  const box = await toast.boundingBox();
  if (box === null) throw new Error("no notice to drag");
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 10; moved <= pixels; moved += 10) await page.mouse.move(x + moved, y);
  await page.mouse.up();
}

test("a notice closes when it is dragged 60 px, but not 40 px", async () => {
  const { page, context, faults } = await visit("/deposit");
  const copy = page.getByRole("button", { name: "Copy address" }).first();
  const items = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await copy.click();
  await notice(page, "Copied to Clipboard");
  await copy.click();
  await expect.poll(() => noticesSoFar(page)).toHaveLength(2);
  // A notice stays open while the pointer is over it.
  await items.hover();
  expect(await items.count()).toBe(1);
  await drag(page, 40);
  // The pointer has paused the notice's timer, so only dragging can close the notice.
  await items.and(page.locator("[data-swipe=cancel][data-state=open]")).waitFor();
  expect(await items.count()).toBe(1);
  await drag(page, 60);
  await items.waitFor({ state: "detached" });
  expect(faults()).toEqual([]);
  await context.close();
});

test("a page that fails to render shows an error inside the layout", async () => {
  const { page, context } = await visit("/wallet");
  await page.route("**/api/v1/mining", (route) => route.fulfill({ json: {} }));
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
  await expect.poll(() => page.title()).toMatch(/Practice - test coins, no value$/);
  await page.getByRole("link", { name: "Wallet", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Wallet" }).waitFor();
  await page.unroute("**/api/v1/mining");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await context.close();
});

test("Retry loads a part of the app that failed to load", async () => {
  const { page, context } = await site.visit("/dashboard", { person: ann, isUnused: true });
  await page.route("**/assets/Palette-*.js", (route) => route.abort());
  const refused = page.getByRole("heading", { name: "This page could not be shown" });
  await pressUntil(page, refused, "Control+k");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await arrived(page);
  await openPalette(page);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  await context.close();
});

test("a menu that failed to load shows an error and works after a reload", async () => {
  const { page, context } = await site.visit("/dashboard", { person: ann, isUnused: true });
  const account = page.getByRole("button", { name: /account/i });
  await page.route("**/assets/AccountMenu-*.js", (route) => route.abort());
  await account.click();
  await notice(page, "Menu not loaded", "Check your connection, then reload the page.");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await arrived(page);
  await account.click();
  await page.getByRole("menuitem").first().waitFor();
  expect(await page.getByRole("menuitem", { name: "Logout" }).count()).toBe(1);
  await context.close();
});

test("a card that failed to load shows the request id and a Retry button", async () => {
  const { page, context } = await visit("/history");
  const problem = {
    status: 503,
    contentType: "application/problem+json",
    body: JSON.stringify({
      title: "Not reachable",
      detail: "The database does not answer.",
      code: "outage",
      requestId: "req-77",
    }),
  };
  // Fails every request until the button is clicked. A single failure is not enough, because the
  // page also reloads its data automatically after a change.
  await page.route("**/api/v1/me/mailbox*", async (route) => {
    const isPressed = await page.evaluate(() => "isPressed" in globalThis);
    return isPressed ? route.continue() : route.fulfill(problem);
  });
  await page.reload();
  await arrived(page);
  await page.getByRole("button", { name: /^Activity/ }).click();
  const list = dialog(page, "Activity");
  await list.getByText("request req-77").waitFor();
  await list.getByText("Newest movements").waitFor();
  const retry = list.getByRole("button", { name: "Retry" });
  await retry.evaluate((button) =>
    button.addEventListener("click", () => Object.assign(globalThis, { isPressed: true }), {
      capture: true,
    }),
  );
  await retry.click();
  await list.getByText("Welcome to Hashfloor").waitFor();
  await expect.poll(() => list.getByText("request req-77").count()).toBe(0);
  await context.close();
});

test("an unknown URL shows a 404 page with links", async () => {
  const { page, context } = await site.enter();
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  await expect
    .poll(() => page.title())
    .toMatch(/^Page not found .*Practice - test coins, no value$/);
  await appRuns(page);
  await page.getByRole("link", { name: "Start page" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await context.close();
});

test.each(["/dashboard", "/history"])(
  "the printed %s page shows the practice label without navigation",
  async (path) => {
    const { page, context } = await visit(path);
    await page.emulateMedia({ media: "print" });
    await page.getByText("Practice - test coins, no value", { exact: true }).waitFor();
    const display = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).display);
    await expect.poll(() => display("[data-part=practice-strip]")).toBe("table-header-group");
    expect(await display("aside")).toBe("none");
    expect(await display("header")).toBe("none");
    await expect.poll(() => page.getByRole("button").count()).toBe(0);
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(ink).toBe("rgb(0, 0, 0)");
    await context.close();
  },
);

test("the CSV statement contains the practice label", async () => {
  const { page, context } = await visit("/history");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toContain("practice");
  const stream = await download.createReadStream();
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  expect(text).toContain("Practice - test coins, no value");
  await context.close();
});

test("the page shows the connection state and dims stale numbers", async () => {
  const { page, context } = await visit("/dashboard");
  const mark = page.getByRole("banner").getByRole("status");
  await expect.poll(() => mark.innerText()).toBe("Connected");
  await page.routeWebSocket("**/api/v1/stream", (socket) => void socket.close());
  // The state lasts only ten seconds, too short to wait for the complete page.
  await page.reload({ waitUntil: "commit" });
  await expect.poll(() => mark.innerText()).toBe("Reconnecting...");
  await expect.poll(() => mark.innerText(), { timeout: 20_000 }).toBe("No live connection");
  const [figure, title] = await page.evaluate(() => {
    const colour = (one: Element | null) => (one === null ? "none" : getComputedStyle(one).color);
    return [
      colour(document.querySelector("main .figure")),
      colour(document.querySelector("main h1")),
    ];
  });
  expect(figure).toBe("rgb(146, 146, 136)");
  expect(title).not.toBe(figure);
  await context.close();
});

test("the account menu opens from the avatar by mouse, keyboard and touch", async () => {
  for (const width of [1440, 360]) {
    const { page, context, faults } = await visit("/deposit", { width });
    const avatar = page.getByRole("button", { name: "account of Ann" });
    await avatar.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("menu");
    await menu.getByText("Ann", { exact: true }).waitFor();
    const items = menu.getByRole("menuitem");
    expect(await items.allInnerTexts()).toEqual([
      "Settings",
      "Second factor",
      "Mailbox",
      "History",
      "Logout",
    ]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await avatar.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await items.filter({ hasText: "History" }).press("Enter");
    await page.waitForURL("**/history");
    expect(faults()).toEqual([]);
    await context.close();
  }
});

test("the chat button never covers a control while the page scrolls", async () => {
  for (const [path, width] of [
    ["/settings", 360],
    ["/purchase-power", 360],
    ["/hardware", 1440],
  ] as const) {
    const { page, context } = await visit(path, { width });
    const button = page.getByRole("button", { name: "Live chat" });
    await button.waitFor();
    const heights = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < heights; top += 170) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
      const under = () =>
        button.evaluate((chat) => {
          const { left, width: wide, top: above, height } = chat.getBoundingClientRect();
          return document
            .elementsFromPoint(left + wide / 2, above + height / 2)
            .filter((one) => !chat.contains(one))
            .map((one) => one.closest("a, button, input, select")?.textContent ?? "")
            .filter((text) => text !== "");
        });
      await expect.poll(under, { message: `${path} at ${top}` }).toEqual([]);
    }
    await context.close();
  }
});
