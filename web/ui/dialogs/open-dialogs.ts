/**
 * Tracks the open modal dialogs, topmost last. Elements outside the topmost dialog cannot be
 * clicked, focused or read by screen readers. Therefore, toasts and similar elements are moved into
 * the topmost dialog, or to the end of the page if no dialog is open.
 */
const open: HTMLElement[] = [];
const elements = new Set<HTMLElement>();

/**
 * Registers an open dialog. Returns a function that must be called before the dialog is removed.
 */
export function noteOpen(dialog: HTMLElement): () => void {
  open.push(dialog);
  placeKept();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    placeKept();
  };
}

/**
 * Places a detached element in the topmost dialog or in the page. Returns a function that removes
 * the element.
 */
export function keepInReach(element: HTMLElement): () => void {
  elements.add(element);
  placeKept();
  return () => {
    elements.delete(element);
    element.remove();
  };
}

function placeKept(): void {
  const place = open.at(-1) ?? document.body;
  for (const element of elements) if (element.parentNode !== place) place.append(element);
}
