/** A `ref`: what is drawn later takes the focus then; the attribute serves a page's first alone. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
