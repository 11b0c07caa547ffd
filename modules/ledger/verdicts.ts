/**
 * The last result of each verification, for every process: money may not leave while the ledger
 * does not add up. A verification that passes clears the one before it; a whole one clears both,
 * unless they were decided since it began: it has not seen what they saw.
 */
import type { Queryable } from "#platform";
import type { Problem } from "./verify.ts";

export type VerificationScope = "new" | "whole";

/** In the database's time. */
export async function readVerificationStart(queryable: Queryable): Promise<string> {
  const [row] = await queryable.query<{ now: string }>("select clock_timestamp()::text as now");
  if (!row) throw new Error("the database told no time");
  return row.now;
}

/** `startedAt`: read before a whole verification; without it the other verdict is not cleared. */
export async function writeVerdict(
  queryable: Queryable,
  scope: VerificationScope,
  problems: readonly Problem[],
  startedAt?: string,
): Promise<void> {
  const [first] = problems;
  const problem = first
    ? `${problems.length} problems, first: ${first.check} of ${first.subject}`
    : null;
  await queryable.query(
    `insert into ledger_verdicts (scope, decided_at, problem) values ($1, clock_timestamp(), $2)
     on conflict (scope) do update set decided_at = excluded.decided_at, problem = excluded.problem
       where excluded.problem is not null or ledger_verdicts.problem is null
         or $3::timestamptz is null or ledger_verdicts.decided_at < $3`,
    [scope, problem, startedAt ?? null],
  );
  if (scope === "whole" && problem === null)
    await queryable.query(
      "update ledger_verdicts set problem = null where problem is not null and decided_at < $1",
      [startedAt ?? "-infinity"],
    );
}

/** SQL for the problem of the newest verification that failed; null if none did. */
export const ledgerProblemSql =
  "(select problem from ledger_verdicts where problem is not null order by decided_at desc limit 1)";
