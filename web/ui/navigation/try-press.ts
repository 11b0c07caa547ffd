/**
 * Remembers a click on "Try it now" on the landing page, so that the next page starts immediately.
 * Visitors who arrive by an external link must click on that page.
 */
const KEY = "try-pressed";

export function markTryPress(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Storage is unavailable. A second click on the next page is therefore needed.
  }
}

/** Returns true if there was a click that has not been used yet, and marks the click as used. */
export function takeTryPress(): boolean {
  try {
    const isPressed = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isPressed;
  } catch {
    return false;
  }
}
