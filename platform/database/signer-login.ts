/**
 * Who the signer is in the database, in a file of the data folder: written with the role's
 * password, read by the signer's process alone.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { keepFile } from "../process/keep-file.ts";
import { giveLogin } from "./prepare-database.ts";
import type { Roles } from "./roles.ts";

export const SIGNER_LOGIN_FILE = "signer-login";

/** Gives the signer's role a new password. */
export async function keepSignerLogin(
  adminUrl: string,
  roles: Roles,
  dataDir: string,
): Promise<void> {
  const { username, password } = new URL(await giveLogin(adminUrl, roles.signer));
  await keepFile(join(dataDir, SIGNER_LOGIN_FILE), `${username}:${password}\n`);
}

/** The address that the signer is told: of this database, without saying as whom. */
export function withoutLogin(url: string): string {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare.href;
}

/** Throws StartError when the signer could not log in from that folder. */
export function assertSignerLogin(dataDir: string): void {
  if (existsSync(join(dataDir, SIGNER_LOGIN_FILE))) return;
  throw new StartError(
    `DATA_DIR: ${SIGNER_LOGIN_FILE} is missing: run npm run database:roles with this DATA_DIR, or copy the file from the ` +
      "data folder for which it was run.",
  );
}

/** An address that says as whom stays as it is. */
export function signerUrl(url: string, dataDir: string): string {
  const own = new URL(url);
  if (own.username !== "") return url;
  const [user = "", password = ""] = readFileSync(join(dataDir, SIGNER_LOGIN_FILE), "utf8")
    .trim()
    .split(":");
  own.username = user;
  own.password = password;
  return own.href;
}
