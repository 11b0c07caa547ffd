/** Checks that the audit log pages have a text for every stored action and fact. */
import type { Queryable } from "#platform";
import { factsWithoutWords } from "../../../web/features/audit/change-words.ts";
import { auditTexts } from "../../../web/admin/strings.ts";
import { ACTION_WORDS } from "../../../web/features/settings/account-actions.ts";

type Facts = Parameters<typeof factsWithoutWords>[0];

/** Returns the facts in all audit entries for which the pages have no text, as `action: fact`. */
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
 * Returns the actions in all audit entries for which the pages would show the stored name instead
 * of a text, either to administrators or to the affected user.
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
