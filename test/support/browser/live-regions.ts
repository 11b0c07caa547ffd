/**
 * Records what a screen reader would announce unprompted while a user moves through pages: the
 * texts that the application writes into live regions, in order.
 */
import type { Page } from "playwright-core";

export interface Announcements {
  /** Returns the announcements so far, without consecutive repetitions. */
  said(): Promise<readonly string[]>;
}

/** Starts recording announcements. The page must not be reloaded while they are recorded. */
export async function listenTo(page: Page): Promise<Announcements> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { announcementsSaid: said });
    const regions = "[aria-live=polite],[aria-live=assertive],[role=status],[role=alert]";
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const text = element?.closest(regions)?.textContent?.trim() ?? "";
        if (text !== "" && said.at(-1) !== text) said.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return {
    said: () =>
      page.evaluate(
        () => (globalThis as unknown as { announcementsSaid: string[] }).announcementsSaid,
      ),
  };
}
