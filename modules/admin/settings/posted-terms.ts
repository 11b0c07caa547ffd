/**
 * Reads and writes prices, terms and limits of all modules through one interface, so that callers
 * need not know which module stores them.
 */
import type { TermKind } from "#economics";
import type { PostedTerms, Queryable, TermsPosting } from "#platform";
import type { TermsTables, TypedTerms } from "#treasury";

export interface TermsGroup {
  readonly kind: TermKind;
  /** Id within the kind, such as a plan's id or a withdrawal method. */
  readonly subject: string;
  readonly name: string;
  /** Versions, newest first. The first one applies. */
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
  /** Kind of the terms. A subject of a different kind is treated as unknown. */
  readonly kind: TermKind;
}
