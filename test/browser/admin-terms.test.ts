/**
 * Tests changes to prices, terms, limits and the announcement on /admin/settings, and their effect
 * on users' pages.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dialog, goToAdminPage, openAdminSite } from "../support/browser/admin-site.ts";
import { axeViolations, notice, sidewaysScroll, type Visitor } from "../support/browser/browser.ts";

const office = openAdminSite();
const { site } = office;

async function settingsPage(width = 1440): Promise<Visitor> {
  return unfolded(await site.comeTo("/admin/settings", { person: office.admin, width }));
}

async function unfolded(visitor: Visitor): Promise<Visitor> {
  await visitor.page.getByRole("region", { name: "Cloud plans" }).waitFor();
  await visitor.page.getByRole("button", { name: "Unfold all" }).click();
  return visitor;
}

async function openTerms(page: Page, name: string) {
  await page.getByRole("button", { name: `Change the terms of ${name}`, exact: true }).click();
  await dialog(page).waitFor();
  return dialog(page);
}

async function postWith(page: Page): Promise<void> {
  await dialog(page).getByLabel("Source").fill("Offers of three sellers");
  await dialog(page).getByLabel("Reason").fill("Weekly update");
  await dialog(page).getByRole("button", { name: "Post new values" }).dblclick();
}

/** Posts a change to the API, as a second administrator would. */
async function postTerms(subject: string, values: Readonly<Record<string, string>>): Promise<void> {
  const { terms } = await office.admin.call("getSiteSettings");
  const term = terms.find((one) => one.subject === subject);
  if (!term) throw new Error(`no terms of ${subject}`);
  const [current] = term.versions;
  await office.admin.call("setTerms", {
    body: {
      kind: term.kind,
      subject,
      seenId: current?.id ?? "",
      values: { ...current?.values, ...values },
      typedAgain: values,
      source: "a test",
      reason: "a test",
    },
  });
}

