/** The title of the current page, for parts outside it. */
let title = "";
const listeners = new Set<() => void>();

export function setShownPage(next: string): void {
  if (next === title) return;
  title = next;
  for (const listener of listeners) listener();
}

/** Empty before the first page. */
export const shownPage = (): string => title;

export function followShownPage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
