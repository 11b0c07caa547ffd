/**
 * Copies a text. Rejects if the browser does not allow copying. The clipboard API is available only
 * over HTTPS and on localhost, so other pages select the text and copy the selection.
 */
export async function copyText(text: string): Promise<void> {
  // The DOM types incorrectly declare that the clipboard always exists.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) return clipboard.writeText(text);
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr-only";
  // Place the text area next to the clicked button, because text outside an open dialog cannot be
  // selected.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error("The browser did not allow copying.");
}
