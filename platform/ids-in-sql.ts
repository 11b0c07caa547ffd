/**
 * SQL expressions that create the same ids as `ids.ts`, for SQL statements that write many rows
 * without the server reading them. The arguments are SQL expressions, not values.
 */

/** Returns the hex hash for a derived UUID, from an id that ends with 32 hex digits. */
export function derivedHashSql(id: string, ...deps: readonly string[]): string {
  const text = [digitsSql(id), ...deps].join(" || E'\\n' || ");
  return `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
}

/** Derives the same UUID as `derivedUuid`, from an id and its hash. */
export function derivedUuidSql(id: string, hash: string): string {
  const variant = `translate(substr(${hash}, 5, 1), '0123456789abcdef', '89ab89ab89ab89ab')`;
  return `(substr(${digitsSql(id)}, 1, 12) || '7' || substr(${hash}, 2, 3) || ${variant} || substr(${hash}, 6, 15))::uuid`;
}

const digitsSql = (id: string): string => `right(${id}, 32)`;
