/**
 * Every page in both themes and at the narrowest and a wide width, for an account with money and an empty one: no
 * accessibility violation, no sideways scroll, the practice label in title and strip, no error on the way.
 */
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  launchBrowser,
  newVisitor,
  sidewaysScroll,
  type Theme,
} from "../support/browser.ts";
import { storageOf, type SignedInStorage } from "../support/browser-person.ts";
import * as mainJob from "../support/main-job.ts";
import { signIn, signUp } from "../support/person.ts";
import { startServer, type RunningServer } from "../support/server.ts";

const LABEL = "Practice - test coins, no value";
const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };
const ADMIN_PAGES = [
  "/admin/dashboard",
  "/admin/users",
  "/admin/withdrawals",
  "/admin/adjustments",
  "/admin/treasury",
  "/admin/support",
  "/admin/settings",
  "/admin/audit",
];
const PUBLIC_PAGES = [
  "/",
  "/login",
  "/login/link",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/confirm",
  "/no-such-page",
];

let server: RunningServer;
let browser: Browser;
let rich: SignedInStorage;
let empty: SignedInStorage;
let administrator: SignedInStorage;
let withdrawal: { id: string; txid: string };

beforeAll(async () => {
  const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  [server, browser] = await Promise.all([startServer({ env }), launchBrowser()]);
  const { url } = server;
  const [ann, eve] = await Promise.all([signUp(url, "Ann"), signUp(url, "Eve")]);
  await mainJob.getCoins(ann);
  await mainJob.buyPlan(ann, "Enterprise Farm");
  await mainJob.minePaid(ann, 1);
  await ann.call("placeOrder", { body: { itemId: "mining-rig-frame" } });
  await mainJob.fundFilled(ann);
  await ann.call("openStake", { body: { amountSats: 100_000, durationDays: 90 } });
  const { id } = await mainJob.requestWithdrawal(
    ann,
    1_000_000,
    mainJob.outsideAddress(),
    randomUUID(),
  );
  const { txid } = await mainJob.followToCompleted(ann, id);
  withdrawal = { id, txid: txid ?? "" };
  administrator = await storageOf(url, await signIn(url, ADMIN.email, ADMIN.password));
  [rich, empty] = await Promise.all([storageOf(url, ann), storageOf(url, eve)]);
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

const signedInPages = () => [
  "/dashboard",
  "/invest",
  "/staking",
  "/purchase-power",
  "/hardware",
  "/wallet",
  "/deposit",
  "/withdraw",
  "/track-transaction/demo-tx",
  `/track-transaction/${withdrawal.txid}`,
  `/transaction/${withdrawal.txid}`,
  "/analytics",
  "/mailbox",
  "/history",
  "/settings",
  "/settings/two-factor",
  "/settings/login-notifications",
  "/settings/login-history",
  "/settings/email",
  "/settings/password",
  "/support",
];

const BOTH: readonly Theme[] = ["dark", "light"];

/** The theme that a page is loaded in comes first; the other one is switched to where it stands. */
const LOOKS: readonly (readonly [string, number, readonly Theme[]])[] = [
  ["dark then light", 1440, BOTH],
  ["light then dark", 360, BOTH.toReversed()],
];

test.each(LOOKS)("signed out, %s, %i px", async (_, width, themes) => {
  expect(await faultsOf(PUBLIC_PAGES, { width, themes })).toEqual({});
});

test.each(LOOKS)("with money, %s, %i px", async (_, width, themes) => {
  expect(await faultsOf(signedInPages(), { width, themes, storage: rich })).toEqual({});
});

test.each([
  [1440, "light"],
  [360, "dark"],
] as const)("empty account, %i px, %s", async (width, theme) => {
  const look = { width, themes: [theme], storage: empty };
  expect(await faultsOf(signedInPages(), look)).toEqual({});
});

test.each(LOOKS)("administrator, %s, %i px", async (_, width, themes) => {
  expect(await faultsOf(ADMIN_PAGES, { width, themes, storage: administrator })).toEqual({});
});

test("a withdrawal's id leads to its transaction", async () => {
  const { page, context, faults } = await newVisitor(browser, { url: server.url, storage: rich });
  await page.goto(`/track-transaction/${withdrawal.id}`);
  await page.waitForURL(`**/track-transaction/${withdrawal.txid}`);
  expect(faults()).toEqual([]);
  await context.close();
});

interface Look {
  readonly width: number;
  readonly themes: readonly Theme[];
  readonly storage?: SignedInStorage;
}

/** What is wrong, by page and theme; an empty object is right. */
async function faultsOf(pages: readonly string[], { themes, ...look }: Look) {
  const { page, context, faults } = await newVisitor(browser, { url: server.url, ...look });
  const found: Record<string, string[]> = {};
  for (const path of pages) {
    const [first = "dark"] = themes;
    await page.emulateMedia({ colorScheme: first });
    await page.goto(path);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
      await settled(page);
      const wrong = [...(await faultsOfPage(page)), ...faults()];
      if (wrong.length > 0) found[`${path}, ${theme}`] = wrong;
    }
  }
  await context.close();
  return found;
}

async function faultsOfPage(page: Page): Promise<string[]> {
  const wrong = await axeViolations(page);
  const title = await page.title();
  if (!title.endsWith(LABEL)) wrong.push(`title: ${title}`);
  if (!(await page.getByText(LABEL, { exact: true }).isVisible())) wrong.push("no practice strip");
  const sideways = await sidewaysScroll(page);
  if (sideways > 0) wrong.push(`${sideways} px wider than the window`);
  return wrong;
}

/** The app runs, its one heading stands, nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await appRuns(page);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.body.innerText.includes("Loading..."));
  // Colours are judged as they end, not on their way.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (Number.isFinite(Number(one.effect?.getComputedTiming().endTime))) one.finish();
    }
  });
}
