/**
 * What a screen reader says by itself while somebody walks through pages: the texts that come into
 * live regions, in order.
 */
import type { Page } from "playwright-core";

export interface Announcements {
  /** So far, without what was said twice in a row. */
  said(): Promise<readonly string[]>;
}

/** The page must not be loaded anew while it is listened to. */
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
