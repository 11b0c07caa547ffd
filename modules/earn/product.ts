/**
 * Implements earn's part of the contract for products: deletion blockers, holdings, liabilities and
 * terms of stakes and investments. Interest is reserved when a position is opened, so there are no
 * further obligations.
 */
import {
  countInWords,
  keepBooksOnly,
  noObligations,
  type Holding,
  type ProductContract,
} from "#treasury";
import { earnLiabilities } from "./liabilities.ts";
import { earnOwedTo } from "./owed-to.ts";
import { openPositionsOf, positionsBefore, type Position } from "./positions-table.ts";
import { productTerms } from "./product-terms.ts";
import { productById } from "./products.ts";

export const earnProduct: ProductContract<"fixedInvestment" | "flexibleInvestment" | "staking"> = {
  async deletionBlockers(queryable, userId) {
    const positions = await openPositionsOf(queryable, userId);
    return countInWords(positions, "open investment or stake", "open investments or stakes");
  },
  forget: keepBooksOnly,
  holdings: async (queryable, page) => (await positionsBefore(queryable, page)).map(holdingOf),
  liabilities: earnLiabilities,
  obligations: noObligations,
  owedTo: earnOwedTo,
  terms: {
    fixedInvestment: productTerms,
    flexibleInvestment: productTerms,
    staking: productTerms,
  },
};

function holdingOf(position: Position): Holding {
  const { id, productId, state, openedAt, endsAt, principalSats, paidSats } = position;
  const { kind, name } = productById(productId);
  return {
    id,
    kind,
    name,
    isOpen: state !== "closed",
    startedAt: openedAt,
    endsAt,
    paidSats: principalSats,
    earnedSats: paidSats ?? 0n,
  };
}
