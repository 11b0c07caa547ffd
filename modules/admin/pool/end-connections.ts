/**
 * Closes an IP address's connections to the pool in this process. The audit entry is written first,
 * so that every action has an entry, even if the action then fails. The audit log outlives user
 * data, so it stores only the network, not the address.
 */
import { recordAudit } from "#audit";
import type { Caller } from "#api/route";
import { networkOf } from "#platform";
import { countAdministratorWrite, requireAdministrator } from "#users";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";

/**
 * Closes the connections. Throws `pool_not_running`, and an Outage if the pool does not respond.
 */
export async function endPoolConnections(
  deps: AdminDeps,
  caller: Caller,
  { address, reason }: { readonly address: string; readonly reason: string },
): Promise<{ readonly ended: number }> {
  const { database, clock, pool } = deps;
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  if (pool?.state() === undefined) throw adminRefusals.pool_not_running();
  await database.transaction(async (tx) => {
    const now = clock.now();
    await requireAdministrator(tx, { userId: actor, now });
    await recordAudit(tx, {
      at: now,
      actor,
      action: "pool.end_connections",
      target: null,
      reason,
      before: {},
      after: { network: networkIn(address) },
    });
  });
  return { ended: await pool.endConnections(address) };
}

/** Returns the network of the address, such as `203.0.0.0/16` or `2001:db8::/32`. */
function networkIn(address: string): string {
  const network = networkOf(address);
  return network.includes(":")
    ? `${network.split(":").slice(0, 2).join(":")}::/32`
    : `${network.split(".").slice(0, 2).join(".")}.0.0/16`;
}
