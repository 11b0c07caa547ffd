/**
 * Who the signer and the pool are in the database, each in a file of the data folder: written with
 * the role's password, read by its process alone.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { keepFile } from "../process/keep-file.ts";
import type { LoginRole } from "./privileges.ts";
import { giveLogin } from "./prepare-database.ts";
import type { Roles } from "./roles.ts";

/** Processes of their own, beside the application. */
export type ProcessRole = Exclude<LoginRole, "application">;

export const PROCESS_ROLES: readonly ProcessRole[] = ["signer", "pool"];

export function loginFileOf(role: ProcessRole): string {
  return `${role}-login`;
}

/** Gives each of these roles a new password. */
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

/** The address that such a process is told: of this database, without saying as whom. */
export function withoutLogin(url: string): string {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare.href;
}

/** Throws StartError when a process could not log in from that folder. */
export function assertProcessLogins(dataDir: string): void {
  const missing = PROCESS_ROLES.map(loginFileOf).find((file) => !existsSync(join(dataDir, file)));
  if (missing === undefined) return;
  throw new StartError(
    `DATA_DIR: ${missing} is missing: run npm run database:roles with this DATA_DIR, or copy the file from the ` +
      "data folder for which it was run.",
  );
}

/** An address that says as whom stays as it is. */
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
