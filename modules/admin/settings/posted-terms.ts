/**
 * Prices, terms and limits of all modules in one shape: who asks here need not know which module
 * keeps what.
 */
import type { TermKind } from "#economics";
import type { PostedTerms, Queryable, TermsPosting } from "#platform";
import type { TermsTables, TypedTerms } from "#treasury";

export interface TermsGroup {
  readonly kind: TermKind;
  /** Of the kind: a plan's id, a method of withdrawal. */
  readonly subject: string;
  readonly name: string;
  /** Newest first; the newest is in force. */
  readonly versions: readonly PostedTerms[];
}

export async function allPostedTerms(
  queryable: Queryable,
  tables: TermsTables,
  limit: number,
): Promise<TermsGroup[]> {
  const groups = [];
  for (const table of new Set(Object.values(tables)))
    groups.push(...(await table.history(queryable, limit)));
  return groups;
}

export interface TermsChange extends TermsPosting, TypedTerms {
  /** The subject's own; with another one it is unknown. */
  readonly kind: TermKind;
}
