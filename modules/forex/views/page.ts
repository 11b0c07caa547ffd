/**
 * Returns a page of rows. The query reads one row more than the limit to find out whether there is
 * a next page.
 */
export function pageOf<Item extends { readonly id: string | number }>(
  rows: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const more = rows.length > items.length;
  return { items, nextCursor: more ? String(items.at(-1)?.id ?? "") : null };
}

/** Converts a cursor to the table's `before` parameter. */
export function cursorOf(cursor: string | undefined): { readonly before?: string } {
  return cursor === undefined ? {} : { before: cursor };
}

/** Converts the cursor of a numbered list. A cursor that is not a number selects an empty page. */
export function numberedBefore(cursor: string | undefined): { readonly before?: number } {
  if (cursor === undefined) return {};
  return { before: /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0 };
}
