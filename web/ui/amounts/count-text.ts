/**
 * Formats a count with its noun: `1 day`, `2 days`, `1,200 entries`. The count may be text with
 * grouped digits.
 */
export function countText(count: number | string, one: string, many = `${one}s`): string {
  return `${count} ${String(count) === "1" ? one : many}`;
}
