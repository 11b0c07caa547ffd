/** Prices, terms and limits of all rooms in one shape: who asks here need not know which room keeps what. */
import { changeProductTerms, postedProductTerms } from "#earn";
import type { TermKind, TermTexts } from "#economics";
import { changePlanTerms, postedPlanTerms } from "#mining";
import { changeMessageTerms, postedMessageTerms } from "#notifications";
import type { Clock, DatabaseTransaction, PostedTerms, Queryable, TermsPosting } from "#platform";
import { changeItemTerms, postedItemTerms } from "#shop";
import { changeWalletTerms, postedWalletTerms } from "#wallet";

export interface TermsGroup {
  readonly kind: TermKind;
  /** Of the kind: a plan's id, a method of withdrawal. */
  readonly subject: string;
  readonly name: string;
  /** Newest first; the newest is in force. */
  readonly versions: readonly PostedTerms[];
}

export async function allPostedTerms(queryable: Queryable, limit: number): Promise<TermsGroup[]> {
  return [
    ...(await postedPlanTerms(queryable, limit)),
    ...(await postedItemTerms(queryable, limit)),
    ...(await postedProductTerms(queryable, limit)),
    ...(await postedWalletTerms(queryable, limit)),
    ...(await postedMessageTerms(queryable, limit)),
  ];
}

export interface TermsChange extends TermsPosting {
  /** The subject's own; with another one it is unknown. */
  readonly kind: TermKind;
  readonly texts: TermTexts;
  /** The new value a second time, by field, where it changes by more than a factor of 10. */
  readonly typedAgain: TermTexts;
}

type ChangeTerms = (
  tx: DatabaseTransaction,
  clock: Clock,
  change: TermsChange,
) => Promise<{ readonly before: PostedTerms; readonly after: PostedTerms }>;

/** The use case of the room that keeps the terms of a kind. */
export const changeTermsOf: Readonly<Record<TermKind, ChangeTerms>> = {
  plan: changePlanTerms,
  item: changeItemTerms,
  fixedInvestment: changeProductTerms,
  flexibleInvestment: changeProductTerms,
  staking: changeProductTerms,
  withdrawal: changeWalletTerms,
  faucet: changeWalletTerms,
  fee: changeWalletTerms,
  review: changeWalletTerms,
  messages: changeMessageTerms,
};
