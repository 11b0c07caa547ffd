/**
 * Audits the books of a stopped installation: runs the ledger's verifier over them, where it kept
 * them.
 */
import { trialBalance, verifyLedger, type Problem, type TrialBalanceLine } from "#ledger";
import { openDatabase, silentLog, startPostgres, type Queryable } from "#platform";

export interface Audit<More> {
  /** Empty when the books are whole. */
  readonly problems: readonly Problem[];
  readonly lines: readonly TrialBalanceLine[];
  readonly more: More;
}

interface Stopped {
  readonly dataDir: string;
  /** Undefined: its database is in the folder. */
  readonly databaseUrl?: string | undefined;
}

/** `more` may ask the database for what a scenario wants to compare besides. */
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
