/**
 * Creates roles, tables and privileges with a login that may create roles. That login is needed for
 * the first start and after an update.
 */
import { randomBytes } from "node:crypto";
import { applyPrivileges, readPrivileges, type Privileges, type LoginRole } from "./privileges.ts";
import { migrate, readMigrations, type Migration } from "./migrate.ts";
import { MODULES } from "./modules.ts";
import { openDatabase } from "./database.ts";
import { makeRoles, rolesOf, rolesWithoutLogin, setPassword, type Roles } from "./roles.ts";

export interface Schema {
  readonly migrations: readonly Migration[];
  readonly privileges: Privileges;
}

/** Reads the schema of all modules. `root` is the folder of the checkout. */
export function readSchema(root: string): Schema {
  return { migrations: readMigrations(root, MODULES), privileges: readPrivileges(root, MODULES) };
}

export interface Prepared {
  readonly roles: Roles;
  /** Names of the migrations that this run applied. */
  readonly applied: readonly string[];
  /** Roles that cannot log in yet. */
  readonly withoutPassword: readonly LoginRole[];
}

const PASSWORD_BYTES = 24;

export async function prepareDatabase(adminUrl: string, schema: Schema): Promise<Prepared> {
  const admin = openDatabase(adminUrl, { connectionsMax: 1 });
  try {
    const roles = await rolesOf(admin);
    await makeRoles(admin, roles);
    const applied = await migrateAsOwner(adminUrl, roles, schema);
    return { roles, applied, withoutPassword: await rolesWithoutLogin(admin, roles) };
  } finally {
    await admin.close();
  }
}

/** Sets a new password for the role. Returns the URL with that login. */
export async function giveLogin(adminUrl: string, role: string): Promise<string> {
  // Hexadecimal digits need no escaping.
  const password = randomBytes(PASSWORD_BYTES).toString("hex");
  const admin = openDatabase(adminUrl, { connectionsMax: 1 });
  try {
    await setPassword(admin, role, password);
    return asUser(adminUrl, role, password);
  } finally {
    await admin.close();
  }
}

async function migrateAsOwner(
  adminUrl: string,
  roles: Roles,
  { migrations, privileges }: Schema,
): Promise<readonly string[]> {
  const owner = openDatabase(actingAs(adminUrl, roles.owner), { connectionsMax: 1 });
  try {
    const applied = await migrate(owner, migrations);
    await owner.transaction((tx) => applyPrivileges(tx, roles, privileges));
    return applied;
  } finally {
    await owner.close();
  }
}

function asUser(url: string, user: string, password: string): string {
  const other = new URL(url);
  other.username = encodeURIComponent(user);
  other.password = password;
  return other.href;
}

/** Returns a URL with the same login that uses the privileges of another role. */
function actingAs(url: string, role: string): string {
  const other = new URL(url);
  const others = other.searchParams.get("options");
  const setting = `-c role=${role.replaceAll(/[\\ ]/g, String.raw`\$&`)}`;
  other.searchParams.set("options", others === null ? setting : `${others} ${setting}`);
  return other.href;
}
