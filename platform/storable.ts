/** What the database can keep of a JSON value that somebody sent. */

/** PostgreSQL keeps neither NUL nor half a surrogate pair; no field of any room needs them. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}
