/** Tests an administrator's changes on /admin/settings, which users must see without a reload. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { dialog, goToAdminPage, openAdminSite } from "../support/browser/admin-site.ts";
import { notice, sidewaysScroll, type Visitor } from "../support/browser/browser.ts";
import type { Person } from "../support/people/person.ts";
import { headersFile, pricesFile } from "../support/servers/history-files.ts";

const office = openAdminSite();
let second: Person;
beforeAll(async () => {
  second = await office.newAdministrator("Second");
});

async function settingsPage(person: Person, width = 1440): Promise<Visitor> {
  const visitor = await office.site.comeTo("/admin/settings", { person, width });
  await unfoldAll(visitor.page);
  await valuesOf(visitor.page).getByText("USD per BTC").first().waitFor();
  return visitor;
}

async function unfoldAll(page: Page): Promise<void> {
  await valuesOf(page).waitFor();
  await page.getByRole("button", { name: "Unfold all" }).click();
}

const valuesOf = (page: Page) => page.getByRole("region", { name: "Reference values" });
/** Returns the version list of the reference values, the first list on the page. */
const versions = (page: Page) => page.getByRole("table", { name: "Versions" }).first();

async function openChange(page: Page) {
  await page.getByRole("button", { name: "Change values" }).click();
  await dialog(page).getByText("You have not changed anything yet.").waitFor();
  return dialog(page);
}

async function fillWhy(page: Page): Promise<void> {
  await dialog(page).getByLabel("Source").fill("Mean of three exchanges");
  await dialog(page).getByLabel("Reason").fill("Weekly update");
}

const postButton = (page: Page) => dialog(page).getByRole("button", { name: "Post new values" });

test("Site Settings is in the admin sidebar and shows values, sources and authors", async () => {
  const { page, context, faults } = await office.site.comeTo("/admin/dashboard", {
    person: office.admin,
  });
  const pages = page.getByRole("navigation", { name: "Admin pages" }).first();
  await pages.getByRole("link", { name: "Site Settings" }).click();
  await page.waitForURL("**/admin/settings");
  await unfoldAll(page);
  const values = valuesOf(page);
  for (const text of [
    "60,000 USD per BTC",
    "83,000,000,000,000",
    "3.125 BTC",
    "0.1 USD per kWh",
    "0.05 USD per TH/s a day",
    "Starting values of this product",
    "Hashfloor",
  ])
    await values.getByText(text).first().waitFor();
  await page.getByText("No changes yet").waitFor();
  await page.getByText("No rate has changed yet.").waitFor();
  const rates = page.getByRole("table", { name: "Earn rates" });
  const pro = rates.getByRole("row").filter({ hasText: "BTC Pro" });
  expect((await pro.innerText()).replaceAll(/\s+/g, " ")).toMatch(/^BTC Pro 25 % 25 %/);
  expect(faults()).toEqual([]);
  await context.close();
});

test("a dangerous value shows an error at its field and sends no request", async () => {
  const { page, context, faults } = await settingsPage(office.admin);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/admin/settings")) sent += 1;
  });
  const form = await openChange(page);
  const cases = [
    ["Rate", "0", "Rate must be above 0."],
    ["Rate", "-60000", "Rate must be a number of at least 0"],
    ["Rate", "NaN", "Rate must be a number of at least 0"],
    ["Rate", "600001", "Rate can change by at most a factor of 10. Enter 6000 to 600000."],
    ["Difficulty", "0.9", "Difficulty must be at least 100000000000."],
    ["Pool fee", "20.5", "Pool fee must be at most 20."],
    ["Electricity", "1.5", "Electricity must be at most 1."],
  ] as const;
  await fillWhy(page);
  for (const [label, value, text] of cases) {
    const field = form.getByLabel(label, { exact: false }).first();
    const was = await field.inputValue();
    await field.fill(value);
    await form.getByText(text).waitFor();
    await form.getByText("enter valid values").first().waitFor();
    await postButton(page).click();
    await field.fill(was);
  }
  await form.getByLabel("Rate").first().fill("61000");
  await form.getByLabel("Source").fill(" ");
  await form.getByLabel("Reason").fill("");
  await postButton(page).click();
  await form.getByText("Enter a source of at least 3 characters.").waitFor();
  await form.getByText("Enter a reason of at least 3 characters.").waitFor();
  expect(sent).toBe(0);
  expect(faults()).toEqual([]);
  await context.close();
});

test("a new rate is previewed, saved once, and shown to users without a reload", async () => {
  const una = await office.visitorAs(office.rich);
  const messages: string[] = [];
  una.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => messages.push(String(payload))),
  );
  await una.page.goto("/purchase-power");
  await una.page.getByRole("heading", { level: 1 }).waitFor();
  await una.page.getByText("60,000").first().waitFor();
  await una.page.getByText("Connected", { exact: true }).first().waitFor();
  const { page, context, faults } = await settingsPage(office.admin);
  const form = await openChange(page);
  await form.getByLabel("Rate").first().fill("72000");
  await form.getByText("Rate 60,000 to 72,000 USD per BTC").waitFor();
  const meaning = form.getByRole("region", { name: "Effect" });
  const text = (await meaning.innerText()).replaceAll(/\s+/g, " ");
  expect(text).toContain("Daily earnings of 100 TH/s 0.00007574 BTC to 0.00007574 BTC");
  expect(text).toContain("4.54 USD to 5.45 USD");
  expect(text).toContain("Daily cost of 3 kW 7.20 USD to 7.20 USD");
  await fillWhy(page);
  await postButton(page).dblclick();
  await notice(page, "New values in force", "The audit log records who set them");
  await valuesOf(page).getByText("72,000 USD per BTC").first().waitFor();
  const row = versions(page).getByRole("row").nth(1);
  expect((await row.innerText()).replaceAll(/\s+/g, " ")).toMatch(
    /Rate 60,000 to 72,000 USD per BTC Mean of three exchanges admin@example\.test/,
  );
  await versions(page).getByText("Starting values", { exact: true }).waitFor();
  await expect.poll(() => versions(page).getByRole("row").count()).toBe(3);
  await una.page.getByText("72,000").first().waitFor();
  expect(messages.join()).toContain('"topic":"terms","data":{"what":"reference"}');
  expect((await office.rich.call("getMining")).reference).toMatchObject({
    rateUsdPerBtc: "72000",
    source: "Mean of three exchanges",
  });
  await goToAdminPage(page, "Audit");
  await page.getByRole("table").getByText("Changed reference values").first().waitFor();
  await page.getByText("60000 USD per BTC to 72000 USD per BTC").waitFor();
  expect([...faults(), ...una.faults()]).toEqual([]);
  await una.context.close();
  await context.close();
});

