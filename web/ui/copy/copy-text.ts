/**
 * Rejects when the browser does not allow it. Over plain HTTP of another machine there is no
 * clipboard to write to, but what is selected can be copied.
 */
export async function copyText(text: string): Promise<void> {
  // Typed as always there.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) return clipboard.writeText(text);
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr-only";
  // Beside what was pressed: what is outside of an open dialog cannot be selected.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error("The browser did not allow it.");
}
