/**
 * Keyboard shortcuts of the signed-in pages: `g` and a page's key, `/` and Ctrl or Cmd + K for
 * search, `?` for the sheet. None of them acts while the user types in a field or a dialog is open;
 * only Ctrl or Cmd + K acts in a field too. Users can switch the single keys off.
 */

export type Shortcut =
  | { readonly kind: "search" }
  | { readonly kind: "help" }
  | { readonly kind: "go"; readonly key: string }
  /** A key of the page that is open. */
  | { readonly kind: "page"; readonly key: string };

/** How long `g` waits for its second key. */
const SECOND_KEY_MS_MAX = 1500;

type Pressed = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "target" | "timeStamp" | "isComposing"
>;

/**
 * Follows the keys one by one; `g` is remembered until the next one. Keys of the open page come
 * before search and help, never between `g` and its second key.
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
