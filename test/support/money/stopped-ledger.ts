/** Checks a stopped installation's ledger with the ledger verifier. */
import { trialBalance, verifyLedger, type Problem, type TrialBalanceLine } from "#ledger";
import { openDatabase, silentLog, startPostgres, type Queryable } from "#platform";

export interface Audit<More> {
  /** Ledger problems. An empty array means that the ledger is consistent. */
  readonly problems: readonly Problem[];
  readonly lines: readonly TrialBalanceLine[];
  readonly more: More;
}

interface Stopped {
  readonly dataDir: string;
  /** URL of the database. By default the embedded database in the data folder is used. */
  readonly databaseUrl?: string | undefined;
}

/**
 * Verifies the ledger and returns its problems. `more` may query further values that a scenario
 * compares.
 */
export async function auditBooks<More>(
  { dataDir, databaseUrl }: Stopped,
  more: (database: Queryable) => Promise<More>,
): Promise<Audit<More>> {
  const embedded =
    databaseUrl === undefined ? await startPostgres({ dataDir, log: silentLog }) : undefined;
  const database = openDatabase(databaseUrl ?? embedded?.url ?? "");
  try {
    return {
      problems: await verifyLedger(database),
      lines: await trialBalance(database),
      more: await more(database),
    };
  } finally {
    await database.close();
    await embedded?.stop();
  }
}
