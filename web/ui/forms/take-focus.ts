/** A `ref` that focuses its element on mount. `autoFocus` works only for form fields. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
