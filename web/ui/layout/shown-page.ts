/** Stores the title of the current page for components outside the page. */
let title = "";
const listeners = new Set<() => void>();

export function setShownPage(next: string): void {
  if (next === title) return;
  title = next;
  for (const listener of listeners) listener();
}

/** Returns the current title, or "" before the first page is shown. */
export const shownPage = (): string => title;

export function followShownPage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
