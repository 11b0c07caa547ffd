/**
 * Tests the privileges of the application's database role. The database must not allow this role to
 * change the ledger except through its functions, change the audit log, create or disable objects,
 * switch to another role, or access the server's files and programs.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  giveLogin,
  openDatabase,
  prepareDatabase,
  readSchema,
  readRights,
  silentLog,
  sqlState,
  startDatabase,
  withoutLogin,
  type Database,
} from "#platform";
import { grantDifferences, MODULE_THINGS } from "../platform/database/privileges.ts";
import { setPassword } from "../platform/database/roles.ts";
import { loginUrl } from "./support/servers/database-url.ts";
import { fileDatabase, testDatabase } from "./support/servers/database.ts";
import { giveProcessLogins } from "./support/servers/installation.ts";
import { withDatabase } from "./support/servers/own-postgres.ts";
import { memoryFolder, removeFolder } from "./support/servers/scratch-folder.ts";
import { testUser } from "./support/people/user.ts";

const ROOT = join(import.meta.dirname, "..");
const schema = readSchema(ROOT);
const file = fileDatabase({ asSuperuser: true });
let roles: Awaited<ReturnType<typeof prepareDatabase>>["roles"];
let application: Database;
let signer: Database;

beforeAll(async () => {
  // The copy has its template's owner and grants, like a database that was restored under another
  // name.
  ({ roles } = await prepareDatabase(file.url, schema));
  application = openDatabase(await giveLogin(file.url, roles.application), { connectionsMax: 2 });
  signer = openDatabase(await giveLogin(file.url, roles.signer), { connectionsMax: 1 });
});
afterAll(async () => {
  await application.close();
  await signer.close();
});

const INSUFFICIENT_PRIVILEGE = "42501";

async function answerTo(sql: string): Promise<string | undefined> {
  return application.query(sql).then(() => undefined, sqlState);
}

const LEDGER = [
  "ledger_accounts",
  "ledger_transfers",
  "ledger_days",
  "ledger_days_counted",
  "ledger_event_parts",
  "ledger_events",
  "ledger_events_counted",
  "ledger_proven",
];

describe.each([
  ...LEDGER.map(
    (table) =>
      [table, `insert into ${table} overriding system value select * from ${table}`] as const,
  ),
  ["audit_entries", "update audit_entries set reason = seq::text"] as const,
])("the application cannot change %s", (table, writing) => {
  test.each([
    writing,
    `update ${table} set ${table === "audit_entries" ? "seq = seq" : firstColumn(table)}`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger user`,
    `drop table ${table}`,
    `create trigger quiet before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
    `create rule quiet as on insert to ${table} do instead nothing`,
    `alter table ${table} owner to current_user`,
  ])("%s", async (sql) => {
    expect(await answerTo(sql)).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

function firstColumn(table: string): string {
  const column =
    { ledger_accounts: "balance", ledger_events: "key", ledger_transfers: "amount" }[table] ??
    "account";
  return `${column} = ${column}`;
}

describe("statements forbidden to the application", () => {
  test.each([
    "set session_replication_role = replica",
    "copy (select 1) to program 'cat'",
    "copy (select 1) to '/somewhere'",
    "copy platform_idempotency from program 'true'",
    "select pg_read_file('postgresql.conf')",
    "select pg_ls_dir('.')",
    "select lo_import('/etc/hostname')",
    "alter system set fsync = off",
    "select pg_reload_conf()",
    "update ledger_accounts set min_balance = null where name = 'house:treasury:BTC'",
    "update ledger_accounts set closed = true where name = 'house:treasury:BTC'",
    `update ledger_accounts set balance = balance + case name when 'chain' then -1 else 1 end
     where name in ('chain', 'house:treasury:BTC')`,
    "insert into ledger_accounts (name, asset, class) values ('house:mine:BTC', 1, 3)",
    "select from ledger_accounts for update",
    "select setval('ledger_common_account_id', 1)",
    "select ledger_post_batch(null, null, '{}', null, null, null, null, null, null, null)",
    "select ledger_post_exact(null, null, '{}', null, null, null, null, null, null, null)",
    "alter function ledger_post security invoker",
    "alter function ledger_post reset search_path",
    "create or replace function ledger_open_accounts(p_user uuid) returns void language sql as ''",
    "insert into platform_migrations (room, file, checksum) values ('ledger', '999-x.sql', '')",
    "create table mine (id int)",
    "create temporary table mine (id int)",
    "create schema mine",
    "create function mine() returns int language sql as 'select 1'",
    "create extension if not exists pg_stat_statements",
    "create role mine",
    "alter role current_user superuser",
    "create database mine",
    "drop trigger ledger_transfers_append_only on ledger_transfers",
    "reassign owned by current_user to pg_database_owner",
  ])("%s", async (sql) => {
    expect(await answerTo(sql)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  test("set role to the owner, the signer, the pool or the superuser", async () => {
    const [superuser] = await file.database.query<{ name: string }>("select current_user as name");
    for (const name of [roles.owner, roles.signer, roles.pool, superuser?.name])
      expect(await answerTo(`set role ${name}`)).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

describe("the signer's role and tables", () => {
  test.each([
    "select sealed_seed from wallet_keys",
    "insert into wallet_keys (network, sealed_seed, xpub, fingerprint, created_at) values ('signet', '', '', 0, now())",
    "update wallet_keys set sealed_seed = ''",
    "delete from wallet_keys",
    "select users_is_disabled(null, now())",
  ])("the application may not run: %s", async (sql) => {
    expect(await answerTo(sql)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  test.each([
    "select encrypted_password from users_users",
    "update wallet_withdrawals set state = 'approved'",
    "insert into wallet_approvals select * from wallet_approvals",
    "update wallet_cursor set locked_reason = null",
    "update wallet_debts set owed_sats = 0",
    "delete from wallet_keys",
    "select balance from ledger_accounts",
    "select ledger_open_accounts(gen_random_uuid())",
    "copy wallet_keys to program 'cat'",
  ])("the signer may not run: %s", async (sql) => {
    expect(await signer.query(sql).then(() => undefined, sqlState)).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

test("a database that predates the roles gets the owner role as its owner", async () => {
  const owners = () =>
    file.database.query<{ owner: string }>(
      `select distinct relowner::regrole::text as owner from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S') and relname !~ '^pg_'
       union select proowner::regrole::text from pg_proc
       where pronamespace = 'public'::regnamespace and proname ~ '^(ledger|wallet|users)_'`,
    );
  await file.database.query(
    `reassign owned by ${roles.owner} to current_user; revoke all on audit_entries from ${roles.application}`,
  );
  expect(await owners()).not.toEqual([{ owner: roles.owner }]);
  await prepareDatabase(file.url, schema);
  expect(await owners()).toEqual([{ owner: roles.owner }]);
  expect(await application.query("select from audit_entries")).toEqual([]);
});

test("a database owner with CREATEROLE can create the roles without superuser rights", async () => {
  const empty = await testDatabase({ empty: true });
  const [name, builder] = [new URL(empty.url).pathname.slice(1), `builder_${Date.now()}`];
  await empty.database.query(
    `create role ${builder} login createrole password 'bricks'; alter database ${name} owner to ${builder}`,
  );
  const builderUrl = loginUrl(empty.url, `${builder}:bricks`);
  const { roles: theirs, withoutPassword } = await prepareDatabase(builderUrl, schema);
  expect(withoutPassword).toContain("application");
  const database = openDatabase(await giveLogin(builderUrl, theirs.application));
  await testUser(database);
  expect((await readRights(database, schema.privileges)).faults).toEqual([]);
  // Repeats the preparation, as a new release does at its start. No migration is left to apply.
  expect((await prepareDatabase(builderUrl, schema)).applied).toEqual([]);
  await database.close();
  await empty.close();
});

test("a role's password appears in no statement that the server could log", async () => {
  const [role, password] = [`opened_${Date.now()}`, randomUUID()];
  await file.database.query(`create role ${role}`);
  const statements: string[] = [];
  const recording: Database = {
    ...file.database,
    query(sql, values) {
      statements.push(sql);
      return file.database.query(sql, values);
    },
  };
  await setPassword(recording, role, password);
  expect(statements.join()).not.toContain(password);
  const [row] = await file.database.query<{ verifier: string }>(
    "select rolpassword as verifier from pg_authid where rolname = $1",
    [role],
  );
  expect(statements).toEqual([`alter role "${role}" login password '${row?.verifier}'`]);
  const ask = (login: string) =>
    withDatabase(loginUrl(file.url, login), (database) =>
      database.query("select current_user as name"),
    );
  expect(await ask(`${role}:${password}`)).toEqual([{ name: role }]);
  await expect(ask(`${role}:${randomUUID()}`)).rejects.toThrow(/password/);
  await file.database.query(`drop role ${role}`);
});

test("a temporary table named like a ledger table is not used in its place", async () => {
  const name = new URL(file.url).pathname.slice(1);
  await file.database.query(`grant temporary on database ${name} to ${roles.application}`);
  const userId = randomUUID();
  await application.transaction(async (tx) => {
    await tx.query("create temporary table ledger_accounts (like public.ledger_accounts)");
    await tx.query("set local search_path = pg_temp, public");
    await tx.query("select ledger_open_accounts($1)", [userId]);
    await tx.query("drop table pg_temp.ledger_accounts");
  });
  await prepareDatabase(file.url, schema);
  const sql = "select from ledger_accounts where user_id = $1";
  expect(await application.query(sql, [userId])).toHaveLength(4);
});

describe("the ledger's functions", () => {
  test("the ledger stores a verified balance only if its transfers support it", async () => {
    const keep = (version: number, balance: number) =>
      application.query(
        `select ledger_keep_proven(array[id], array[$1::bigint], array[$2::bigint])
         from ledger_accounts where name = 'house:treasury:BTC'`,
        [version, balance],
      );
    await keep(7, 7);
    expect(await application.query("select from ledger_proven")).toHaveLength(0);
    await keep(0, 0);
    expect(await application.query("select from ledger_proven")).toHaveLength(1);
  });
});

describe("a start on an existing database", () => {
  const start = async (url: string, migrations = schema.migrations, login?: string) => {
    const dataDir = memoryFolder();
    if (login !== undefined) giveProcessLogins(dataDir, { signer: login, pool: login });
    const database = { databaseUrl: url, dataDir, log: silentLog };
    const started = startDatabase({ ...database, schema: { ...schema, migrations } });
    return started
      .then(async (server) => {
        await server.stop();
        return { url: server.url, processUrl: server.processUrl };
      })
      .finally(() => removeFolder(dataDir));
  };
  const later = [{ module: "users", file: "999-later.sql", sql: "", checksum: "" }];

  test("a start as the application role runs no migrations", async () => {
    const url = file.applicationUrl;
    const bare = withoutLogin(url);
    expect(await start(url, schema.migrations, "a:b")).toEqual({ url, processUrl: bare });
    await expect(start(url)).rejects.toThrow(/^DATA_DIR: signer-login is missing/);
    await expect(start(url, [...schema.migrations, ...later], "a:b")).rejects.toThrow(
      "DATABASE_URL: the database lacks users/999-later.sql, and this login may not migrate it. Run npm run database:roles.",
    );
  });

  test("a start as the superuser needs no other logins", async () => {
    expect(await start(file.url)).toEqual({ url: file.url, processUrl: file.url });
  });
});

describe("grants", () => {
  test("every table, sequence and function has exactly its module's grants", async () => {
    expect(await grantDifferences(file.database, roles, schema.privileges)).toEqual([]);
  });

  test("the list of grants covers every table and nothing else", async () => {
    const rows = await file.database.query<{ name: string; isTable: boolean }>(
      `select relname::text as name, relkind in ('r', 'v') as "isTable" from pg_class
       where relnamespace = 'public'::regnamespace and relname ~ $1
       union select proname::text, false from pg_proc where pronamespace = 'public'::regnamespace`,
      [MODULE_THINGS],
    );
    const declared = Object.values(schema.privileges).flatMap((grants) => Object.keys(grants));
    const tables = rows.filter(({ isTable }) => isTable).map(({ name }) => name);
    expect(tables.filter((name) => !declared.includes(name))).toEqual([]);
    const names = new Set(rows.map(({ name }) => name));
    expect(declared.filter((name) => !names.has(name))).toEqual([]);
  });

  test("extra grants are revoked at the next start", async () => {
    await file.database.query(
      `grant update on ledger_accounts to ${roles.application}; grant all on audit_entries to public;
       grant ${roles.owner} to ${roles.application}; alter role ${roles.application} createdb`,
    );
    expect(await grantDifferences(file.database, roles, schema.privileges)).toHaveLength(2);
    await prepareDatabase(file.url, schema);
    expect(await grantDifferences(file.database, roles, schema.privileges)).toEqual([]);
    expect(await answerTo(`set role ${roles.owner}`)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await answerTo("create database mine")).toBe(INSUFFICIENT_PRIVILEGE);
  });
});
