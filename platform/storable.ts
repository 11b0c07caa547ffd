/** Checks that PostgreSQL can store a JSON value sent by a caller. */

/**
 * PostgreSQL stores neither NUL nor unpaired surrogates, and no module needs them. Uses a loop
 * instead of recursion, so that no nesting is too deep.
 */
export function isStorable(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === "string") {
      if (next.includes("\0") || !next.isWellFormed()) return false;
    } else if (Array.isArray(next)) {
      for (const item of next) rest.push(item);
    } else if (typeof next === "object" && next !== null) {
      for (const [key, item] of Object.entries(next)) rest.push(key, item);
    }
  }
  return true;
}
