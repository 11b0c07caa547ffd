/** Sends requests from several pages so that they reach the server at the same time. */
import type { Page } from "playwright-core";

/**
 * Holds each page's first POST request to `path` until all pages have sent theirs. Otherwise the
 * first response would cause an event, and the other pages would no longer send their requests.
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
