/** Requests of several pages that reach the server side by side. */
import type { Page } from "playwright-core";

/**
 * Holds each page's first POST to `path` until all of them have sent theirs: what one is answered
 * tells the others, which then would not ask.
 */
export async function sendTogether(pages: readonly Page[], path: string): Promise<void> {
  const waiting = new Set(pages);
  const all = Promise.withResolvers<void>();
  for (const page of pages)
    await page.route(path, async (route) => {
      if (route.request().method() === "POST") {
        waiting.delete(page);
        if (waiting.size === 0) all.resolve();
        await all.promise;
      }
      await route.continue();
    });
}
