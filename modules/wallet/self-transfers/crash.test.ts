/**
 * Kills the workers with kill -9 at every step of a self-transfer. The next workers must continue.
 * At the end, the coins must be consolidated once, for one miner's fee.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { readCursor } from "../chain/chain-table.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { startNodeProxy, type NodeProxy } from "../testing/node-proxy.ts";
import { plantSmallCoins, postConsolidation } from "../testing/small-coins.ts";
import { dieAt } from "../testing/worker-process.ts";
import { listNewest } from "./self-transfers-table.ts";

/** In execution order, because a single transaction passes through all steps. */
const STEPS = ["chosen", "signing", "signed", "sending", "sent", "settling", "settled"];

let installation: Installation;
let proxy: NodeProxy;

beforeAll(async () => {
  installation = await startInstallation();
  proxy = await startNodeProxy(installation.node);
  await installation.mine(13);
  await plantSmallCoins(installation, { count: 24, sats: 50_000n });
  await postConsolidation(installation);
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await installation.close();
});

test(
  "coins are consolidated once, for one fee, despite crashes",
  { timeout: 240_000 },
  async () => {
    const { applicationUrl, dataDir, node, wallet, database } = installation;
    const order = { applicationUrl, dataDir, rpcUrl: proxy.url };
    for (const step of STEPS)
      await dieAt(`self-transfer-${step}`, order, () =>
        step.startsWith("settl")
          ? node.generateToAddress(1, wallet.treasuryAddress)
          : Promise.resolve(),
      );
    await installation.mine(1);
    const [only, ...more] = await listNewest(database, 10);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ state: "completed", book: "posted", coins: 12 });
    const [paid] = await database.query<{ times: number; sats: bigint }>(
      "select count(*)::int as times, sum(amount)::bigint as sats from ledger_transfers where code = 90",
    );
    expect(paid).toEqual({ times: 1, sats: only?.minerFeeSats });
    expect(await readCursor(database)).toMatchObject({ unexplainedSats: 0n, lockedReason: null });
    expect(await verifyLedger(database)).toEqual([]);
  },
);
