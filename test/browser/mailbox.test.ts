/** Tests the practice mailbox before the user selects a message. */
import { expect, test } from "vitest";
import { axeViolations, leave } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { securityCode } from "../support/people/main-job.ts";
import { signUp } from "../support/people/person.ts";

const site = openSite();

test("the newest message is open next to the list", async () => {
  const person = await signUp(site.url, "Ann");
  const code = await securityCode(person);
  const visitor = await site.comeTo("/mailbox", { person });
  const list = visitor.page.getByRole("main").getByRole("listitem");
  await expect.poll(() => list.first().getByRole("link").getAttribute("aria-current")).toBe("true");
  const figure = visitor.page.getByText(code, { exact: true });
  await figure.waitFor();
  expect(await figure.evaluate((element) => getComputedStyle(element).fontSize)).toBe("28px");
  await visitor.page.getByRole("button", { name: "Copy code" }).waitFor();
  expect(await leave(visitor)).toEqual([]);
});

test("a new message with a code opens above the list without a layout shift at 360 px", async () => {
  const person = await signUp(site.url, "Cora");
  const code = await securityCode(person);
  const visitor = await site.enter({ person, width: 360 });
  const { page } = visitor;
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/mailbox");
  const shown = page.getByText(code, { exact: true });
  await shown.waitFor();
  expect(await shown.evaluate((element) => getComputedStyle(element).fontSize)).toBe("28px");
  const lines = page.getByRole("main").getByRole("listitem");
  const [message, first] = [await shown.boundingBox(), await lines.first().boundingBox()];
  expect(message?.y).toBeLessThan(first?.y ?? 0);
  expect(await axeViolations(page)).toEqual([]);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001);

  await lines.last().getByRole("link").click();
  await shown.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "All messages" }).click();
  await shown.waitFor();
  expect(await leave(visitor)).toEqual([]);
});

test("a new message without a code stays in the list at 360 px", async () => {
  const person = await signUp(site.url, "Dan");
  const visitor = await site.comeTo("/mailbox", { person, width: 360 });
  const lines = visitor.page.getByRole("main").getByRole("listitem");
  await lines.first().waitFor();
  expect(await visitor.page.getByRole("link", { name: "All messages" }).count()).toBe(0);
  expect(await visitor.page.getByText("Hello Dan,").count()).toBe(0);
  expect(await leave(visitor)).toEqual([]);
});
