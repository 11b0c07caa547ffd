/**
 * Tests branches of replays in a browser: the dialog with its suggestions, an order's row, and the
 * analysis of a branch. Checks the screens, with the list of replays, at three widths.
 */
import { beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { endAnimations, heightOf, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { faultsOf, leavePicture } from "../support/browser/layouts.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
let ann: Person;
let parentId: string;
let branchId: string;
let visitor: Visitor;
let page: Page;

/** Plays a replay: a closed trade, an open trade with a trailing stop, and a pending order. */
beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  ({ id: parentId } = await ann.call("startReplay", {
    body: { startsAt: "2024-05-14T13:00:00Z", instrument: "EUR_USD", pace: 0 },
  }));
  const params = { replayId: parentId };
  const order = (body: object) =>
    ann.call("placeReplayOrder", {
      params,
      body: { type: "MARKET", instrument: "EUR_USD", ...body },
    });
  const jump = async (jumpTo: string) => {
    let { replay } = await ann.call("setReplay", { params, body: { jumpTo } });
    while (replay.jumpTo !== null) ({ replay } = await ann.call("getReplay", { params }));
  };
  await order({ units: "5000" });
  await jump("2024-05-14T14:00:00Z");
  await order({ units: "-5000" });
  await order({ units: "3000", trailingStopLossOnFill: { distance: "0.00400" } });
  await jump("2024-05-14T15:30:00Z");
  await order({ type: "LIMIT", units: "1000", price: "1.07000" });
  await jump("2024-05-14T16:00:00Z");
  ({ id: branchId } = await ann.call("startReplay", {
    body: { branchOf: parentId, at: "2024-05-14T14:31:00Z", pace: 0 },
  }));
  visitor = await site.visit(`/forex?replay=${parentId}&list=orders&state=ALL`, { person: ann });
  ({ page } = visitor);
});

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog", { name: "Branch this replay" });
const time = () => page.getByRole("region", { name: "Replay controls" }).locator("time");
const parentLink = () => page.getByText("Branch of").getByRole("link");

test("the dialog starts a branch before the last order", async () => {
  await button("Branch from here").click();
  await dialog().getByRole("button", { name: "Before my last order" }).click();
  await notice(page, "Branch Started");
  await page.getByText("from 2024-05-14 15:30:00 UTC").waitFor();
  expect(await time().textContent()).toBe("2024-05-14 15:30:00");
  await page.getByText("Equity of the parent at this time").waitFor();
  const { items } = await ann.call("listReplays", { query: {} });
  expect(items[0]).toMatchObject({ branchOf: parentId, branchedAt: "2024-05-14T15:30:00.000Z" });
  await parentLink().click();
  await page.getByText("2024-05-14 16:00:00").waitFor();
  expect(await parentLink().count()).toBe(0);
  expect(visitor.faults()).toEqual([]);
});

test("a time outside the replay is refused in the dialog", async () => {
  await button("Branch from here").click();
  const moment = dialog().getByLabel("Moment (UTC)");
  await moment.fill("2024-05-14T17:00:00");
  await dialog().getByRole("button", { name: "Start branch" }).click();
  await dialog()
    .getByText("Choose a time from 2024-05-14T13:00:00Z to 2024-05-14T16:00:00Z.")
    .waitFor();
  await moment.fill("2024-05-14T14:30:00");
  await dialog().getByRole("button", { name: "Start branch" }).click();
  await notice(page, "Branch Started");
  await page.getByText("from 2024-05-14 14:30:00 UTC").waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("an order's row starts a branch before the order", async () => {
  await parentLink().click();
  await page.getByText("2024-05-14 16:00:00").waitFor();
  await button(/^History/).click();
  await button(/^Try again from here: .*5,000/)
    .first()
    .click();
  await notice(page, "Branch Started");
  await page.getByText("from 2024-05-14 14:00:00 UTC").waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("the analysis of a branch shows later trades first, and all trades on request", async () => {
  await page.goto(`${site.url}/forex?replay=${branchId}&list=analysis`);
  await page.getByText(/^Trades closed since the branch began\./).waitFor();
  await page.getByText(/^Choose a longer period/).waitFor();
  await button("All trades").click();
  await page.getByText(/^Trades closed since the branch began\./).waitFor({ state: "detached" });
  expect(visitor.faults()).toEqual([]);
});

test.each([
  [360, "light"],
  [360, "dark"],
  [768, "light"],
  [768, "dark"],
  [1440, "light"],
  [1440, "dark"],
] as const)("branches fit a screen of %i px (%s)", async (width, theme) => {
  const view = await site.visit(`/forex?replay=${branchId}&list=orders&state=ALL&part=positions`, {
    person: ann,
    width,
    theme,
  });
  const { page: desk } = view;
  const check = async (name: string) => {
    await endAnimations(desk);
    await leavePicture(desk, `branches-${name}-${width}-${theme}`);
    expect(await faultsOf(desk)).toEqual([]);
  };
  await desk.setViewportSize({ width, height: heightOf(width) });
  await desk.getByText("Equity of the parent at this time").waitFor();
  await desk
    .getByRole("button", { name: /^Try again from here/ })
    .first()
    .waitFor();
  await check("desk");
  await desk
    .getByRole("button", { name: /^Try again/ })
    .first()
    .scrollIntoViewIfNeeded();
  await check("orders");
  await desk.getByRole("button", { name: "Branch from here" }).click();
  await desk.getByRole("button", { name: "Before my last order" }).waitFor();
  await check("dialog");
  await desk.goto(`${site.url}/forex/replays`);
  await desk
    .getByText(/^Branch from 2024-05-14/)
    .first()
    .waitFor();
  await desk
    .getByText(/^Branch from/)
    .first()
    .scrollIntoViewIfNeeded();
  await check("list");
});
