/**
 * Public API of the treasury: the platform's own coins, its obligations, and the limits on sales
 * and gifts.
 */
export { changeReferenceValues, referenceTexts } from "./change-reference-values.ts";
export {
  claimOwedSats,
  claimSpareSats,
  recount,
  maySell,
  readMargin,
  spareTreasurySats,
} from "./cover.ts";
export {
  countCover,
  fundPayouts,
  LIQUIDITY_MS,
  liabilitiesOf,
  type FundingDeps,
} from "./fund-payouts.ts";
export {
  countInWords,
  keepBooksOnly,
  type AnyProduct,
  type Holding,
  type HoldingsPage,
  type Leaving,
  type ProductContract,
  type TermsTables,
  type TypedTerms,
} from "./product-contract.ts";
export {
  allows,
  costOf,
  noObligations,
  nothingOwed,
  type CountedAt,
  type Liabilities,
  type Liability,
  type Margin,
  type Obligations,
  type OwedTo,
  type Sale,
  type Treasury,
} from "./obligations.ts";
export { owedToUsers } from "./owed-to-users.ts";
export { referenceRate, referenceRates } from "./reference-rates.ts";
export type { ReferenceValues } from "./reference-values.ts";
export {
  allReferenceValues,
  holdReferenceValues,
  recentReferenceValues,
  referenceIdSql,
  referenceValuesAt,
  referenceValuesById,
  referenceValuesFound,
  rewardFactorSql,
} from "./reference-values-table.ts";
