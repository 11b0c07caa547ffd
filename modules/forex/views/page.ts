/** A page of what was found with one row more than it holds. */
export function pageOf<Item extends { readonly id: string | number }>(
  rows: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const more = rows.length > items.length;
  return { items, nextCursor: more ? String(items.at(-1)?.id ?? "") : null };
}

/** After which item a page begins, as a table asks for it. */
export function cursorOf(cursor: string | undefined): { readonly before?: string } {
  return cursor === undefined ? {} : { before: cursor };
}

/** Of items with numbers. A cursor that is no number begins before everything. */
export function numberedBefore(cursor: string | undefined): { readonly before?: number } {
  if (cursor === undefined) return {};
  return { before: /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0 };
}
