/** Prices, terms and limits of all rooms in one shape: who asks here need not know which room keeps what. */
import { productTerms } from "#earn";
import type { TermKind, TermTexts } from "#economics";
import { planTerms } from "#mining";
import { messageTerms } from "#notifications";
import type { PostedTerms, Queryable, TermsPosting, TermsTable } from "#platform";
import { itemTerms } from "#shop";
import { walletTerms } from "#wallet";

export interface TermsGroup {
  readonly kind: TermKind;
  /** Of the kind: a plan's id, a method of withdrawal. */
  readonly subject: string;
  readonly name: string;
  /** Newest first; the newest is in force. */
  readonly versions: readonly PostedTerms[];
}

export async function allPostedTerms(queryable: Queryable, limit: number): Promise<TermsGroup[]> {
  const groups = [];
  for (const table of new Set(Object.values(termsTableOf)))
    groups.push(...(await table.history(queryable, limit)));
  return groups;
}

export interface TermsChange extends TermsPosting, Typed {
  /** The subject's own; with another one it is unknown. */
  readonly kind: TermKind;
}

interface Typed {
  readonly texts: TermTexts;
  /** The new value a second time, by field, where it changes by more than a factor of 10. */
  readonly typedAgain: TermTexts;
}

/** Where the room that has the terms of a kind keeps them. */
export const termsTableOf: Readonly<Record<TermKind, TermsTable<TermKind, Typed>>> = {
  plan: planTerms,
  item: itemTerms,
  fixedInvestment: productTerms,
  flexibleInvestment: productTerms,
  staking: productTerms,
  withdrawal: walletTerms,
  faucet: walletTerms,
  fee: walletTerms,
  review: walletTerms,
  messages: messageTerms,
};