test("each section shows its values with their date and author", async () => {
  const { page, context, faults } = await settingsPage();
  const row = async (region: string, name: string) => {
    const rows = page.getByRole("region", { name: region }).getByRole("row");
    return (await rows.filter({ hasText: name }).first().innerText()).replaceAll(/\s+/g, " ");
  };
  expect(await row("Cloud plans", "Pro Miner")).toMatch(
    /^Pro Miner 499 USD yes .* Hashfloor Change$/,
  );
  expect(await row("Hardware", "S19 Pro")).toContain("3,500 USD yes");
  expect(await row("Earn terms", "BTC Starter")).toContain("0.001 BTC 30 days yes");
  expect(await row("Earn terms", "BTC Pro")).toContain("0.5 BTC none yes");
  expect(await row("Withdrawal limits", "By PayPal")).toContain("100 BTC 100 BTC");
  expect(await row("Withdrawal review", "All methods")).toContain("1 BTC 5 BTC");
  expect(await row("Fee policy", "Withdrawal fee")).toContain(
    "0.0001 BTC no 0.0002 BTC 0.0004 BTC",
  );
  expect(await row("Faucet", "Faucet")).toContain("0.0001 BTC 0.05 BTC 0 minutes");
  const fee = page.getByRole("region", { name: "Fee policy" });
  await fee.getByText("a withdrawal waits for larger coins").waitFor();
  const jumps = page.getByRole("navigation", { name: "On this page" });
  await page.getByRole("button", { name: "Fold all", exact: true }).click();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1200);
  await page.getByText("Price: Starter Rig 99 USD, Pro Miner 499 USD").waitFor();
  await jumps.getByRole("link", { name: "Announcement" }).click();
  await page.waitForURL("**/admin/settings#announcement");
  await page
    .getByText("Write a line for all users, for example about planned maintenance.")
    .waitFor();
  await jumps.getByRole("link", { name: "Reference values" }).click();
  await page.getByRole("button", { name: "Change values" }).waitFor();
  // The list of links stays visible while the page scrolls.
  await page.mouse.wheel(0, 5_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect((await jumps.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(faults()).toEqual([]);
  await context.close();
});

test("a new price is previewed, saved once, and shown to users immediately", async () => {
  const una = await site.comeTo("/purchase-power", { person: office.rich });
  await una.page.getByText("$99").first().waitFor();
  const { page, context, faults } = await settingsPage();
  const form = await openTerms(page, "Starter Rig");
  await form.getByText("You have not changed anything yet.").waitFor();
  await form.getByLabel("Price").fill("0");
  await form.getByText("Price must be at least 1 USD.").waitFor();
  await form.getByLabel("Price").fill("120");
  await form.getByText("Price 99 USD to 120 USD").waitFor();
  const meaning = form.getByRole("region", { name: "Effect" });
  await meaning.getByText("105,624.38 USD per BTC").waitFor();
  expect((await meaning.innerText()).replaceAll(/\s+/g, " ")).toContain(
    "Expected result after 30 days −30.83 USD to −51.83 USD Break-even price 87,140.11 USD per BTC to 105,624.38 USD per BTC",
  );
  await postWith(page);
  await notice(page, "Starter Rig changed");
  const history = page.getByRole("table", { name: "Earlier versions of Cloud plans" });
  await history.getByText("Starter Rig: Price 99 USD to 120 USD").waitFor();
  await expect.poll(() => history.getByRole("row").count()).toBe(2);
  await una.page.getByText("$120").first().waitFor();
  await goToAdminPage(page, "Audit");
  await page.getByRole("table").getByText("starter-rig, Price 99 USD to Price 120 USD").waitFor();
  expect([...faults(), ...una.faults()]).toEqual([]);
  await una.context.close();
  await context.close();
});

test("an order is refused if the price has changed since its dialog opened", async () => {
  const { page, context } = await office.visitorAs(office.rich);
  // Blocks events to simulate a bad connection.
  await page.routeWebSocket("**/api/v1/stream", () => {});
  await page.goto("/hardware");
  const card = page.getByRole("article").filter({ hasText: "Mining Rig Frame" });
  await card.getByRole("button", { name: "Buy Now" }).click();
  await dialog(page).getByText("0.00250000").first().waitFor();
  await postTerms("mining-rig-frame", { price: "180" });
  await dialog(page).getByRole("button", { name: "Buy Now" }).click();
  await notice(page, "Price Changed", "is now 300000 sats");
  await dialog(page).getByText("0.00300000").first().waitFor();
  expect((await office.rich.call("listOrders")).items).toEqual([]);
  await dialog(page).getByRole("button", { name: "Buy Now" }).click();
  await dialog(page).waitFor({ state: "detached" });
  expect((await office.rich.call("listOrders")).items).toMatchObject([{ totalSats: 300_000 }]);
  await context.close();
});

test("a large change must be typed twice and survives Escape and leaving the page", async () => {
  // This test navigates back, and the router counts only navigation inside the application.
  // Therefore load the whole page.
  const loaded = await site.visit("/admin/settings", { person: office.admin });
  const { page, context, faults } = await unfolded(loaded);
  const form = await openTerms(page, "M30S++");
  await form.getByLabel("Price").first().fill("38001");
  await form.getByLabel("Price, again").fill("38000");
  await page.keyboard.press("Escape");
  await form.getByRole("alert").getByText("Not sent yet.").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => form.getByLabel("Price").first().inputValue()).toBe("38001");
  await form.getByRole("button", { name: "Keep editing" }).click();
  await postWith(page);
  await form.getByText("The two values differ.").waitFor();
  await form.getByLabel("Price, again").fill("38001");
  await form.getByRole("button", { name: "Post new values" }).click();
  await notice(page, "M30S++ changed");
  await goToAdminPage(page, "Dashboard");
  await page.getByRole("region", { name: "This installation" }).waitFor();
  await goToAdminPage(page, "Site Settings");
  await page.locator("summary").filter({ hasText: "Hardware" }).click();
  await openTerms(page, "S19 Pro");
  await dialog(page).getByLabel("Price").first().fill("3600");
  await page.goBack();
  await dialog(page).getByText("Not sent yet.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/settings");
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await dialog(page).waitFor({ state: "detached" });
  expect(faults()).toEqual([]);
  await context.close();
});

test("a save is refused if another administrator has changed the same terms", async () => {
  const { page, context } = await settingsPage();
  const form = await openTerms(page, "By Bank");
  await form.getByLabel("Maximum per request").fill("50");
  await postTerms("bank", { maximum: "60" });
  await form
    .getByText("Another administrator posted new values while this dialog was open.")
    .waitFor();
  await postWith(page);
  await form.getByText("Changed by someone else").waitFor();
  const { terms } = await office.admin.call("getSiteSettings");
  expect(terms.find(({ subject }) => subject === "bank")?.versions[0]?.values["maximum"]).toBe(
    "60",
  );
  await context.close();
});

test("a new fee and a lower limit appear on the Withdraw page immediately", async () => {
  const una = await site.comeTo("/withdraw", { person: office.rich });
  await una.page.getByLabel("Amount").fill("0.01");
  await una.page.getByText("0.00990000").first().waitFor();
  await postTerms("fee", { fee: "0.0002" });
  await una.page.getByText("0.00980000").first().waitFor();
  await postTerms("wallet", { maximum: "0.005" });
  await una.page.getByText("0.00500000", { exact: false }).first().waitFor();
  const terms = await office.rich.call("getWithdrawalTerms");
  expect(terms).toMatchObject({ feeSats: 20_000, supportDailySats: 40_000 });
  expect(terms.limits[0]).toMatchObject({ method: "wallet", maxSats: 500_000 });
  expect(una.faults()).toEqual([]);
  await una.context.close();
});

test("a dismissed announcement reappears only when its text changes", async () => {
  const una = await site.comeTo("/dashboard", { person: office.rich });
  await una.page.getByRole("heading", { level: 1 }).waitFor();
  const { page, context, faults } = await settingsPage();
  await page.getByRole("button", { name: "Write an announcement" }).click();
  const form = dialog(page);
  await form.getByLabel("Text").fill("Maintenance tonight from 22:00 UTC.");
  await form.getByRole("button", { name: "Warning" }).click();
  await form.getByRole("region", { name: "Preview" }).getByText("Maintenance").waitFor();
  await form.getByLabel("Until").fill("2020-01-01T00:00");
  await form.getByLabel("Reason").fill("Planned work");
  await form.getByRole("button", { name: "Announce" }).click();
  await form.getByText("The end must be in the future and after the start.").waitFor();
  await form.getByLabel("Until").fill("");
  await form.getByRole("button", { name: "Announce" }).dblclick();
  await notice(page, "Announced");
  const line = una.page.getByRole("region", { name: "Announcement" });
  await line.getByText("Maintenance tonight from 22:00 UTC.").waitFor();
  expect(await line.evaluate((element) => element.closest("[aria-live]")?.ariaLive)).toBe("polite");
  await line.getByRole("button", { name: "Close" }).click();
  await line.waitFor({ state: "detached" });
  await una.page.reload();
  await una.page.getByRole("heading", { level: 1 }).waitFor();
  expect(await line.count()).toBe(0);
  await page.getByRole("button", { name: "Change", exact: true }).last().click();
  await form.getByLabel("Text").fill("Maintenance is over.");
  await form.getByLabel("Reason").fill("It went well");
  await form.getByRole("button", { name: "Announce" }).click();
  await line.getByText("Maintenance is over.").waitFor();
  expect([...faults(), ...una.faults()]).toEqual([]);
  await una.context.close();
  await context.close();
});

test("visitors see an announcement as plain text at 360 px until it is removed", async () => {
  const bannerId = (await office.admin.call("getSiteSettings")).banners[0]?.id ?? null;
  const times = { from: null, until: null, severity: "info", reason: "a test" };
  const text = `<b>Deposits</b> take longer; see javascript:alert(1) ${"W".repeat(150)}`;
  await office.admin.call("setBanner", { body: { ...times, seenId: bannerId, text } });
  const { page, context, faults } = await site.enter({ width: 360 });
  await page.goto("/");
  const line = page.getByRole("region", { name: "Announcement" });
  await line.getByText("<b>Deposits</b> take longer").waitFor();
  expect(await line.locator("b, a").count()).toBe(0);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  const [current] = (await office.admin.call("getSiteSettings")).banners;
  await office.admin.call("setBanner", {
    body: { ...times, seenId: current?.id ?? null, text: "" },
  });
  await page.reload();
  await page.getByText("node connected").waitFor({ state: "attached" });
  expect(await line.count()).toBe(0);
  expect(faults()).toEqual([]);
  await context.close();
});

test("terms can be changed at 360 px without horizontal scrolling", async () => {
  const { page, context, faults } = await settingsPage(360);
  expect(await sidewaysScroll(page)).toBe(0);
  // Tablets show tables. A wide table scrolls inside its container.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect.poll(() => sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await openTerms(page, "E-mail and SMS");
  await dialog(page).getByLabel("SMS in 24 hours").fill("300");
  expect(await sidewaysScroll(page)).toBe(0);
  await postWith(page);
  await notice(page, "E-mail and SMS changed");
  await page
    .getByRole("region", { name: "E-mail and SMS" })
    .getByText("E-mail and SMS: SMS in 24 hours 200 to 300")
    .waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});
