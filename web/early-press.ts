/**
 * A button of a prerendered page that was pressed before the app ran, as web/boot.js marked it, is
 * pressed once it runs.
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
