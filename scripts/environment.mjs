// Where the project is, and the environment its programs get.
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The caller's environment with our own programs first on PATH. */
export function environment(changes = {}) {
  const all = { ...process.env, ...changes };
  const name = Object.keys(all).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  all[name] = [join(root, "node_modules", ".bin"), all[name] ?? ""].join(delimiter);
  for (const [key, value] of Object.entries(all)) if (value === undefined) delete all[key];
  return all;
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Ends the command with one clear line. */
export function fail(text) {
  say(`\n${text}\n`);
  process.exit(1);
}
