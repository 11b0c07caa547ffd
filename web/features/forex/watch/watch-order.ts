/**
 * Defines the user's order of instruments and starred instruments, as stored in the browser.
 * Unknown instruments are dropped, new instruments are added at the end, and starred instruments
 * come first.
 */
export interface WatchOrder {
  readonly names: readonly string[];
  readonly starred: readonly string[];
}

/** Parses the stored text. Invalid text results in the default order. */
export function readWatchOrder(text: string | null, all: readonly string[]): WatchOrder {
  const stored = parseOrder(text);
  const names = orderedNames(stored.names, all);
  return {
    names: [...names, ...all.filter((name) => !names.includes(name))],
    starred: orderedNames(stored.starred, all),
  };
}

export function withStar(order: WatchOrder, name: string): WatchOrder {
  const isStarred = order.starred.includes(name);
  const starred = isStarred
    ? order.starred.filter((one) => one !== name)
    : [...order.starred, name];
  return { ...order, starred };
}

/** Moves an instrument one place up or down within its group (starred or not starred). */
export function moveBy(order: WatchOrder, name: string, by: -1 | 1): WatchOrder {
  const group = groupNames(order).find((names) => names.includes(name)) ?? [];
  const other = group[group.indexOf(name) + by];
  if (other === undefined) return order;
  const swap = (one: string) => (one === name ? other : one === other ? name : one);
  return { ...order, names: order.names.map(swap) };
}

/**
 * Returns the names in display order. Starred instruments come first, and each group is in the
 * user's order.
 */
export function inOrder(order: WatchOrder): readonly string[] {
  return groupNames(order).flat();
}

/** Returns true if the typed letters occur in the pair's name, ignoring separators. */
export function isFound(name: string, typed: string): boolean {
  const letters = (text: string) => text.toUpperCase().replaceAll(/[^A-Z]/g, "");
  return letters(name).includes(letters(typed));
}

function groupNames({ names, starred }: WatchOrder): readonly (readonly string[])[] {
  return [
    names.filter((name) => starred.includes(name)),
    names.filter((name) => !starred.includes(name)),
  ];
}

function parseOrder(text: string | null): { names: unknown; starred: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value !== "object" || value === null) return { names: [], starred: [] };
    const entries = new Map<string, unknown>(Object.entries(value));
    return { names: entries.get("names"), starred: entries.get("starred") };
  } catch {
    return { names: [], starred: [] };
  }
}

function orderedNames(names: unknown, all: readonly string[]): string[] {
  if (!Array.isArray(names)) return [];
  return all
    .filter((name) => names.includes(name))
    .toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
}
