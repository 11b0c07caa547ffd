/**
 * The last result of each verification, for every process: money may not leave while the ledger
 * does not add up. A verification that passes clears the one before it; a whole one clears both.
 */
import type { Queryable } from "#platform";
import type { Problem } from "./verify.ts";

export type VerificationScope = "new" | "whole";

export async function writeVerdict(
  queryable: Queryable,
  scope: VerificationScope,
  problems: readonly Problem[],
): Promise<void> {
  const [first] = problems;
  const problem = first
    ? `${problems.length} problems, first: ${first.check} of ${first.subject}`
    : null;
  await queryable.query(
    `insert into ledger_verdicts (scope, decided_at, problem) values ($1, clock_timestamp(), $2)
     on conflict (scope) do update set decided_at = excluded.decided_at, problem = excluded.problem`,
    [scope, problem],
  );
  if (scope === "whole" && problem === null)
    await queryable.query("update ledger_verdicts set problem = null where problem is not null");
}

/** SQL for the problem of the newest verification that failed; null if none did. */
export const ledgerProblemSql =
  "(select problem from ledger_verdicts where problem is not null order by decided_at desc limit 1)";
