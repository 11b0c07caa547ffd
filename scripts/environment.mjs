// Defines the project's folder and the environment of its programs.
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Returns the caller's environment with the project's programs first on PATH. */
export function environment(changes = {}) {
  const all = { ...process.env, ...changes };
  const name = Object.keys(all).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  all[name] = [join(root, "node_modules", ".bin"), all[name] ?? ""].join(delimiter);
  for (const [key, value] of Object.entries(all)) if (value === undefined) delete all[key];
  return all;
}

/** Matches the names of variables that configure an installation, including passwords and keys. */
const CONFIGURATION =
  /^(PORT|HOST|METRICS_(HOST|PORT)|SITE_URL|DATA_DIR|DATABASE_((DIRECT|READ)_)?URL|BITCOIN_.*|BLOCK_SECONDS|STRATUM_(HOST|PORT|TLS_.*)|HOUSE_RIG|ADMIN(ISTRATOR)?_.*|SUPABASE_.*|SMTP_URL|SMS_GATEWAY_URL|TRUSTED_PROXY|REDIRECT_ALLOW_LIST|(USER_)?REQUESTS_PER_MINUTE|WITHDRAWALS_PER_HOUR|OANDA_.*|WALLETCONNECT_.*|NATS_URL|WITNESSES|STOP_WAIT_SECONDS|LOG_LEVEL|FAILPOINTS|BACKUP_PASSPHRASE)(_FILE)?$/;

/**
 * Returns environment changes that remove the configuration, for programs that are not an
 * installation or that start their own installation.
 */
export function withoutConfiguration() {
  const names = Object.keys(process.env).filter((name) => CONFIGURATION.test(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Formats a duration, for example as "12.3 s". */
export function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`;
}

/** Ends the command with a one-line message. */
export function fail(text) {
  say(`\n${text}\n`);
  process.exit(1);
}
