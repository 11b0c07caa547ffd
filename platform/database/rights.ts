/**
 * Compares the privileges of our login with the declared privileges. The ledger's guards protect
 * against faults of this program only if the login has no additional privileges.
 */
import type { Queryable } from "./database.ts";
import { grantDifferences, MODULE_THINGS, type Privileges } from "./privileges.ts";

export interface Rights {
  readonly user: string;
  /** Excess and missing privileges. Empty if all privileges are as declared. */
  readonly faults: readonly string[];
}

interface Login {
  readonly user: string;
  readonly isSuperuser: boolean;
  readonly isOwner: boolean;
  readonly hasAttributes: boolean;
  readonly memberOf: readonly string[];
}

const FAULTS_MAX = 5;

export async function readRights(queryable: Queryable, privileges: Privileges): Promise<Rights> {
  const [login] = await queryable.query<Login>(
    `select rolname::text as user, rolsuper as "isSuperuser",
       exists (select from pg_class where relnamespace = current_schema()::text::regnamespace
         and relname ~ $1 and pg_has_role(relowner, 'member')) as "isOwner",
       rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "hasAttributes",
       array(select r.rolname::text from pg_roles r where pg_has_role(r.oid, 'member') and r.rolname in
         ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_write_all_data')) as "memberOf"
     from pg_roles where rolname = current_user`,
    [MODULE_THINGS],
  );
  if (!login) throw new Error("the database did not return the current role");
  const { user } = login;
  if (login.isSuperuser) return { user, faults: ["it is a superuser"] };
  if (login.isOwner) return { user, faults: ["it owns the tables"] };
  const differences = await grantDifferences(
    queryable,
    { application: user, signer: "", pool: "" },
    privileges,
  );
  const faults = [
    ...(login.hasAttributes ? ["it may make roles or databases"] : []),
    ...login.memberOf.map((role) => `it is a member of ${role}`),
    ...differences
      .filter(({ holder }) => holder === "application")
      .flatMap(({ thing, lacking, beyond }) => [
        ...beyond.map((privilege) => `it may ${privilege} ${thing.name}`),
        ...lacking.map((privilege) => `it may not ${privilege} ${thing.name}`),
      ]),
  ];
  return { user, faults: faults.slice(0, FAULTS_MAX) };
}
