/** Sets the attribute by which a native dialog finds its initial focus. */
export function markFirst(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}
