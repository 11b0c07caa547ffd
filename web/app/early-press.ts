/**
 * Clicks a button of a prerendered page that the user clicked before the app ran, as
 * web/app/boot.js marked it.
 */

/** From here on the app answers presses itself, also while it takes the page over. */
export function takeOverPresses(): void {
  dispatchEvent(new Event("app"));
}

export function repeatEarlyPress(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-pressed-early]");
  if (button === null) return;
  delete button.dataset["pressedEarly"];
  // After this round of drawing: a press within it does not reach what is yet to be taken over.
  setTimeout(() => button.click());
}
