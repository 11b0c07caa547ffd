/** What the house must know of the Forex desk. Nobody has a position or money on it yet. */
import { noPromises, type Liability, type ProductContract } from "#treasury";
import { forexTerms } from "./terms/posted-terms.ts";

export const forexProduct: ProductContract<
  "forexDesk" | "forexInterest" | "forexMajorPair" | "forexPair"
> = {
  belongings: () => Promise.resolve([]),
  holdings: () => Promise.resolve([]),
  liabilities: () => Promise.resolve(NOTHING_OWED),
  promises: noPromises,
  terms: {
    forexDesk: forexTerms,
    forexInterest: forexTerms,
    forexMajorPair: forexTerms,
    forexPair: forexTerms,
  },
};

const NOTHING_OWED: readonly Liability[] = [];
