/**
 * Prices, terms and limits of all modules in one shape, so that callers need not know which module
 * stores them.
 */
import type { TermKind } from "#economics";
import type { PostedTerms, Queryable, TermsPosting } from "#platform";
import type { TermsTables, TypedTerms } from "#treasury";

export interface TermsGroup {
  readonly kind: TermKind;
  /** The subject within the kind: a plan's id, a withdrawal method. */
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
  /** Must be the subject's own kind; with another kind the subject is unknown. */
  readonly kind: TermKind;
}
