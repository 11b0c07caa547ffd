/** Returns the pool processes and their connections for administrators. */
import { Outage } from "#platform";
import { runningInstances } from "#pool";
import type { AdminDeps } from "../office/deps.ts";

export async function getAdminPool({
  database,
  clock,
  pool,
}: Pick<AdminDeps, "database" | "clock" | "pool">) {
  const now = clock.now();
  const state = pool?.state();
  const list = state === undefined ? null : ((await pool?.connections().catch(silent)) ?? null);
  return {
    at: now,
    address: state ? { host: state.host, port: state.port, tlsPort: state.tlsPort } : null,
    journalBytes: state?.journalBytes ?? null,
    instances: await runningInstances(database, now),
    addresses: list?.addresses.map((one) => ({ ...one, names: [...one.names] })) ?? null,
    furtherAddresses: list?.furtherAddresses ?? null,
  };
}

/**
 * Converts an Outage to null, so that a pool that does not respond is shown as not monitored.
 * Rethrows any other error.
 */
function silent(error: unknown): null {
  if (error instanceof Outage) return null;
  throw error;
}
