/**
 * Stores the latest result of each ledger verification for all processes. Withdrawals are paused
 * while the ledger does not add up. A successful verification clears the earlier result of its own
 * scope. A full verification clears the results of both scopes, except results stored after its
 * start, because they are based on newer data.
 */
import { beginIncident, endIncident, type Database, type Queryable } from "#platform";
import type { Problem } from "./verify.ts";

export type VerificationScope = "new" | "whole";

/** Returns the database's current time, which is stored as the start of a verification. */
export async function readVerificationStart(queryable: Queryable): Promise<string> {
  const [row] = await queryable.query<{ now: string }>("select clock_timestamp()::text as now");
  if (!row) throw new Error("the database returned no time");
  return row.now;
}

/** A verification that ended with an error instead of a result. */
export const UNFINISHED: Problem = {
  check: "unfinished",
  subject: "the verification",
  expected: 0n,
  found: 0n,
};

/** Serialises writers, so that an incident begins once. */
const VERDICT_LOCK = "ledger_verdicts";

/**
 * Stores a result, and begins or ends the incident "books_broken". `startedAt` is the start of a
 * full verification. If it is unset, the other scope's result is not cleared.
 */
export async function writeVerdict(
  database: Database,
  scope: VerificationScope,
  problems: readonly Problem[],
  startedAt?: string,
): Promise<void> {
  const [first] = problems;
  const problem = first
    ? `${problems.length} problems, first: ${first.check} of ${first.subject}`
    : null;
  await database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [VERDICT_LOCK]);
    await tx.query(
      `insert into ledger_verdicts (scope, decided_at, problem) values ($1, clock_timestamp(), $2)
       on conflict (scope) do update set decided_at = excluded.decided_at, problem = excluded.problem
         where excluded.problem is not null or ledger_verdicts.problem is null
           or $3::timestamptz is null or ledger_verdicts.decided_at < $3`,
      [scope, problem, startedAt ?? null],
    );
    if (scope === "whole" && problem === null)
      await tx.query(
        "update ledger_verdicts set problem = null where problem is not null and decided_at < $1",
        [startedAt ?? "-infinity"],
      );
    const verdict = await readVerdict(tx);
    if (verdict.problem === null) await endIncident(tx, "books_broken");
    else if (problem !== null)
      await beginIncident(tx, { kind: "books_broken", detail: brokenText(problems) });
  });
}

/** Names no account, because everybody can read it. */
function brokenText(problems: readonly Problem[]): string {
  const checks = [...new Set(problems.map(({ check }) => check))].join(", ");
  return `The ledger verification failed. Failed checks: ${checks}.`;
}

export interface Verdict {
  /** End of the newest verification. Null before the first one. */
  readonly decidedAt: Date | null;
  /** End of the newest verification of the whole ledger. Null before the first one. */
  readonly wholeDecidedAt: Date | null;
  /** Problem that the latest failed verification found. Null if none failed. */
  readonly problem: string | null;
}

export async function readVerdict(queryable: Queryable): Promise<Verdict> {
  const [row] = await queryable.query<Verdict>(
    `select max(decided_at) as "decidedAt", max(decided_at) filter (where scope = 'whole') as "wholeDecidedAt",
       ${ledgerProblemSql} as problem from ledger_verdicts`,
  );
  return row ?? { decidedAt: null, wholeDecidedAt: null, problem: null };
}

/**
 * SQL subquery for the problem that the latest failed verification found. Null if no verification
 * failed.
 */
export const ledgerProblemSql =
  "(select problem from ledger_verdicts where problem is not null order by decided_at desc limit 1)";
