/**
 * Repeats a click that the user made on a prerendered page before the app was running.
 * web/app/boot.js marks the clicked button.
 */

/**
 * Stops boot.js from marking clicks. From then on, the app handles clicks, even during hydration.
 */
export function takeOverPresses(): void {
  dispatchEvent(new Event("app"));
}

export function repeatEarlyPress(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-pressed-early]");
  if (button === null) return;
  delete button.dataset["pressedEarly"];
  // Wait until the current render has finished, because a click during hydration would be lost.
  setTimeout(() => button.click());
}
