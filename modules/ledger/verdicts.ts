/**
 * Stores the latest result of each ledger verification for all processes. Withdrawals are paused
 * while the ledger does not add up. A successful verification clears the earlier result of its own
 * scope. A full verification clears the results of both scopes, except results stored after its
 * start, because they are based on newer data.
 */
import type { Queryable } from "#platform";
import type { Problem } from "./verify.ts";

export type VerificationScope = "new" | "whole";

/** Returns the database's current time, which is stored as the start of a verification. */
export async function readVerificationStart(queryable: Queryable): Promise<string> {
  const [row] = await queryable.query<{ now: string }>("select clock_timestamp()::text as now");
  if (!row) throw new Error("the database returned no time");
  return row.now;
}

/**
 * Stores a result. `startedAt` is the start of a full verification. If it is unset, the other
 * scope's result is not cleared.
 */
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

/**
 * SQL subquery for the problem that the latest failed verification found. Null if no verification
 * failed.
 */
export const ledgerProblemSql =
  "(select problem from ledger_verdicts where problem is not null order by decided_at desc limit 1)";
