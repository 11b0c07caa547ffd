/** Posted prices of the machines, and which are sold. Orders keep the price they were placed at. */
import { judgeTerms, type TermName, type TermTexts } from "#economics";
import {
  postedTermsAt,
  postedTermsHistory,
  postTerms,
  type Clock,
  type DatabaseTransaction,
  type Queryable,
  type TermsPosting,
} from "#platform";
import { ITEMS, type Item } from "./items.ts";

const TABLE = "shop_item_terms";

export async function itemsAt(queryable: Queryable, now: Date): Promise<Item[]> {
  const posted = await postedTermsAt<TermName<"item">>(queryable, TABLE, now);
  return ITEMS.map((item) => {
    const terms = posted.get(item.id);
    if (!terms) throw new Error(`no terms of ${item.id} at ${now.toISOString()}`);
    const { price, isOffered } = terms.values;
    return { ...item, priceCents: price, isOffered: isOffered === 1n };
  });
}

/** Every item with its versions, newest first, at most `limit`. */
export async function postedItemTerms(queryable: Queryable, limit: number) {
  const versions = await postedTermsHistory(queryable, TABLE, limit);
  return ITEMS.map(({ id, name }) => ({
    kind: "item" as const,
    subject: id,
    name,
    versions: versions.get(id) ?? [],
  }));
}

/** In force from now on. Throws the refusals of posted terms. */
export function changeItemTerms(
  tx: DatabaseTransaction,
  clock: Clock,
  change: TermsPosting & { readonly texts: TermTexts; readonly typedAgain: TermTexts },
) {
  return postTerms(tx, clock, TABLE, change, (present) => judgeTerms("item", present, change));
}
