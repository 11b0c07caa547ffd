/**
 * Defines the posted terms of the rigs: the price, and whether the rig is sold. An order keeps the
 * price at which it was placed.
 */
import { judgeTerms, type TermName } from "#economics";
import { termsTable, type Queryable } from "#platform";
import { ITEMS, type Item } from "./items.ts";

export const itemTerms = termsTable(
  "shop_item_terms",
  ITEMS.map(({ id, name }) => ({ kind: "item" as const, subject: id, name })),
  judgeTerms,
);

export async function itemsAt(queryable: Queryable, now: Date): Promise<Item[]> {
  const termsOf = await itemTerms.at<TermName<"item">>(queryable, now);
  return ITEMS.map((item) => {
    const { price, isOffered } = termsOf(item.id);
    return { ...item, priceCents: price, isOffered: isOffered === 1n };
  });
}
