/**
 * Manages the database logins of the signer and the pool. Each role's password is in its own file
 * in the data folder, and only the role's process reads this file.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { keepFile } from "../process/keep-file.ts";
import type { LoginRole } from "./privileges.ts";
import { giveLogin } from "./prepare-database.ts";
import type { Roles } from "./roles.ts";

export type ProcessRole = Exclude<LoginRole, "application">;

export const PROCESS_ROLES: readonly ProcessRole[] = ["signer", "pool"];

export function loginFileOf(role: ProcessRole): string {
  return `${role}-login`;
}

/** Sets a new password for each of these roles and writes it to the role's file. */
export async function keepProcessLogins(
  adminUrl: string,
  { roles, dataDir }: { readonly roles: Roles; readonly dataDir: string },
  which: readonly ProcessRole[] = PROCESS_ROLES,
): Promise<void> {
  for (const role of which) {
    const { username, password } = new URL(await giveLogin(adminUrl, roles[role]));
    await keepFile(join(dataDir, loginFileOf(role)), `${username}:${password}\n`);
  }
}

/**
 * Returns the database URL without a login. The URL is passed to a process that adds its own login.
 */
export function withoutLogin(url: string): string {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare.href;
}

/** Throws StartError if a process could not log in with the files of this data folder. */
export function assertProcessLogins(dataDir: string): void {
  const missing = PROCESS_ROLES.map(loginFileOf).find((file) => !existsSync(join(dataDir, file)));
  if (missing === undefined) return;
  throw new StartError(
    `DATA_DIR: ${missing} is missing: run npm run database:roles with this DATA_DIR, or copy the file from the ` +
      "data folder for which it was run.",
  );
}

/** Adds the role's login to a URL that has none. */
export function processUrl(url: string, role: ProcessRole, dataDir: string): string {
  const own = new URL(url);
  if (own.username !== "") return url;
  const [user = "", password = ""] = readFileSync(join(dataDir, loginFileOf(role)), "utf8")
    .trim()
    .split(":");
  own.username = user;
  own.password = password;
  return own.href;
}
