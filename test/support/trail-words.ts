/** Whether readers of the trail are told what it stores. */
import type { Queryable } from "#platform";
import { factsWithoutWords } from "../../web/admin/change-words.ts";

type Facts = Parameters<typeof factsWithoutWords>[0];

/** Facts of any entry that its readers are not told, as `action: fact`. */
export async function untoldFacts(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ action: string; before: Facts; after: Facts }>(
    "select action, before, after from admin_audit",
  );
  const untold = rows.flatMap(({ action, before, after }) =>
    factsWithoutWords(before, after).map((fact) => `${action}: ${fact}`),
  );
  return [...new Set(untold)];
}
