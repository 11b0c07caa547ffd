/**
 * "Try it now" was pressed on the public page: the page it leads to begins at once. Who comes there
 * by somebody else's link presses there.
 */
const KEY = "try-pressed";

export function markTryPress(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Storage refused: it is pressed once more.
  }
}

/** Once for each press. */
export function takeTryPress(): boolean {
  try {
    const isPressed = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isPressed;
  } catch {
    return false;
  }
}
