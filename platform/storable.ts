/** Checks that PostgreSQL can store a JSON value sent by a caller. */

/**
 * True if PostgreSQL can store the value. PostgreSQL rejects NUL and unpaired surrogates, which no
 * module needs. The function uses a loop instead of recursion, so that deep nesting cannot overflow
 * the stack.
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
