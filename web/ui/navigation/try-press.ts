/**
 * Remembers a click on "Try it now" on the landing page, so that the next page starts at once. A
 * visitor who follows a stranger's link must click there.
 */
const KEY = "try-pressed";

export function markTryPress(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Storage is not available, so a second click is needed.
  }
}

/** Returns true if there was a click that was not used yet. */
export function takeTryPress(): boolean {
  try {
    const isPressed = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isPressed;
  } catch {
    return false;
  }
}
