/** Audits the books of a stopped installation: opens its own PostgreSQL and runs the ledger's verifier over it. */
import { trialBalance, verifyLedger, type Problem, type TrialBalanceLine } from "#ledger";
import { openDatabase, silentLog, startPostgres, type Queryable } from "#platform";

export interface Audit<More> {
  /** Empty when the books are whole. */
  readonly problems: readonly Problem[];
  readonly lines: readonly TrialBalanceLine[];
  readonly more: More;
}

/** `more` may ask the database for what a scenario wants to compare besides. */
export async function auditBooks<More>(
  dataDir: string,
  more: (database: Queryable) => Promise<More>,
): Promise<Audit<More>> {
  const postgres = await startPostgres({ dataDir, log: silentLog });
  const database = openDatabase(postgres.url);
  try {
    return {
      problems: await verifyLedger(database),
      lines: await trialBalance(database),
      more: await more(database),
    };
  } finally {
    await database.close();
    await postgres.stop();
  }
}
