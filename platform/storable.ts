/** What the database can keep of a JSON value that a caller sent. */

/**
 * PostgreSQL keeps neither NUL nor half a surrogate pair; no field of any module needs them. Loops,
 * so that no nesting is too deep.
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
