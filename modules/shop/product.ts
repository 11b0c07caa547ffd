/** Implements the product contract for rigs: deletion blockers, holdings, obligations and terms. */
import { rigEarnings } from "#mining";
import {
  countInWords,
  keepBooksOnly,
  nothingOwed,
  type Holding,
  type ProductContract,
} from "#treasury";
import { itemTerms } from "./item-terms.ts";
import { countOwnedRigs, rigsBefore, type OwnedRig } from "./orders-table.ts";
import { shopLiabilities, shopObligations } from "./obligations.ts";

export const shopProduct: ProductContract<"item"> = {
  async deletionBlockers(queryable, userId) {
    const rigs = await countOwnedRigs(queryable, userId);
    return countInWords(rigs, "rig not sold back", "rigs not sold back");
  },
  forget: keepBooksOnly,
  async holdings(queryable, page) {
    const rigs = await rigsBefore(queryable, page);
    const ids = rigs.map(({ id }) => id);
    const earnings = await rigEarnings(queryable, ids);
    return rigs.map((rig) => holdingOf(rig, earnings.get(rig.id) ?? null));
  },
  liabilities: shopLiabilities,
  obligations: shopObligations,
  // Users own their rigs: mining reports the unpaid earnings, and a buyback is due only on request.
  owedTo: nothingOwed,
  terms: { item: itemTerms },
};

/** `earnedSats` is null for a frame, which does not mine. */
function holdingOf(rig: OwnedRig, earnedSats: bigint | null): Holding {
  return {
    id: rig.id,
    kind: "rig",
    name: rig.name,
    isOpen: rig.soldAt === null,
    startedAt: rig.boughtAt,
    endsAt: rig.soldAt,
    paidSats: rig.paidSats,
    earnedSats,
  };
}
