/** A `ref`: what is drawn later takes the focus then, which `autoFocus` does for a page's first. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
