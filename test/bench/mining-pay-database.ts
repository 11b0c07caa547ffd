/**
 * Creates a separate database on the benchmark's server for mining payouts. Each user has one
 * contract and mining turned on, and the platform has enough coins to pay all users. The rows are
 * the same as the modules would have written.
 */
import { houseAccount, outsideAccount, postAll } from "#ledger";
import { migrate, newUuid, openDatabase, readMigrations, MODULES, type Database } from "#platform";
import { databaseUrl } from "../support/servers/database-url.ts";

const HOUSE_SATS = 100_000_000_000n;
const HASH_RATE = 300_000_000_000_000n;

/**
 * Creates the database. Mining has been on since `start`, and the contracts end thirty days later.
 */
export async function openPayDatabase(
  root: string,
  url: string,
  {
    people,
    start,
    name = "bench_mining_pay",
  }: { readonly people: number; readonly start: Date; readonly name?: string },
): Promise<Database> {
  const server = openDatabase(url, { connectionsMax: 1 });
  await server.query(`create database ${name}`);
  await server.close();
  const database = openDatabase(databaseUrl(url, name));
  await migrate(database, readMigrations(root, MODULES));
  await database.query(
    "insert into mining_miners (user_id, mining_since) select gen_random_uuid(), $1 from generate_series(1, $2)",
    [start, people],
  );
  await database.query(
    "insert into mining_switches (user_id, on_at) select user_id, mining_since from mining_miners",
  );
  await openAccounts(database);
  await sellContracts(database, start);
  await database.query(
    "create table bench_rows (id uuid primary key, owner uuid not null, at timestamptz not null, amount bigint not null)",
  );
  await database.query("vacuum analyze");
  await database.query("checkpoint");
  return database;
}

async function openAccounts(database: Database): Promise<void> {
  await database.query(
    `insert into ledger_accounts (name, asset, class, user_id, min_balance)
     select 'user:' || user_id || ':' || part.name || ':' || asset.name, asset.number, part.class, user_id, 0
     from mining_miners, (values ('available', 1), ('held', 2)) as part(name, class),
       (values ('BTC', 1), ('USD', 2)) as asset(name, number)`,
  );
  await database.transaction((tx) =>
    postAll(tx, [
      {
        id: newUuid(),
        debit: outsideAccount("chain"),
        credit: houseAccount("mining", "BTC"),
        amount: HOUSE_SATS,
        code: "coinbase",
      },
    ]),
  );
}

async function sellContracts(database: Database, start: Date): Promise<void> {
  await database.query(
    `insert into mining_earners (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents,
       accrued_until)
     select 'ctr_' || replace((($3::uuid[])[place])::text, '-', ''), user_id, 'contract', $2, $1, $1::timestamptz + interval '30 days',
       'ref_start', 1000000, 60000, $1
     from (select user_id, row_number() over () as place from mining_miners) as miner`,
    [start, HASH_RATE, await idsFor(database, start)],
  );
  await database.query(
    `insert into mining_contracts (id, plan_id, name, power_kw)
     select id, 'pro-miner', 'Pro Miner', 5 from mining_earners`,
  );
}

async function idsFor(database: Database, start: Date): Promise<string[]> {
  const [row] = await database.query<{ count: number }>(
    "select count(*)::int as count from mining_miners",
  );
  return Array.from({ length: row?.count ?? 0 }, () => newUuid(start));
}
