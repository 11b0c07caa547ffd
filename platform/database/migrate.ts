/**
 * Runs forward-only migrations. Each module has `migrations/NNN-name.sql`. Each migration runs
 * once, ordered by module and number, in its own transaction and under an advisory lock. The start
 * fails if an applied file was changed or is unknown.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Outage } from "../errors/refusal.ts";
import { sqlState } from "./database-errors.ts";
import type { Database, DatabaseTransaction, Queryable } from "./database.ts";
import { moduleFolder } from "./modules.ts";

const LOCK = 7_263_001;
const DEADLOCK = "40P01";
const ATTEMPTS_MAX = 5;

export interface Migration {
  readonly module: string;
  readonly file: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Returns the modules' migrations in order. `root` is the folder of the checkout. */
export function readMigrations(root: string, modules: readonly string[]): Migration[] {
  return modules.flatMap((module) => {
    const folder = join(root, moduleFolder(module), "migrations");
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((file) => /^\d{3}-.*\.sql$/.test(file))
      .toSorted()
      .map((file) => {
        const sql = readFileSync(join(folder, file), "utf8");
        return { module, file, sql, checksum: createHash("sha256").update(sql).digest("hex") };
      });
  });
}

/**
 * Applies missing migrations and returns their names. Other processes use the tables at the same
 * time and lock them in a different order. A migration that fails because of a deadlock is
 * therefore retried.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((tx) => applyMissing(tx, migrations));
    } catch (error) {
      if (!isDeadlock(error) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

async function applyMissing(
  tx: DatabaseTransaction,
  migrations: readonly Migration[],
): Promise<string[]> {
  // Removes the time limit, because building an index on a large table may take long and other
  // processes have to wait for it.
  await tx.takeTime();
  await tx.query("select pg_advisory_xact_lock($1)", [LOCK]);
  await tx.query(`create table if not exists platform_migrations (
    room text not null, file text not null, checksum text not null,
    applied_at timestamptz not null default now(), primary key (room, file))`);
  const applied = await readApplied(tx);
  assertKnown(applied, migrations);
  const names: string[] = [];
  for (const migration of migrations) {
    const name = `${migration.module}/${migration.file}`;
    if (applied.has(name)) continue;
    await tx.query(migration.sql);
    await tx.query("insert into platform_migrations (room, file, checksum) values ($1, $2, $3)", [
      migration.module,
      migration.file,
      migration.checksum,
    ]);
    names.push(name);
  }
  return names;
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Outage && sqlState(error.cause) === DEADLOCK;
}

/**
 * Throws if the database does not have exactly these migrations, which means that another program
 * has changed the database since the start.
 */
export async function checkSchema(
  queryable: Queryable,
  migrations: readonly Migration[],
): Promise<void> {
  const [missing] = await missingMigrations(queryable, migrations);
  if (missing !== undefined) throw new Error(`The database lacks ${missing}.`);
}

/** Returns the names of missing migrations. Throws if the database has unknown migrations. */
export async function missingMigrations(
  queryable: Queryable,
  migrations: readonly Migration[],
): Promise<string[]> {
  const applied = await readApplied(queryable);
  assertKnown(applied, migrations);
  return migrations
    .map(({ module, file }) => `${module}/${file}`)
    .filter((name) => !applied.has(name));
}

export async function appliedMigrations(queryable: Queryable): Promise<string[]> {
  return [...(await readApplied(queryable)).keys()].toSorted();
}

/** True if this login owns the tables, or may create tables in an empty database. */
export async function mayMigrate(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ may: boolean }>(
    `select coalesce(
       (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('platform_migrations')),
       has_schema_privilege(current_schema(), 'create')) as may`,
  );
  return row?.may ?? false;
}

/** Returns the checksums of the applied migrations by name. */
async function readApplied(queryable: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await queryable.query<{ room: string; file: string; checksum: string }>(
    "select room, file, checksum from platform_migrations",
  );
  return new Map(rows.map((row) => [`${row.room}/${row.file}`, row.checksum]));
}

function assertKnown(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const checksums = new Map(migrations.map((m) => [`${m.module}/${m.file}`, m.checksum]));
  for (const [name, checksum] of applied) {
    if (!checksums.has(name)) {
      throw new Error(
        `The database was migrated by a newer version of Hashfloor (it has ${name}). Update the software.`,
      );
    }
    if (checksums.get(name) !== checksum) {
      throw new Error(`The migration ${name} changed after it was applied. Restore the file.`);
    }
  }
}
