/**
 * Tests the workers as the server runs them, where blocks and wake-ups trigger the watcher and the
 * sender.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf } from "#ledger";
import { workerStates } from "#platform";
import { chainStatus } from "./chain/chain-status.ts";
import { hasUnconfirmed, movedSatsSince, recentChainMovements } from "./movements.ts";
import { startWalletWorkers, type WalletWorkers } from "./start-workers.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";
import { getTransaction } from "./tracker/get-transaction.ts";

let installation: Installation;
let workers: WalletWorkers;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  workers = startWalletWorkers(installation.wallet);
}, 60_000);
afterAll(async () => {
  await workers.stop();
  await installation.close();
});

const NOBODY = "select null::uuid where false";

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}

test("blocks are requested until a grant reaches its user", { timeout: 30_000 }, async () => {
  const { database, node, wallet } = installation;
  expect(await hasUnconfirmed(database)).toBe(false);
  const userId = await installation.newUser();
  const before = new Date();
  expect(await movedSatsSince(database, before, NOBODY)).toBe(0n);
  const { id } = await installation.askFaucet(userId);
  expect(await hasUnconfirmed(database)).toBe(true);
  const state = async () => (await getTransaction(wallet, { id })).state;
  await until(async () => (await state()) === "in_transit");
  expect(await recentChainMovements(database, 5)).toMatchObject([
    { kind: "faucet", amountSats: 5_000_000n, confirmations: 0 },
  ]);
  expect(await movedSatsSince(database, before, NOBODY)).toBe(5_000_000n);
  expect(await movedSatsSince(database, before, `select '${userId}'::uuid`)).toBe(0n);
  await node.generateToAddress(6, wallet.treasuryAddress);
  await until(async () => (await state()) === "completed");
  await until(async () => (await balancesOf(database, userId)).availableSats === 5_000_000n);
  await until(async () => !(await hasUnconfirmed(database)));
  await until(async () => (await chainStatus(database))?.reconciledHeight === 118);
  expect(await chainStatus(database)).toMatchObject({ pausedReason: null, unexplainedSats: 0n });
});

test("the watcher reports an uncreditable deposit in every round", async () => {
  const { database, node, wallet } = installation;
  const watcher = () => workerStates(wallet.database).find(({ name }) => name === "wallet-watcher");
  await database.query(
    "update ledger_accounts set closed = true where name = 'house:treasury:BTC'",
  );
  await node.generateToAddress(1, wallet.treasuryAddress);
  await until(async () => (watcher()?.failures ?? 0) > 2);
  expect(watcher()?.failure).toMatch(/^1 failed, dep_\w+: the ledger refused: account_closed$/);
  const tip = await node.getBlockCount();
  await until(async () => (await chainStatus(database))?.reconciledHeight === tip);
  await database.query(
    "update ledger_accounts set closed = false where name = 'house:treasury:BTC'",
  );
  await until(async () => watcher()?.failure === null);
});
