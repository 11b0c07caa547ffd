/**
 * The modal dialogs that are open, the topmost last. Beside that one nothing can be pressed,
 * reached by keys or heard: what must be stands in it meanwhile, else at the end of the page.
 */
const open: HTMLElement[] = [];
const elements = new Set<HTMLElement>();

/** Returns what is called before it leaves the page. */
export function noteOpen(dialog: HTMLElement): () => void {
  open.push(dialog);
  placeKept();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    placeKept();
  };
}

/** For an element that nothing else places. Returns what takes it away. */
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
