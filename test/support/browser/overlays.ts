/**
 * Opens and uses overlays in browser tests: the command palette, the keyboard shortcut list and the
 * activity list.
 */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export function dialog(page: Page, name: string): Locator {
  return page.getByRole("dialog", { name });
}

export function palette(page: Page): Locator {
  return dialog(page, "Search and go to");
}

/**
 * Opens the palette with its keyboard shortcut and waits until its field has the focus. If the
 * palette is already open, the shortcut has no effect.
 */
export async function openPalette(page: Page): Promise<void> {
  await pressUntil(page, paletteField(page), "Control+k");
}

/**
 * Presses the keys until the element is shown. A newly rendered page does not handle keys yet, so
 * one press may not be enough.
 */
export async function pressUntil(page: Page, shown: Locator, keys: string): Promise<void> {
  await pressAgain(
    () => page.keyboard.press(keys),
    () => shown.waitFor({ timeout: CHECK_MS }),
  );
}

const CHECK_MS = 2_000;

async function pressAgain(press: () => Promise<void>, check: () => Promise<void>): Promise<void> {
  const pressAndCheck = async () => {
    await press();
    return check().then(
      () => true,
      () => false,
    );
  };
  await expect.poll(pressAndCheck).toBe(true);
}

/**
 * Presses g and `key` until the page at `path` opens. A newly rendered page does not handle keys
 * yet, and a page ignores the first key if the second comes too late.
 */
export async function goByKeys(page: Page, key: string, path: string): Promise<void> {
  const press = async () => {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
  };
  await pressAgain(press, () => page.waitForURL(`**${path}`, { timeout: CHECK_MS }));
}

/** Returns the palette's field, which must have the focus. */
export function paletteField(page: Page): Locator {
  return palette(page).getByRole("combobox").and(page.locator(":focus"));
}

/** Types into the open palette and selects the first option, which must have the given name. */
export async function typeAndTake(
  page: Page,
  text: string,
  option: string | RegExp,
): Promise<void> {
  await page.keyboard.type(text);
  await palette(page).getByRole("option", { name: option, selected: true }).waitFor();
  await page.keyboard.press("Enter");
}
