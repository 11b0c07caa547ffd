/** Measures the cost of loading a page: script bytes sent over the network, and layout shifts. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { appRuns } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { buyPlan, getCoins, minePaid } from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";
import { countScriptBytes } from "../support/browser/script-bytes.ts";

const LANDING_SCRIPT_BYTES_MAX = 90_000;
const DASHBOARD_SCRIPT_BYTES_MAX = 190_000;
/**
 * Script limit for the Forex desk. It is measured with an account that has funds and orders,
 * because these load additional scripts.
 */
const DESK_SCRIPT_BYTES_MAX = 250_000;

/**
 * One hundredth of the limit for "good" stability (web.dev/articles/cls). The remaining shifts come
 * from button labels when the font loads, and from figures that gain digits.
 */
const SHIFT_MAX = 0.001;

/** Maximum delay of the account response, long enough for the rest of the page to render first. */
const LATE_MS = 2_000;

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
  // A payout during a visit would add a line and move all content below it, so stop mining.
  await ann.call("stopMining");
  const { items } = await ann.call("listDeposits", {});
  txid = items[0]?.txid ?? "";
});

test("the landing page's scripts stay within the limit", async () => {
  const { context, page } = await site.enter({ isUnused: true });
  expect(await scriptBytes(page, "/")).toBeLessThanOrEqual(LANDING_SCRIPT_BYTES_MAX);
  await context.close();
});

test.each([
  ["/dashboard", DASHBOARD_SCRIPT_BYTES_MAX],
  ["/forex", DESK_SCRIPT_BYTES_MAX],
])("%s stays within the script limit without layout shifts at 1440 px", async (path, bytesMax) => {
  const { bytes, shifts } = await loadAt1440(path, ann);
  expect(bytes).toBeLessThanOrEqual(bytesMax);
  expect(felt(shifts)).toEqual([]);
});

test.each([
  ["/", 1440],
  ["/", 360],
  ["/dashboard", 360],
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
])("%s has no layout shift at %i px", async (path, width) => {
  const { context, page } = await site.enter({ person: ann, width, isUnused: true });
  expect(felt(await shiftsOf(page, path.replace("txid", txid)))).toEqual([]);
  await context.close();
});

describe("the desk with funds and an order", () => {
  let trader: Person;
  beforeAll(async () => {
    trader = await signUp(site.url, "Tess");
    await getCoins(trader);
    const pay = (name: "transferForexFunds" | "placeForexOrder", body: object) =>
      trader.call(name, { body, idempotencyKey: randomUUID() });
    await pay("transferForexFunds", { amountSats: 1_000_000 });
    // Places a pending order, which the desk accepts even at weekends.
    await pay("placeForexOrder", {
      type: "LIMIT",
      instrument: "EUR_USD",
      units: "100",
      price: "0.50000",
    });
  });

  test("the page stays within the script limit without layout shifts at 1440 px", async () => {
    const { bytes, shifts } = await loadAt1440("/forex", trader);
    expect(bytes).toBeLessThanOrEqual(DESK_SCRIPT_BYTES_MAX);
    expect(felt(shifts)).toEqual([]);
  });

  test("the page has no layout shift at 1440 px when the account loads last", async () => {
    const { context, page } = await site.enter({ person: trader, isUnused: true });
    const chart = page.locator("canvas").first();
    await page.route("**/api/v1/forex/account", async (route) => {
      await chart.waitFor({ timeout: LATE_MS }).catch(() => {});
      await route.continue();
    });
    const shifts = await shiftsOf(page, "/forex");
    await chart.waitFor();
    expect(felt(shifts)).toEqual([]);
    await context.close();
  });

  test("the page has no layout shift at 360 px", async () => {
    const { context, page } = await site.enter({ person: trader, width: 360, isUnused: true });
    expect(felt(await shiftsOf(page, "/forex"))).toEqual([]);
    await context.close();
  });
});

/**
 * Loads the page at 1440 px and returns its script bytes and layout shifts. Both are measured in
 * one load, because each measurement needs a browser window with an empty cache.
 */
async function loadAt1440(path: string, person: Person) {
  const { context, page } = await site.enter({ person, isUnused: true });
  await watchShifts(page);
  const bytes = await scriptBytes(page, path);
  const shifts = await shiftsSoFar(page);
  await context.close();
  return { bytes, shifts };
}

/** Returns all layout shifts, or an empty list if their sum is negligible. */
function felt(shifts: readonly Shift[]): readonly Shift[] {
  const sum = shifts.reduce((total, { score }) => total + score, 0);
  process.stdout.write(`layout shift ${sum.toFixed(4)} ${JSON.stringify(shifts)}\n`);
  return sum <= SHIFT_MAX ? [] : shifts;
}

async function scriptBytes(page: Page, path: string): Promise<number> {
  const bytesSoFar = await countScriptBytes(page);
  await page.goto(path);
  // On a slow machine the network can be idle before the scripts request more data, so wait for the
  // application.
  await appRuns(page);
  await page.waitForLoadState("networkidle");
  const bytes = bytesSoFar();
  process.stdout.write(`${path}: ${bytes} bytes of script on the wire\n`);
  return bytes;
}

async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  await watchShifts(page);
  await page.goto(path);
  await appRuns(page);
  await page.waitForLoadState("networkidle");
  return shiftsSoFar(page);
}

/**
 * Starts recording layout shifts that the user did not cause, with their score and the elements
 * that moved.
 */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { seenShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const places = entry.sources.map(({ node, previousRect, currentRect }) => {
          const [before, after] = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(" "),
          );
          return `${node?.textContent?.slice(0, 40) ?? ""} (${before} to ${after})`;
        });
        shifts.push({ score: entry.value, places });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

function shiftsSoFar(page: Page): Promise<Shift[]> {
  return page.evaluate(() => (globalThis as unknown as { seenShifts: Shift[] }).seenShifts);
}

interface LayoutShift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: { readonly textContent: string | null } | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}
