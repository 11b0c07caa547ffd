/**
 * The benchmark's own server, started as an installation starts it (with fsync and the product's
 * settings). It has 100,000 user accounts that received their money by posted transfers, and is
 * removed afterwards.
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

export const ACCOUNTS = 100_000;
const OPENING_SATS = 1_000_000_000n;
const HOUSE_SATS = 1_000_000_000_000n;

export interface BenchDatabase {
  readonly database: Database;
  readonly url: string;
  /** Process id of the server's first process. */
  readonly postgresPid: number;
  /** Names of the user accounts, each with 10 BTC. */
  readonly accounts: readonly string[];
  close(): Promise<void>;
}

export async function openBenchDatabase(root: string): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-bench-"));
  const postgres = await startPostgres({ dataDir, log: silentLog });
  const database = openDatabase(postgres.url);
  await migrate(database, readMigrations(root, ["platform", "ledger"]));
  const accounts = await openAccounts(database);
  await fund(database, accounts);
  await database.query("vacuum analyze");
  await database.query("checkpoint");
  return {
    database,
    url: postgres.url,
    postgresPid: postgres.pid,
    accounts,
    async close() {
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function openAccounts(database: Database): Promise<string[]> {
  const rows = await database.query<{ user_id: string }>(
    `insert into ledger_accounts (name, asset, class, user_id, min_balance)
     select 'user:' || id || ':available:BTC', 1, 1, id, 0
     from (select gen_random_uuid() as id from generate_series(1, $1)) as users
     returning user_id`,
    [ACCOUNTS],
  );
  return rows.map((row) => userAccount(row.user_id, "available", "BTC"));
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