test("a save is refused if another administrator has changed the same values", async () => {
  const [one, two] = [await settingsPage(office.admin), await settingsPage(second)];
  const before = (await office.admin.call("getSiteSettings")).reference.length;
  for (const [{ page }, kwh] of [
    [one, "0.11"],
    [two, "0.12"],
  ] as const) {
    await (await openChange(page)).getByLabel("Electricity").fill(kwh);
    await fillWhy(page);
  }
  await postButton(one.page).click();
  await notice(one.page, "New values in force");
  await dialog(two.page).getByText("Another administrator posted new values").waitFor();
  await postButton(two.page).click();
  await dialog(two.page).getByRole("alert").getByText("Changed by someone else").waitFor();
  await two.page.keyboard.press("Escape");
  await valuesOf(two.page).getByText("0.11 USD per kWh").first().waitFor();
  const { reference } = await office.admin.call("getSiteSettings");
  expect(reference).toHaveLength(before + 1);
  expect(reference[0]?.values.usdPerKwh).toBe("0.11");
  await one.context.close();
  await two.context.close();
});

test("the BTC Pro rate cannot be set below its minimum", async () => {
  const una = await office.site.comeTo("/invest", { person: office.rich });
  await una.page.getByText("BTC Pro").first().waitFor();
  const { page, context, faults } = await settingsPage(office.admin);
  await page.getByRole("button", { name: "Change BTC Pro", exact: true }).click();
  const form = dialog(page);
  await form.getByText("Now 25 %; the minimum is 25 %").waitFor();
  await form.getByLabel("APY").fill("24");
  await form.getByText("APY must be at least 25 %, the promised minimum.").waitFor();
  await form.getByLabel("APY").fill("26.5");
  await form.getByText("0.02178082").waitFor();
  await fillWhy(page);
  await form.getByRole("button", { name: "Post new rate" }).dblclick();
  await notice(page, "New rate in force");
  const row = page.getByRole("table", { name: "Earlier rates" }).getByRole("row").nth(1);
  expect((await row.innerText()).replaceAll(/\s+/g, " ")).toContain(
    "BTC Pro 25 to 26.5 % Mean of three exchanges",
  );
  await una.page.getByText("26.5").first().waitFor();
  expect([...faults(), ...una.faults()]).toEqual([]);
  await una.context.close();
  await context.close();
});

test("values can be changed at 360 px using only the keyboard", async () => {
  const { page, context, faults } = await settingsPage(office.admin, 360);
  const change = page.getByRole("button", { name: "Change values" });
  for (let tab = 0; tab < 60; tab += 1) {
    if (await change.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await change.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog(page).getByLabel("Boost price").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("0.06");
  expect(await sidewaysScroll(page)).toBe(0);
  await dialog(page).getByLabel("Source").focus();
  await page.keyboard.type("Own choice");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A test");
  await page.keyboard.press("Enter");
  await notice(page, "New values in force");
  await valuesOf(page).getByText("0.06 USD per TH/s a day").first().waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(faults()).toEqual([]);
  await context.close();
});

test("a price file extends the history only if every price is plausible", async () => {
  const { page, context, faults } = await settingsPage(office.admin);
  const panel = page.getByRole("region", { name: "Price history", exact: true });
  await panel.getByText("2013-01-02 to 2025-01-11").first().waitFor();
  await panel.getByRole("button", { name: "Add days" }).click();
  const give = (prices: string) =>
    dialog(page)
      .getByLabel("Prices", { exact: true })
      .setInputFiles({ name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(prices) });
  const headers = Buffer.from(headersFile());
  await dialog(page)
    .getByLabel("Headers", { exact: true })
    .setInputFiles({ name: "headers.csv", mimeType: "text/csv", buffer: headers });
  await give(pricesFile(["2025-01-12,0.00"]));
  await fillWhy(page);
  const add = () => dialog(page).getByRole("button", { name: "Add days" }).click();
  await add();
  await dialog(page).getByText("2025-01-12: 0.00 USD is outside").waitFor();
  const added = async () =>
    (await (await fetch(`${office.site.url}/api/v1/history/added-days`)).json()) as unknown;
  const none = { headers: [], cents: [], carriedDays: [], afterDay: "2025-01-11" };
  expect(await added()).toMatchObject(none);
  await give(pricesFile(["2025-01-12,94519.87"]));
  await add();
  await notice(page, "Days added");
  await panel.getByText("2025-01-12").waitFor();
  expect(await added()).toMatchObject({ ...none, cents: [9_451_987] });
  await panel.getByText("2013-01-02 to 2025-01-11").first().waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});
