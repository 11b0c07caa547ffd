/** A `ref` that focuses its element when it mounts: `autoFocus` does so for form fields only. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
