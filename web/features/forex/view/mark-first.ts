/** When a native dialog opens, it focuses the element with this attribute. */
export function markFirst(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}
