/**
 * Tests the notification toggles with real clicks. Saved changes must persist, failed changes must
 * be reverted, and disabled notifications must not be sent.
 */
import { describe, expect, test } from "vitest";
import { goTo, leave, notice, noticesSoFar } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { signIn } from "../support/people/person.ts";
import { isOn, settleAt, toggle } from "../support/browser/settings-page.ts";

const SETTINGS_CALL = "**/api/v1/me/notification-settings";

const TOGGLES = [
  ["Email", "New Logins", true],
  ["Email", "Withdrawals", true],
  ["Email", "Deposits", true],
  ["Email", "Promotions & News", false],
  ["SMS", "New Logins", false],
  ["SMS", "Withdrawal Approvals", false],
] as const;

const site = openSite();

describe("notification toggles", () => {
  test("the toggles have the requirement's names and defaults", async () => {
    const visitor = await settleAt(site);
    const { page } = visitor;
    await toggle(page, "Email", "New Logins").waitFor();
    for (const [group, name, isOnAtFirst] of TOGGLES)
      expect(await isOn(toggle(page, group, name)), `${group} ${name}`).toBe(isOnAtFirst);
    for (const [group, name] of TOGGLES) {
      await toggle(page, group, name).click();
      const how = group === "SMS" ? "SMS" : "e-mail";
      await notice(page, "Notification settings updated", `${name} by ${how}: `);
    }
    await goTo(page, "/settings");
    await toggle(page, "Email", "New Logins").waitFor();
    for (const [group, name, isOnAtFirst] of TOGGLES)
      expect(await isOn(toggle(page, group, name)), `${group} ${name}`).toBe(!isOnAtFirst);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a failed change is reverted with a notice", async () => {
    const visitor = await settleAt(site);
    const { page, person } = visitor;
    let failures = 1;
    await page.route(SETTINGS_CALL, async (route) => {
      if (route.request().method() !== "PATCH" || failures === 0) return route.fallback();
      failures -= 1;
      return route.abort();
    });
    const deposits = toggle(page, "Email", "Deposits");
    await deposits.click();
    await toggle(page, "Email", "Withdrawals").click();
    await notice(page, "Notification settings updated", "Withdrawals by e-mail: off.");
    await expect.poll(() => isOn(deposits)).toBe(true);
    expect(await person.call("getNotificationSettings")).toMatchObject({
      deposit: true,
      withdrawal: false,
    });
    failures = 1;
    await deposits.click();
    await notice(page, "No answer");
    await expect.poll(() => isOn(deposits)).toBe(true);
    expect(await leave(visitor)).toEqual([]);
  });

  test("the last of several quick changes wins on a slow connection", async () => {
    const visitor = await settleAt(site);
    const { page, person } = visitor;
    await page.route(SETTINGS_CALL, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const promotions = toggle(page, "Email", "Promotions & News");
    await promotions.dblclick();
    await expect.poll(() => isOn(promotions)).toBe(false);
    await promotions.click();
    await expect.poll(() => isOn(promotions)).toBe(true);
    const said = (state: string) =>
      `Notification settings updated: Promotions & News by e-mail: ${state}.`;
    await expect.poll(() => noticesSoFar(page)).toEqual([said("on"), said("off"), said("on")]);
    await expect
      .poll(async () => (await person.call("getNotificationSettings")).promotions)
      .toBe(true);
    expect(await isOn(promotions)).toBe(true);
    expect(await leave(visitor)).toEqual([]);
  });

  test("changes made in two tabs appear in both and overwrite nothing", async () => {
    const visitor = await settleAt(site);
    const { page, context, person } = visitor;
    const second = await context.newPage();
    await goTo(second, "/settings");
    await toggle(second, "Email", "Deposits").waitFor();
    for (const tab of [page, second])
      await tab.getByText("Connected", { exact: true }).first().waitFor();
    await Promise.all([
      toggle(page, "Email", "New Logins").click(),
      toggle(second, "SMS", "New Logins").click(),
    ]);
    for (const tab of [page, second]) {
      await expect.poll(() => isOn(toggle(tab, "Email", "New Logins"))).toBe(false);
      await expect.poll(() => isOn(toggle(tab, "SMS", "New Logins"))).toBe(true);
    }
    // Each tab shows its own change before it is saved.
    await expect
      .poll(() => person.call("getNotificationSettings"))
      .toMatchObject({ login: false, smsLogin: true });
    expect(await leave(visitor)).toEqual([]);
  });

  test("SMS notifications require a phone number", async () => {
    const visitor = await settleAt(site);
    const { page, person } = visitor;
    await toggle(page, "SMS", "New Logins").click();
    await page
      .getByText("An SMS needs a phone number. Save one above, or no SMS is sent.")
      .waitFor();
    await page.getByLabel("Phone Number for SMS alerts").fill("+49 151 12345678");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Profile Saved");
    await page.getByText("An SMS needs a phone number.").waitFor({ state: "hidden" });
    await signIn(site.url, person.email, person.password);
    await goTo(page, "/mailbox");
    await page.getByRole("link", { name: /SMS to \+4915112345678: New login/ }).click();
    const message = page.getByRole("region", { name: /SMS to \+4915112345678/ });
    await message.getByText("SMS", { exact: true }).waitFor();
    await expect.poll(() => message.innerText()).toContain("Practice - test coins, no value");
    expect(await leave(visitor)).toEqual([]);
  });

  test("the toggles can be switched with the keyboard", async () => {
    const visitor = await settleAt(site);
    const { page } = visitor;
    const withdrawals = toggle(page, "Email", "Withdrawals");
    await toggle(page, "Email", "New Logins").focus();
    await page.keyboard.press("Tab");
    await withdrawals.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Space");
    await notice(page, "Notification settings updated", "Withdrawals by e-mail: off.");
    await page.keyboard.press("Enter");
    await notice(page, "Notification settings updated", "Withdrawals by e-mail: on.");
    expect(await leave(visitor)).toEqual([]);
  });
});
