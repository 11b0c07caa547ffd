/** A page of what was found with one row more than it holds. */
export function pageOf<Item extends { readonly id: string | number }>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const items = found.slice(0, limit);
  const more = found.length > items.length;
  return { items, nextCursor: more ? String(items.at(-1)?.id ?? "") : null };
}
