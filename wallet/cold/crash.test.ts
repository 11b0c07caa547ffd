/**
 * kill -9 at every step on the way to the cold part: the workers die there and the next ones go on.
 * At the end the coins are there once, and the miner is paid once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { readCursor } from "../chain/chain-table.ts";
import { coldPerson, descriptorOf } from "../testing/cold-keys.ts";
import { postCold, setDescriptor, twoPeople } from "../testing/cold-part.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { startNodeProxy, type NodeProxy } from "../testing/node-proxy.ts";
import { dieAt } from "../testing/worker-process.ts";
import { sumCold } from "./cold-coins-table.ts";

const BTC = 100_000_000n;
/** In their order: one transaction goes through all of them. */
const STEPS = [
  "cold-move-chosen",
  "self-transfer-signing",
  "self-transfer-signed",
  "self-transfer-sending",
  "self-transfer-sent",
  "self-transfer-settling",
  "self-transfer-settled",
];

let installation: Installation;
let proxy: NodeProxy;

beforeAll(async () => {
  installation = await startInstallation();
  proxy = await startNodeProxy(installation.node);
  await installation.mine(13);
  const people = await twoPeople(installation);
  await setDescriptor(installation, people, descriptorOf(["Ann", "Bo"].map(coldPerson)));
  await postCold(installation, { ceiling: 300n * BTC, keep: 1n * BTC });
}, 90_000);
afterAll(async () => {
  await proxy.close();
  await installation.close();
});

test("gone once, paid once", { timeout: 240_000 }, async () => {
  const { applicationUrl, dataDir, node, wallet, database } = installation;
  const order = { applicationUrl, dataDir, rpcUrl: proxy.url };
  for (const step of STEPS) {
    await dieAt(step, order, () =>
      step.includes("settl")
        ? node.generateToAddress(1, wallet.treasuryAddress)
        : Promise.resolve(),
    );
    // Coins of blocks mature all the while; they stay.
    await postCold(installation, { ceiling: 9_000n * BTC, keep: 1n * BTC });
  }
  await installation.mine(1);
  const moves = await database.query<{ state: string; book: string; sats: bigint }>(
    `select s.state, s.book, m.amount_sats as sats from wallet_cold_moves m join wallet_self_transfers s using (id)`,
  );
  expect(moves).toMatchObject([{ state: "completed", book: "posted" }]);
  expect(await sumCold(database)).toBe(moves[0]?.sats);
  const [paid] = await database.query<{ times: number }>(
    "select count(*)::int as times from ledger_transfers where code = 95",
  );
  expect(paid).toEqual({ times: 1 });
  expect(await readCursor(database)).toMatchObject({ unexplainedSats: 0n, lockedReason: null });
  expect(await verifyLedger(database)).toEqual([]);
});
