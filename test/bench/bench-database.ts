/**
 * Starts the benchmark's own PostgreSQL server with an installation's settings (including fsync),
 * and removes it afterwards. The ledger accounts receive their balances through posted transfers.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outsideAccount, post, userAccount } from "#ledger";
import {
  migrate,
  newUuid,
  openDatabase,
  readMigrations,
  silentLog,
  startPostgres,
  type Database,
} from "#platform";

const OPENING_SATS = 1_000_000_000n;
const HOUSE_SATS = 1_000_000_000_000n;

export interface BenchDatabase {
  readonly database: Database;
  readonly url: string;
  /** Process id of PostgreSQL's main process, the postmaster. */
  readonly postgresPid: number;
  close(): Promise<void>;
}

export async function openBenchDatabase(root: string): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-bench-"));
  const postgres = await startPostgres({ dataDir, log: silentLog });
  const database = openDatabase(postgres.url);
  await migrate(database, readMigrations(root, ["platform", "ledger"]));
  return {
    database,
    url: postgres.url,
    postgresPid: postgres.pid,
    async close() {
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens user accounts with 10 BTC each and returns the account names. */
export async function openLedgerAccounts(database: Database, count: number): Promise<string[]> {
  const rows = await database.query<{ user_id: string }>(
    `insert into ledger_accounts (name, asset, class, user_id, min_balance)
     select 'user:' || id || ':available:BTC', 1, 1, id, 0
     from (select gen_random_uuid() as id from generate_series(1, $1)) as users
     returning user_id`,
    [count],
  );
  const accounts = rows.map((row) => userAccount(row.user_id, "available", "BTC"));
  await fund(database, accounts);
  return accounts;
}

async function fund(database: Database, accounts: readonly string[]): Promise<void> {
  const debit = outsideAccount("chain");
  const goals = [
    { credit: "house:fees:BTC", amount: HOUSE_SATS },
    ...accounts.map((credit) => ({ credit, amount: OPENING_SATS })),
  ];
  const together = 2_000;
  for (let start = 0; start < goals.length; start += together) {
    const events = goals
      .slice(start, start + together)
      .map((goal) => [{ id: newUuid(), debit, ...goal, code: "opening" as const }]);
    await database.transaction((tx) => post(tx, events));
  }
}
