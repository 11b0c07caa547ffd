/**
 * Parses the roles of one process of an installation: `npm start -- --only web` starts a process
 * that serves only pages. Processes with different roles share one external database and one
 * external node.
 */
import { StartError, type Config } from "#platform";

export interface Roles {
  /** Serves pages, API and stream on PORT. */
  readonly serves: boolean;
  /** Runs the background workers. Database locks distribute the work among processes. */
  readonly works: boolean;
  /** Accepts miners over Stratum. */
  readonly pools: boolean;
}

export const EVERYTHING: Roles = { serves: true, works: true, pools: true };
const NOTHING: Roles = { serves: false, works: false, pools: false };

const ROLES: ReadonlyMap<string, Roles> = new Map([
  ["web", { ...NOTHING, serves: true }],
  ["work", { ...NOTHING, works: true }],
  ["pool", { ...NOTHING, pools: true }],
  ["all", EVERYTHING],
]);

/** Parses the arguments after the program's name. Throws StartError for an unknown argument. */
export function readRoles(words: readonly string[]): Roles {
  if (words.length === 0) return EVERYTHING;
  const [option, word = "", ...rest] = words.length === 1 ? (words[0] ?? "").split("=") : words;
  const roles = option === "--only" && rest.length === 0 ? ROLES.get(word) : undefined;
  if (roles) return roles;
  const shown = words.join(" ").slice(0, 60);
  throw new StartError(`npm start -- --only web, work, pool or all is accepted, not "${shown}".`);
}

/**
 * Throws StartError if this process's settings would prevent it from sharing the database or node
 * with processes of other roles.
 */
export function assertShared(
  roles: Roles,
  { databaseUrl, bitcoin, siteUrl }: Pick<Config, "databaseUrl" | "bitcoin" | "siteUrl">,
): void {
  if (roles.serves && roles.works && roles.pools) return;
  const needed = [
    ["DATABASE_URL", databaseUrl, "the embedded PostgreSQL serves its own process alone"],
    ["BITCOIN_RPC_URL", bitcoin.rpcUrl, "a node that it started would serve its own process alone"],
    ["SITE_URL", siteUrl, "tokens and links have to name the same address in all processes"],
  ] as const;
  const missing = needed.find(([, value]) => value === undefined);
  if (!missing) return;
  const [name, , why] = missing;
  throw new StartError(`${name} must be set with --only, the same in every process: ${why}.`);
}
