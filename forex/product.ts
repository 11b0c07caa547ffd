/** What the house must know of the Forex desk. Nobody has a position or money on it yet. */
import { noPromises, type Liability, type ProductContract } from "#treasury";

export const forexProduct: ProductContract = {
  belongings: () => Promise.resolve([]),
  holdings: () => Promise.resolve([]),
  liabilities: () => Promise.resolve(NOTHING_OWED),
  promises: noPromises,
  terms: {},
};

const NOTHING_OWED: readonly Liability[] = [];
