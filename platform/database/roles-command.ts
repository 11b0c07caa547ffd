/**
 * Implements `npm run database:roles`, for an external PostgreSQL. The login in DATABASE_URL must
 * be allowed to create roles. The command creates the installation's roles, migrates the tables,
 * and prints the URL with which to start the product.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { StartError } from "../errors/start-error.ts";
import { databaseAddress } from "./database-address.ts";
import { giveLogin, prepareDatabase, readSchema } from "./prepare-database.ts";
import { readSetting } from "../process/read-setting.ts";
import { assertServer } from "./server-assertions.ts";
import { keepProcessLogins, loginFileOf, PROCESS_ROLES } from "./process-logins.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const RENEW = "--new-password";

const databaseUrl = readSetting(process.env, "DATABASE_URL");
const dataDir = readSetting(process.env, "DATA_DIR") ?? "data";
const options = process.argv.slice(2);
if (databaseUrl === undefined || options.some((option) => option !== RENEW))
  endWith(
    `Usage: DATABASE_URL=postgres://... DATA_DIR=... npm run database:roles [-- ${RENEW}]\nThe embedded database does not need this command.`,
  );

try {
  const url = databaseAddress("DATABASE_URL", databaseUrl);
  await assertServer(url);
  const schema = readSchema(ROOT);
  const { roles, applied, withoutPassword } = await prepareDatabase(url, schema);
  const renews = options.length > 0;
  say(
    `Roles: ${roles.owner} owns the tables, ${roles.application} is the application, ${roles.signer} signs payments, ${roles.pool} speaks with miners.`,
  );
  say(applied.length === 0 ? "The tables are up to date." : `Applied: ${applied.join(", ")}.`);
  if (withoutPassword.includes("application") || renews)
    say(`Start the product with\nDATABASE_URL=${await giveLogin(url, roles.application)}`);
  else say(`${roles.application} keeps its password. To change it, add -- ${RENEW}.`);
  const renewed = PROCESS_ROLES.filter((role) => withoutPassword.includes(role) || renews);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await keepProcessLogins(url, { roles, dataDir }, renewed);
  for (const role of renewed)
    say(`The login of the ${role} is in ${join(dataDir, loginFileOf(role))}.`);
} catch (error) {
  if (error instanceof StartError || error instanceof pg.DatabaseError) endWith(error.message);
  throw error;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function endWith(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
