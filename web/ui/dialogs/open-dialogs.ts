/**
 * The open modal dialogs, the topmost last. Elements outside the topmost one cannot be clicked,
 * focused or read out, so toasts and the like move into it, or to the end of the page if none is
 * open.
 */
const open: HTMLElement[] = [];
const elements = new Set<HTMLElement>();

/** Returns a function to call before the dialog is removed. */
export function noteOpen(dialog: HTMLElement): () => void {
  open.push(dialog);
  placeKept();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    placeKept();
  };
}

/** Places an element that has no other parent. Returns a function that removes it. */
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
