/**
 * Keyboard shortcuts of the signed-in pages: `g` plus a page's key, `/` and Ctrl or Cmd + K for
 * search, and `?` for the help sheet. Single-key shortcuts are off while the user types in a field
 * or a dialog is open. Ctrl or Cmd + K also works in fields. Users can turn the single-key
 * shortcuts off.
 */

export type Shortcut =
  | { readonly kind: "search" }
  | { readonly kind: "help" }
  | { readonly kind: "go"; readonly key: string }
  /** A command of the current page. */
  | { readonly kind: "page"; readonly key: string };

/** Maximum delay between `g` and the second key. */
const SECOND_KEY_MS_MAX = 1500;

type Pressed = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "target" | "timeStamp" | "isComposing"
>;

/**
 * Returns a reader that receives one key at a time and remembers `g` until the next key. Shortcuts
 * of the current page take precedence over search and help, but not after `g`.
 */
export function shortcutReader(
  hasDialog: () => boolean,
  isPageKey: (key: string) => boolean = () => false,
  hasSingleKeys: () => boolean = () => true,
): (event: Pressed) => Shortcut | undefined {
  let goSince: number | undefined;
  return (event) => {
    const since = goSince;
    goSince = undefined;
    if (event.isComposing || event.altKey || hasDialog()) return undefined;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) return key === "k" ? { kind: "search" } : undefined;
    if (isTyping(event.target) || !hasSingleKeys()) return undefined;
    if (since !== undefined && event.timeStamp - since <= SECOND_KEY_MS_MAX) {
      return /^[a-z]$/.test(key) ? { kind: "go", key } : undefined;
    }
    const pageKey = event.key.length === 1 ? key : event.key;
    if (isPageKey(pageKey)) return { kind: "page", key: pageKey };
    if (key === "g") goSince = event.timeStamp;
    if (key === "/") return { kind: "search" };
    return key === "?" ? { kind: "help" } : undefined;
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, [contenteditable]") !== null;
}
