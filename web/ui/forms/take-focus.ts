/** A `ref` that focuses its element on mount. `autoFocus` works for form fields only. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
