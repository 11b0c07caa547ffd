/**
 * Applies and checks the privileges of each role on the modules' tables, sequences and functions.
 * Each module declares its privileges in `privileges.json`. Privileges that are no longer declared
 * are revoked.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { DatabaseTransaction, Queryable } from "./database.ts";
import { moduleFolder, MODULES } from "./modules.ts";

/** The roles that processes log in as. */
export type LoginRole = "application" | "signer" | "pool";

export const LOGIN_ROLES: readonly LoginRole[] = ["application", "signer", "pool"];

/** Privileges by the name of a table, sequence or function. */
type Declared = Readonly<Record<string, string>>;

export type Privileges = Readonly<Record<LoginRole, Declared>>;

export type RoleNames = Readonly<Record<LoginRole, string>>;

/** A role that may have privileges. PUBLIC, which includes every login, must have no privileges. */
type Holder = LoginRole | "public";

interface Thing {
  readonly kind: "table" | "sequence" | "function";
  readonly name: string;
  /** Name of the object, with the schema if needed and with a function's arguments. */
  readonly target: string;
  readonly held: Readonly<Record<Holder, readonly string[]>>;
}

export interface Difference {
  readonly thing: Thing;
  readonly holder: Holder;
  readonly lacking: readonly string[];
  readonly beyond: readonly string[];
}

/** Reads the declarations. Throws if a module declares a privilege that we cannot grant. */
export function readPrivileges(root: string, modules: readonly string[]): Privileges {
  const declared = modules.flatMap((module) => {
    const file = join(root, moduleFolder(module), "privileges.json");
    return existsSync(file) ? [JSON.parse(readFileSync(file, "utf8")) as Partial<Privileges>] : [];
  });
  const of = (role: LoginRole): Declared =>
    Object.assign({}, ...declared.map((privileges) => privileges[role] ?? {}));
  return { application: of("application"), signer: of("signer"), pool: of("pool") };
}

/** Lists the differences between granted and declared privileges. */
export async function grantDifferences(
  queryable: Queryable,
  names: RoleNames,
  privileges: Privileges,
): Promise<Difference[]> {
  const things = await readThings(queryable, names);
  return things.flatMap((thing) =>
    [...LOGIN_ROLES, "public" as const].flatMap((holder) => {
      const words = holder === "public" ? undefined : privileges[holder][thing.name];
      const wanted = new Set(words?.split(" ") ?? []);
      const held = new Set(thing.held[holder]);
      const lacking = [...wanted].filter((privilege) => !held.has(privilege));
      const beyond = [...held].filter((privilege) => !wanted.has(privilege));
      return lacking.length + beyond.length === 0 ? [] : [{ thing, holder, lacking, beyond }];
    }),
  );
}

/** Grants declared privileges and revokes all others. Runs as the owner of the tables. */
export async function applyPrivileges(
  tx: DatabaseTransaction,
  names: RoleNames,
  privileges: Privileges,
): Promise<void> {
  const differences = await grantDifferences(tx, names, privileges);
  const statements = differences.flatMap(({ thing, holder, lacking, beyond }) => {
    const role = holder === "public" ? "public" : pg.escapeIdentifier(names[holder]);
    const on = `on ${thing.kind} ${thing.target}`;
    return [
      ...(beyond.length === 0 ? [] : [`revoke ${beyond.join(", ")} ${on} from ${role}`]),
      ...(lacking.length === 0 ? [] : [`grant ${lacking.join(", ")} ${on} to ${role}`]),
    ];
  });
  if (statements.length > 0) await tx.query(statements.join(";\n"));
}

async function readThings(queryable: Queryable, names: RoleNames): Promise<Thing[]> {
  const held = (grantee: string) =>
    `array(select lower(privilege_type collate "C") from aclexplode(acl) where grantee = ${grantee} order by 1)`;
  return queryable.query<Thing>(
    `with thing as (
       select case relkind when 'S' then 'sequence' else 'table' end as kind, relname::text as name,
         oid::regclass::text as target,
         coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)) as acl
       from pg_class where relnamespace = current_schema()::text::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
       union all
       select 'function', proname::text, oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner))
       from pg_proc where pronamespace = current_schema()::text::regnamespace
     )
     select kind, name, target, json_build_object(
       'application', ${held("to_regrole($1)")}, 'signer', ${held("to_regrole($2)")},
       'pool', ${held("to_regrole($3)")}, 'public', ${held("0")}) as held
     from thing where name ~ $4 order by name`,
    [...LOGIN_ROLES.map((role) => pg.escapeIdentifier(names[role])), MODULE_THINGS],
  );
}

/**
 * A PostgreSQL regular expression that matches the names of the modules' tables, sequences and
 * functions.
 */
export const MODULE_THINGS = `^(${MODULES.join("|")})_`;
