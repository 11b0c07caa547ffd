/**
 * Opens the pool. The pool receives functions of the other modules and never accesses their tables.
 */
import { parseAddress } from "#bitcoin";
import { startPool, type Pool } from "#pool";
import { ownerOfMiningName } from "#users";
import { hasUnconfirmed } from "#wallet";
import type { Ground, Modules } from "./open-modules.ts";

const PRESET_PORT = 3_333;

/** Opens the pool. Throws StartError if a setting is invalid. */
export async function openPool(
  ground: Ground,
  modules: Pick<Modules, "node" | "wallet">,
): Promise<Pool> {
  const { config, shared, processUrl } = ground;
  const { database, log, bus } = shared;
  const { node, wallet } = modules;
  const { port, host, tls = null, hasHouseRig } = config.pool;
  const pool = await startPool({
    host,
    tls,
    hasHouseRig,
    node,
    log,
    databaseUrl: processUrl,
    dataDir: config.dataDir,
    wantedPort: port,
    // If the system chooses the port for the pages, it also chooses the port for preset miners.
    presetPort: config.port === 0 ? 0 : PRESET_PORT,
    payScriptHex: scriptOf(node.network, wallet.treasuryAddress),
    blockSeconds: config.bitcoin.blockSeconds,
    logLevel: config.logLevel,
    ownerOf: (name) => ownerOfMiningName(database, name),
    isSomethingWaiting: () => hasUnconfirmed(database),
    onShares: (userId) => bus.publish("me", { userId, what: "workers" }),
  });
  ground.teardown.add("pool", () => pool.stop());
  return pool;
}

function scriptOf(...[network, address]: Parameters<typeof parseAddress>): string {
  const parsed = parseAddress(network, address);
  if (!("scriptHex" in parsed)) throw new Error("the treasury has no address of this network");
  return parsed.scriptHex;
}
