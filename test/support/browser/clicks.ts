/**
 * Counts the presses of a person and how long the screen took to answer each: from the press to the
 * next frame, as the browser measures it.
 */
import type { Locator, Page } from "playwright-core";

export interface Presses {
  /** Of what was pressed, in order. */
  readonly names: readonly string[];
  press(control: Locator): Promise<void>;
  /** Prints the longest answers; a shared machine's times decide nothing. */
  report(): void;
}

/** The page must not be loaded anew while it is watched. */
export async function watchPresses(page: Page): Promise<Presses> {
  await page.evaluate(() => {
    const answers: number[] = [];
    Object.assign(globalThis, { pressAnswersMs: answers });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === "click") answers.push(duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const names: string[] = [];
  let answersMs: readonly number[] = [];
  return {
    names,
    async press(control) {
      names.push((await control.getAttribute("aria-label")) ?? (await control.innerText()));
      await control.click();
      answersMs = await page.evaluate(
        () => (globalThis as unknown as { pressAnswersMs: number[] }).pressAnswersMs,
      );
    },
    report() {
      const slowest = Math.max(0, ...answersMs);
      process.stdout.write(
        `${names.length} presses (${names.join(", ")}), on screen after ${slowest} ms at most\n`,
      );
    },
  };
}
