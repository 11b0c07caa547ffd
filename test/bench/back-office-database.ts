/**
 * Creates two more databases on the benchmark's server, with the tables of all modules. The first
 * is in the state after installation: one administrator and an audit log of 1,000 entries. The
 * second has 100,000 users who have all read the news, 1,000,000 transfers between them, 1,000,000
 * audit entries, and one user with 5,000 rows in every list. A short run has fewer rows. The rows
 * are the same as the modules would have written, so that the ledger and the audit log can be
 * verified at the end.
 */
import { databaseUrl } from "../support/servers/database-url.ts";
import { fillTrail } from "./audit-trail.ts";
import { makeRich } from "./rich-person.ts";
import type { Plan } from "./plan.ts";
import { migrate, openDatabase, readMigrations, MODULES, type Database } from "#platform";

const TRANSFERS_EACH = 10;
const EMPTY = { people: 1, entries: 1_000, ownedRows: 0 };
const FULL = {
  full: { people: 100_000, entries: 1_000_000, ownedRows: 5_000 },
  short: { people: 500, entries: 5_000, ownedRows: 100 },
};

export interface OfficeDatabases {
  readonly empty: Database;
  readonly full: Database;
  readonly people: number;
}

export async function openOfficeDatabases(
  root: string,
  url: string,
  { size, cleanUp }: Plan,
): Promise<OfficeDatabases> {
  const counts = FULL[size];
  const empty = await openOffice(root, url, "office_empty", EMPTY);
  cleanUp.defer(() => empty.close());
  const full = await openOffice(root, url, "office_full", counts);
  cleanUp.defer(() => full.close());
  return { empty, full, people: counts.people };
}

/** Returns the many-row user's position in the users list, which shows the newest users first. */
export function richPlace(people: number): number {
  return Math.floor(people / 2) + 1;
}

async function openOffice(
  root: string,
  url: string,
  name: string,
  { people, entries, ownedRows }: typeof EMPTY,
) {
  const server = openDatabase(url, { connectionsMax: 1 });
  await server.query(`create database ${name}`);
  await server.close();
  const database = openDatabase(databaseUrl(url, name));
  await migrate(database, readMigrations(root, MODULES));
  await signUpPeople(database, people);
  await openAccounts(database);
  await fillTrail(database, entries);
  if (people > 1) {
    await moveMoney(database, people);
    await makeOneRich(database, richPlace(people), ownedRows);
    await database.query(
      `insert into notifications_recipients (user_id, email, promotions) select id, email, true from users_users`,
    );
  }
  await database.query("vacuum analyze");
  return database;
}

async function makeOneRich(database: Database, place: number, rows: number): Promise<void> {
  const [rich] = await database.query<{ id: string }>(
    "select id from users_users order by created_at desc offset $1 limit 1",
    [place],
  );
  if (!rich) throw new Error("nobody signed up");
  await makeRich(database, rich.id, rows);
}

const TOGETHER = 10_000;
const FIRST =
  "Ada,Alan,Barbara,Claude,Donald,Edsger,Frances,Grace,Hedy,Ivan,Joan,Ken,Linus,Margaret,Niklaus,Radia";
const LAST =
  "Allen,Babbage,Clarke,Dijkstra,Engelbart,Floyd,Goldberg,Hopper,Iverson,Johnson,Knuth,Lovelace,Moore,Perlman";

/**
 * Adds users who signed up over the last thirty days. The first is the administrator, and every
 * hundredth user is disabled.
 */
async function signUpPeople(database: Database, people: number): Promise<void> {
  for (let first = 1; first <= people; first += TOGETHER) await signUpSome(database, first, people);
  await database.query(
    `insert into users_roles (user_id, role, granted_at)
     select id, 'administrator', now() from users_users order by created_at desc limit 1`,
  );
  await database.query(
    "insert into users_profiles (user_id, mining_name) select id, 'm-' || left(id::text, 30) from users_users",
  );
}

async function signUpSome(database: Database, first: number, people: number): Promise<void> {
  await database.query(
    `insert into users_users (id, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at, banned_until)
     select gen_random_uuid(), lower(first || '.' || last) || '.' || n || '@example.test', now(),
       jsonb_build_object('name', first || ' ' || last), now() - n * interval '25 seconds', now(),
       case when n % 100 = 50 then now() + interval '1 year' end
     from generate_series($1::int, $4::int) as n,
       lateral (select split_part($2, ',', 1 + n % 16) as first, split_part($3, ',', 1 + n / 16 % 14) as last) as called`,
    [first, FIRST, LAST, Math.min(first + TOGETHER - 1, people)],
  );
}

async function openAccounts(database: Database): Promise<void> {
  await database.query(
    `insert into ledger_accounts (name, asset, class, user_id, min_balance)
     select 'user:' || u.id || ':' || part.name || ':' || asset.name, asset.number, part.class, u.id, 0
     from users_users u, (values ('available', 1), ('held', 2)) as part(name, class),
       (values ('BTC', 1), ('USD', 2)) as asset(name, number)`,
  );
}

/**
 * Posts ten deposits per user, one after the other, and updates versions and balances as the ledger
 * does.
 */
async function moveMoney(database: Database, people: number): Promise<void> {
  for (let number = 1; number <= TRANSFERS_EACH; number++)
    await database.query(
      `insert into ledger_transfers (id, event, debit, credit, amount, asset, code, kind, d_ver, d_bal, c_ver, c_bal, at, cause)
       select id, id, chain, account, 1000, 1, 10, 0, place, -1000 * place, $1, 1000 * $1,
         now() - ($2 - place) * interval '2.5 seconds', null
       from (
         select gen_random_uuid() as id, c.id as chain, a.id as account,
           ($1::int - 1) * $3::int + row_number() over (order by a.id) as place
         from ledger_accounts c, ledger_accounts a where c.name = 'chain' and a.class = 1 and a.asset = 1
       ) as moved`,
      [number, people * TRANSFERS_EACH, people],
    );
  await database.query(
    `update ledger_accounts a set balance = sums.balance, version = sums.version
     from (
       select credit as id, sum(amount) as balance, count(*) as version from ledger_transfers group by 1
       union all
       select debit, -sum(amount), count(*) from ledger_transfers group by 1
     ) as sums where a.id = sums.id`,
  );
}
