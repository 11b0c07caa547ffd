/** The native dialog gives the focus to the element with this attribute when it opens. */
export function markFirst(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}
