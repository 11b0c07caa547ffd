/**
 * Repeats a click that the user made on a prerendered page before the app ran. web/app/boot.js has
 * marked the button.
 */

/**
 * Tells boot.js to stop marking clicks, because the app now handles them, even while it hydrates.
 */
export function takeOverPresses(): void {
  dispatchEvent(new Event("app"));
}

export function repeatEarlyPress(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-pressed-early]");
  if (button === null) return;
  delete button.dataset["pressedEarly"];
  // After the current render, because a click during hydration would be lost.
  setTimeout(() => button.click());
}
