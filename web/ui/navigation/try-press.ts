/**
 * Remembers a click on "Try it now" on the landing page, so that the next page starts immediately.
 * Visitors who arrive by an external link must click the button on the next page.
 */
const KEY = "try-pressed";

export function markTryPress(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Storage is unavailable, so the user must click again on the next page.
  }
}

/** Returns true if there is an unused click, and marks the click as used. */
export function takeTryPress(): boolean {
  try {
    const isPressed = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isPressed;
  } catch {
    return false;
  }
}
