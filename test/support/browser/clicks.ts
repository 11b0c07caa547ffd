/**
 * Counts a user's clicks and measures the response time of each: the time from the click to the
 * next frame, measured in the browser.
 */
import type { Locator, Page } from "playwright-core";

export interface Clicks {
  /** Names of the clicked controls, in order. */
  readonly names: readonly string[];
  click(control: Locator): Promise<void>;
  /**
   * Prints the slowest response times. They never fail a test, because they vary on a shared
   * machine.
   */
  report(): void;
}

/** Starts counting clicks. The page must not be reloaded while clicks are counted. */
export async function watchClicks(page: Page): Promise<Clicks> {
  await page.evaluate(() => {
    const answers: number[] = [];
    Object.assign(globalThis, { clickAnswersMs: answers });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === "click") answers.push(duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const names: string[] = [];
  let answersMs: readonly number[] = [];
  return {
    names,
    async click(control) {
      names.push((await control.getAttribute("aria-label")) ?? (await control.innerText()));
      await control.click();
      answersMs = await page.evaluate(
        () => (globalThis as unknown as { clickAnswersMs: number[] }).clickAnswersMs,
      );
    },
    report() {
      const slowest = Math.max(0, ...answersMs);
      process.stdout.write(
        `${names.length} clicks (${names.join(", ")}), on screen after ${slowest} ms at most\n`,
      );
    },
  };
}
