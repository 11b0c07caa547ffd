/** Checks that the audit log pages have a text for all stored actions and facts. */
import type { Queryable } from "#platform";
import { factsWithoutWords } from "../../../web/features/audit/change-words.ts";
import { auditTexts } from "../../../web/admin/strings.ts";
import { ACTION_WORDS } from "../../../web/features/settings/account-actions.ts";

type Facts = Parameters<typeof factsWithoutWords>[0];

/** Returns the facts of all entries that have no text, as `action: fact`. */
export async function untoldFacts(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ action: string; before: Facts; after: Facts }>(
    "select action, before, after from audit_entries",
  );
  const untold = rows.flatMap(({ action, before, after }) =>
    factsWithoutWords(before, after).map((fact) => `${action}: ${fact}`),
  );
  return [...new Set(untold)];
}

/**
 * Returns the actions of all entries for which administrators or the affected user would see only
 * the stored name.
 */
export async function unnamedActions(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ action: string; target: string | null }>(
    "select distinct action, target from audit_entries",
  );
  const unnamed = rows.filter(({ action, target }) => {
    const hasReader = target !== null && action !== "user.delete";
    return !(action in auditTexts.actions) || (hasReader && !(action in ACTION_WORDS));
  });
  return [...new Set(unnamed.map(({ action }) => action))];
}
