/**
 * Creates the database roles of an installation: the owner (which runs migrations and cannot log
 * in), the application, the signer and the pool. Roles belong to the whole server, so the role
 * names contain the database's name.
 */
import pg from "pg";
import { StartError } from "../errors/start-error.ts";
import type { Database, DatabaseTransaction } from "./database.ts";
import { SESSION_LIMITS } from "./session-limits.ts";
import { LOGIN_ROLES, MODULE_THINGS, type LoginRole } from "./privileges.ts";
import { passwordVerifier } from "./password-verifier.ts";

export interface Roles extends Readonly<Record<LoginRole, string>> {
  readonly owner: string;
}

/** Maximum length of a role name. PostgreSQL truncates longer names. */
const NAME_BYTES_MAX = 63;
const LOCK = 7_263_002;

/**
 * Returns the role names. Throws StartError if the database's name is too long to be part of a role
 * name.
 */
export async function rolesOf(database: Database): Promise<Roles> {
  const [row] = await database.query<{ name: string }>("select current_database()::text as name");
  const name = row?.name ?? "";
  const roles = {
    owner: `${name}_owner`,
    application: `${name}_app`,
    signer: `${name}_signer`,
    pool: `${name}_pool`,
  };
  if (Buffer.byteLength(roles.signer) > NAME_BYTES_MAX)
    throw new StartError(
      `The name of the database, ${name}, is too long for roles named after it.`,
    );
  return roles;
}

/**
 * Creates missing roles, revokes excess privileges of existing roles, and transfers every object of
 * the database to the owner role. Must run as a superuser, or as a role that may create roles and
 * owns the existing objects.
 */
export async function makeRoles(database: Database, roles: Roles): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.takeTime();
    await tx.query("select pg_advisory_xact_lock($1)", [LOCK]);
    for (const role of [roles.owner, ...loginsOf(roles)]) await makeRole(tx, role);
    for (const role of loginsOf(roles)) await limit(tx, role);
    await separate(tx, roles);
    await openSchema(tx, roles);
    await handOver(tx, roles.owner);
  });
}

export async function rolesWithoutLogin(database: Database, roles: Roles): Promise<LoginRole[]> {
  const rows = await database.query<{ role: string }>(
    "select rolname::text as role from pg_roles where rolname = any($1) and not rolcanlogin",
    [loginsOf(roles)],
  );
  const names = rows.map(({ role }) => role);
  return LOGIN_ROLES.filter((role) => names.includes(roles[role]));
}

function loginsOf(roles: Roles): string[] {
  return LOGIN_ROLES.map((role) => roles[role]);
}

/** Sets the role's password, after which it can log in. Only the password's verifier is sent. */
export async function setPassword(
  database: Database,
  role: string,
  password: string,
): Promise<void> {
  const verifier = pg.escapeLiteral(passwordVerifier(password));
  await database.query(`alter role ${pg.escapeIdentifier(role)} login password ${verifier}`);
}

async function makeRole(tx: DatabaseTransaction, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const [existing] = await tx.query<{ may: boolean }>(
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as may
     from pg_roles where rolname = $1`,
    [role],
  );
  if (!existing) await tx.query(`create role ${name} nologin`);
  else if (existing.may)
    await tx.query(
      `alter role ${name} nosuperuser nocreaterole nocreatedb noreplication nobypassrls`,
    );
}

async function limit(tx: DatabaseTransaction, role: string): Promise<void> {
  for (const [setting, ms] of Object.entries(SESSION_LIMITS))
    await tx.query(`alter role ${pg.escapeIdentifier(role)} set ${setting} = ${ms}`);
}

/**
 * Removes each login role's membership in the owner role and in the other login roles. Allows the
 * role that creates them to act as the owner.
 */
async function separate(tx: DatabaseTransaction, roles: Roles): Promise<void> {
  const owner = pg.escapeIdentifier(roles.owner);
  const rows = await tx.query<{ role: string; member: string }>(
    `select role.rolname as role, member.rolname as member
     from pg_auth_members m join pg_roles role on role.oid = m.roleid join pg_roles member on member.oid = m.member
     where member.rolname = any($1) and role.rolname = any($2)`,
    [loginsOf(roles), [roles.owner, ...loginsOf(roles)]],
  );
  for (const { role, member } of rows)
    await tx.query(`revoke ${pg.escapeIdentifier(role)} from ${pg.escapeIdentifier(member)}`);
  const [me] = await tx.query<{ isSuperuser: boolean }>(
    `select rolsuper as "isSuperuser" from pg_roles where rolname = current_user`,
  );
  // A role may administer the roles that it created, but since PostgreSQL 16 it needs a grant to
  // act as one of these roles.
  if (!me?.isSuperuser) await tx.query(`grant ${owner} to current_user`);
}

/** Allows only the owner to create objects, including temporary tables. */
async function openSchema(tx: DatabaseTransaction, roles: Roles): Promise<void> {
  const [place] = await tx.query<{ database: string; schema: string }>(
    "select current_database()::text as database, current_schema()::text as schema",
  );
  const database = pg.escapeIdentifier(place?.database ?? "");
  const schema = pg.escapeIdentifier(place?.schema ?? "");
  const owner = pg.escapeIdentifier(roles.owner);
  const others = loginsOf(roles).map(pg.escapeIdentifier).join(", ");
  await tx.query(
    `grant connect, create, temporary on database ${database} to ${owner};
     grant connect on database ${database} to ${others};
     revoke create, temporary on database ${database} from public, ${others};
     grant usage, create on schema ${schema} to ${owner};
     grant usage on schema ${schema} to ${others};
     revoke create on schema ${schema} from public, ${others}`,
  );
}

/**
 * Upgrades an installation from a version without roles, in which the connecting role owns all
 * objects.
 */
async function handOver(tx: DatabaseTransaction, owner: string): Promise<void> {
  const rows = await tx.query<{ statement: string }>(
    `select format('alter %s %s owner to %I', kind, target, $1::text) as statement from (
       select 'table' as kind, oid::regclass::text as target, relname as name, relowner as owner
       from pg_class c where relnamespace = current_schema()::text::regnamespace
         and (relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists (
           select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
       union all
       select 'routine', oid::regprocedure::text, proname, proowner
       from pg_proc where pronamespace = current_schema()::text::regnamespace
     ) as thing
     where name ~ $2 and owner <> (select oid from pg_roles where rolname = $1)`,
    [owner, MODULE_THINGS],
  );
  if (rows.length > 0) await tx.query(rows.map(({ statement }) => statement).join(";\n"));
}
