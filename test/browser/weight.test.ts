/**
 * What a page costs before it is usable: script bytes on the wire, text without any script, and
 * nothing that jumps.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { appRuns } from "../support/browser.ts";
import { openSite } from "../support/browser-site.ts";
import { buyPlan, getCoins, minePaid } from "../support/main-job.ts";
import { signUp, type Person } from "../support/person.ts";
import { countScriptBytes } from "../support/script-bytes.ts";

const LANDING_SCRIPT_BYTES_MAX = 60_000;
const DASHBOARD_SCRIPT_BYTES_MAX = 102_000;
const DESK_SCRIPT_BYTES_MAX = 139_000;
/** The ticket comes with the first funds, lists and lines with what is open. */
const USED_DESK_SCRIPT_BYTES_MAX = 165_000;

/**
 * What counts as steady ends at a hundred times as much (web.dev/articles/cls). What is left are
 * words of buttons as the font comes, and figures that grow by a digit.
 */
const SHIFT_MAX = 0.001;

interface Shift {
  readonly score: number;
  readonly places: readonly string[];
}

const site = openSite();
let ann: Person;
let txid: string;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  await buyPlan(ann, "Enterprise Farm");
  await minePaid(ann, 1);
  // A payout that lands while somebody looks is a new line, and moves what is below it.
  await ann.call("stopMining");
  const { items } = await ann.call("listDeposits", {});
  txid = items[0]?.txid ?? "";
});

test("scripts of the landing page", async () => {
  const { context, page } = await site.enter({ isUnused: true });
  expect(await scriptBytes(page, "/")).toBeLessThanOrEqual(LANDING_SCRIPT_BYTES_MAX);
  await context.close();
});

test.each([
  ["/dashboard", DASHBOARD_SCRIPT_BYTES_MAX],
  ["/forex", DESK_SCRIPT_BYTES_MAX],
])("scripts of %s", async (path, bytesMax) => {
  const { context, page } = await site.enter({ person: ann, isUnused: true });
  expect(await scriptBytes(page, path)).toBeLessThanOrEqual(bytesMax);
  await context.close();
});

test("the landing page can be read without JavaScript", async () => {
  const context = await site.browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const text = await page.locator("body").innerText();
  expect(text).toContain("Practice - test coins, no value");
  for (const plan of ["Starter Rig", "Pro Miner", "Enterprise Farm"]) expect(text).toContain(plan);
  await context.close();
});

test.each([
  ["/", 1440],
  ["/", 360],
  ["/dashboard", 1440],
  ["/dashboard", 360],
  ["/forex", 1440],
  ["/purchase-power", 1440],
  ["/deposit", 360],
  ["/withdraw", 360],
  ["/history", 1440],
  ["/analytics", 1440],
  ["/analytics", 360],
  ["/login", 360],
  ["/forgot-password", 360],
  ["/track-transaction/txid", 1440],
  ["/track-transaction/txid", 360],
])("nothing shifts on %s at %i px", async (path, width) => {
  const { context, page } = await site.enter({ person: ann, width, isUnused: true });
  const shifts = await shiftsOf(page, path.replace("txid", txid));
  const sum = shifts.reduce((total, { score }) => total + score, 0);
  const places = JSON.stringify(shifts);
  process.stdout.write(`${path} at ${width} px: layout shift ${sum.toFixed(4)} ${places}\n`);
  expect(sum).toBeLessThanOrEqual(SHIFT_MAX);
  await context.close();
});

describe("with funds and an order at the desk", () => {
  let trader: Person;
  beforeAll(async () => {
    trader = await signUp(site.url, "Tess");
    await getCoins(trader);
    const pay = (name: "transferForexFunds" | "placeForexOrder", body: object) =>
      trader.call(name, { body, idempotencyKey: randomUUID() });
    await pay("transferForexFunds", { amountSats: 1_000_000 });
    // At the weekend, too.
    await pay("placeForexOrder", {
      type: "LIMIT",
      instrument: "EUR_USD",
      units: "100",
      price: "0.50000",
    });
  });

  test.each([1440, 360])("nothing shifts at %i px", async (width) => {
    const { context, page } = await site.enter({ person: trader, width, isUnused: true });
    const shifts = await shiftsOf(page, "/forex");
    const sum = shifts.reduce((total, { score }) => total + score, 0);
    expect({ shifts, isStill: sum <= SHIFT_MAX }).toEqual({ shifts, isStill: true });
    await context.close();
  });

  test("scripts", async () => {
    const { context, page } = await site.enter({ person: trader, isUnused: true });
    expect(await scriptBytes(page, "/forex")).toBeLessThanOrEqual(USED_DESK_SCRIPT_BYTES_MAX);
    await context.close();
  });
});

async function scriptBytes(page: Page, path: string): Promise<number> {
  const bytesSoFar = await countScriptBytes(page);
  await page.goto(path);
  // On a slow machine the network is also idle before the scripts ask for more.
  await appRuns(page);
  await page.waitForLoadState("networkidle");
  const bytes = bytesSoFar();
  process.stdout.write(`${path}: ${bytes} bytes of script on the wire\n`);
  return bytes;
}

/** Layout shifts that the user did not cause: score and the places that moved. */
async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  await page.addInitScript(() => {
    const seen: Shift[] = [];
    Object.assign(globalThis, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const places = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? "");
        seen.push({ score: entry.value, places });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(path);
  await appRuns(page);
  await page.waitForLoadState("networkidle");
  return page.evaluate(() => (globalThis as unknown as { seenShifts: Shift[] }).seenShifts);
}

interface LayoutShift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: { readonly textContent: string | null } | null }[];
}
