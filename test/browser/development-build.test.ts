/**
 * Opens every page in React's development build. Its console reports errors that the production
 * build corrects silently, such as hydration mismatches and siblings with the same key.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { goTo } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import * as mainJob from "../support/people/main-job.ts";
import { PAGES_WITHOUT_MONEY, PUBLIC_PAGES } from "../support/browser/page-paths.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { startServer } from "../support/servers/server.ts";
import { withSecondFactor } from "../support/people/two-administrators.ts";

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };

const SIGNED_IN_PAGES = [
  "/dashboard",
  "/forex",
  "/forex?list=orders",
  "/forex?list=history",
  "/invest",
  "/staking",
  "/purchase-power",
  "/mining",
  "/hardware",
  "/wallet",
  "/deposit",
  "/withdraw",
  "/track-transaction/demo-tx",
  "/analytics",
  "/history",
  "/mailbox",
  ...PAGES_WITHOUT_MONEY,
];

const ADMIN_PAGES = [
  "/admin/dashboard",
  "/admin/users",
  "/admin/withdrawals",
  "/admin/adjustments",
  "/admin/treasury",
  "/admin/pool",
  "/admin/support",
  "/admin/settings",
  "/admin/audit",
  "/admin/operations",
  "/admin/security",
];

const PAGES_MS_MAX = 600_000;

const site = openSite(() => {
  execFileSync(process.execPath, ["scripts/build-development-pages.mjs"], { stdio: "inherit" });
  return startServer({
    program: "test/support/servers/server-of-development-pages.ts",
    env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  });
});
let ann: Person;
let admin: Person;

beforeAll(async () => {
  admin = await withSecondFactor(await signIn(site.url, ADMIN.email, ADMIN.password));
  ann = await signUp(site.url, "Ann");
  await mainJob.getCoins(ann);
  await mainJob.buyPlan(ann, "Enterprise Farm");
  await mainJob.minePaid(ann, 1);
  const body = { amountSats: 1_000_000 };
  await ann.call("transferForexFunds", { body, idempotencyKey: randomUUID() });
  await ann.call("placeForexOrder", {
    body: { type: "LIMIT", instrument: "EUR_USD", units: "100", price: "0.50000" },
    idempotencyKey: randomUUID(),
  });
});

test(
  "public pages print nothing to the console",
  async () => expect(await printedBy(PUBLIC_PAGES)).toEqual({}),
  PAGES_MS_MAX,
);

test(
  "the pages of a user with money print nothing to the console",
  async () => {
    const { items } = await ann.call("listDeposits");
    const { id: userId } = await ann.call("getMe");
    expect(await printedBy([...SIGNED_IN_PAGES, `/transaction/${items[0]?.txid}`], ann)).toEqual(
      {},
    );
    expect(await printedBy([...ADMIN_PAGES, `/admin/users/${userId}`], admin)).toEqual({});
  },
  PAGES_MS_MAX,
);

/**
 * Returns the console errors, warnings and page errors of each page, keyed by path. The result is
 * empty if no page has any.
 */
async function printedBy(pages: readonly string[], person?: Person) {
  const { page, context } = await site.enter({ person, isUnused: true });
  const lines: string[] = [];
  page.on("pageerror", (error) => lines.push(error.message));
  page.on("console", (message) => {
    // The browser itself logs this message for every refused request. The page handles the refusal.
    const isOfBrowser = message.text().startsWith("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !isOfBrowser) lines.push(message.text());
  });
  const printed: Record<string, readonly string[]> = {};
  for (const path of pages) {
    await goTo(page, path);
    await settled(page);
    if (lines.length > 0) printed[path] = lines.splice(0);
  }
  await context.close();
  return printed;
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.body.innerText.includes("Loading..."));
}
