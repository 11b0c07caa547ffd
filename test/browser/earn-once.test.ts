/**
 * Tests that every action on /staking takes effect once, even if it is submitted repeatedly: by a
 * double click, a reload, two tabs, or two devices.
 */
import type { Page } from "playwright-core";
import { expect, test, describe } from "vitest";
import { openSite } from "../support/browser/browser-site.ts";
import { appRuns, goTo, notice, noticesSoFar } from "../support/browser/browser.ts";
import {
  confirmButton,
  lookAtStake,
  positionsOf,
  saver,
  stake,
} from "../support/browser/earn-pages.ts";
import { sendTogether } from "../support/browser/simultaneous-posts.ts";

const site = openSite();

describe("repeated submissions", () => {
  test("a double click opens one position", async () => {
    const ann = await saver(site, "/staking");
    const { page } = ann;
    await lookAtStake(page, "0.002");
    await confirmButton(page).dblclick();
    await notice(page, "Staking Initiated!");
    expect(await positionsOf(ann)).toHaveLength(1);
    await ann.context.close();
  });

  test("a stake repeated after a reload without a response opens one position", async () => {
    const ann = await saver(site, "/staking");
    const { page } = ann;
    const reached = Promise.withResolvers<void>();
    const keys: (string | undefined)[] = [];
    await page.route("**/api/v1/earn/stakes", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      // The server opens the position, but the page is reloaded before the response arrives.
      await route.fetch();
      reached.resolve();
    });
    await stake(page, "0.002");
    await reached.promise;
    await page.reload();
    await appRuns(page);
    await page.getByRole("row", { name: /90-day staking/ }).waitFor();
    await stake(page, "0.002");
    await notice(page, "Staking Initiated!");
    expect(await positionsOf(ann)).toHaveLength(1);
    // The page sends the second request again while the server still processes the first one.
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await ann.context.close();
  });

  test("two tabs close one position once", async () => {
    const ann = await saver(site, "/staking");
    await ann.person.call("openStake", { body: { amountSats: 100_000, durationDays: 30 } });
    const other = await ann.context.newPage();
    const tabs = [ann.page, other];
    for (const page of tabs) {
      await goTo(page, "/staking");
      await page.getByRole("button", { name: /^Leave 30-day staking/ }).click();
    }
    await ann.page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await notice(ann.page, "Position Closed");
    // The other tab receives the event and closes its dialog.
    await other.getByRole("dialog").waitFor({ state: "hidden" });
    await other.getByRole("row", { name: /30-day staking Left/ }).waitFor();
    expect(await positionsOf(ann)).toMatchObject([{ state: "closed" }]);
    await ann.context.close();
  });

  test("a stake confirmed in two tabs opens one position", async () => {
    const ann = await saver(site, "/staking");
    const other = await ann.context.newPage();
    await goTo(other, "/staking");
    const confirmIn = async (page: Page) => {
      await confirmButton(page).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await notice(page, "Staking Initiated!");
      return (await positionsOf(ann)).length;
    };
    for (const page of [ann.page, other]) await lookAtStake(page, "0.001");
    expect(await confirmIn(ann.page)).toBe(1);
    expect(await confirmIn(other)).toBe(1);
    await lookAtStake(other, "0.001");
    expect(await confirmIn(other)).toBe(2);
    await ann.context.close();
  });

  test("two devices that stake the whole balance open one position", async () => {
    const ann = await saver(site, "/staking");
    const { availableSats } = await ann.person.call("getWallet");
    const phone = await site.comeTo("/staking", { person: ann.person });
    const pages = [ann.page, phone.page];
    for (const page of pages) await lookAtStake(page, (availableSats / 1e8).toFixed(8));
    await sendTogether(pages, "**/api/v1/earn/stakes");
    await Promise.all(pages.map((page) => confirmButton(page).click()));
    const titles = async () => {
      const all = await Promise.all(pages.map(noticesSoFar));
      return new Set(all.map(([newest = ""]) => newest.split(":")[0]));
    };
    await expect.poll(titles).toEqual(new Set(["Insufficient Funds", "Staking Initiated!"]));
    expect(await positionsOf(ann)).toHaveLength(1);
    for (const { context } of [ann, phone]) await context.close();
  });
});
