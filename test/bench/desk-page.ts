/**
 * Measures the Forex page in a real browser: the size of the scripts that it loads with an empty
 * cache, and how often its main thread is blocked for more than 50 ms while all prices change ten
 * times per second. The server sends five messages per second. To double this rate, the page
 * repeats each message a tenth of a second later with slightly different prices.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CHROMIUM_FLAGS } from "../../scripts/chromium.ts";
import { launchBrowser } from "../support/browser/browser.ts";
import { countScriptBytes } from "../support/browser/script-bytes.ts";
import type { BenchPerson } from "./people-installation.ts";
import type { Plan } from "./plan.ts";

export interface DeskPageRound {
  /** Script size in kilobytes of 1,000 bytes, as sent over the network with headers. */
  readonly scriptKilobytes: number;
  readonly longTasks: number;
  readonly messages: { readonly perSecond: number; readonly meanMs: number };
}

/**
 * Browser flags except those that turn off the optimising compiler, because users' browsers compile
 * hot code.
 */
const FLAGS = CHROMIUM_FLAGS.filter((flag) => !flag.startsWith("--js-flags"));
const TIMES = {
  full: { settleMs: 5_000, seconds: 60 },
  short: { settleMs: 500, seconds: 1 },
};

interface Watched {
  messages: number;
  longTasks: number[];
}

export async function measureDeskPage(
  origin: string,
  { session }: BenchPerson,
  size: Plan["size"],
): Promise<DeskPageRound> {
  const { settleMs, seconds } = TIMES[size];
  const browser = await launchBrowser({ args: FLAGS });
  try {
    const { hostname } = new URL(origin);
    const name = `sb-${hostname.split(".")[0]}-auth-token`;
    const localStorage = [{ name, value: JSON.stringify(session) }];
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1440, height: 900 },
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    });
    const page = await context.newPage();
    await page.addInitScript(doublePrices);
    const scriptBytes = await countScriptBytes(page);
    await page.goto("/forex");
    await page.locator("[data-chart] canvas").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    await sleep(settleMs);
    await page.evaluate(() => {
      Object.assign(globalThis, { watched: { messages: 0, longTasks: [] } });
    });
    await sleep(seconds * 1_000);
    const { messages, longTasks } = await page.evaluate(
      () => (globalThis as unknown as { watched: Watched }).watched,
    );
    const meanMs = longTasks.reduce((sum, one) => sum + one, 0) / Math.max(longTasks.length, 1);
    return {
      scriptKilobytes: scriptBytes() / 1_000,
      longTasks: longTasks.length,
      messages: { perSecond: messages / seconds, meanMs },
    };
  } finally {
    await browser.close();
  }
}

/**
 * Records long tasks and delivers each price message twice. This function runs in the page, before
 * the page's own scripts.
 */
function doublePrices(): void {
  const watched: Watched = { messages: 0, longTasks: [] };
  const page = globalThis as unknown as { watched: Watched; WebSocket: typeof WebSocket };
  page.watched = watched;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) page.watched.longTasks.push(duration);
  }).observe({ type: "longtask" });
  const [quoteBytes, bidAt, askAt, step, waitMs] = [24, 4, 8, 10, 100];
  const repeated = new WeakSet<Event>();
  page.WebSocket = class extends WebSocket {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener("message", (event: MessageEvent<unknown>) => {
        if (!(event.data instanceof ArrayBuffer)) return;
        page.watched.messages += 1;
        if (repeated.has(event)) return;
        const data = event.data.slice(0);
        const view = new DataView(data);
        for (let at = 0; at < data.byteLength; at += quoteBytes)
          for (const place of [at + bidAt, at + askAt])
            view.setInt32(place, view.getInt32(place, true) + step, true);
        setTimeout(() => {
          const again = new MessageEvent("message", { data });
          repeated.add(again);
          this.dispatchEvent(again);
        }, waitMs);
      });
    }
  };
}
