/**
 * Tests that no payment is sent after a reorg that is too deep, with unexplained coins, without a
 * signer, or while the node does not respond.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Outage } from "#platform";
import { readCursor } from "./chain/chain-table.ts";
import { faucetState } from "./faucet/faucet.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";
import { getTransaction } from "./tracker/get-transaction.ts";

let installation: Installation;
let userId: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(63);
  userId = await installation.userWith(10_000_000n);
}, 60_000);
afterAll(() => installation.close());

const trackState = async (id: string) => (await getTransaction(installation.wallet, { id })).state;

test("a withdrawal continues after its signer dies and restarts", async () => {
  const { id } = await installation.withdraw(userId, 100_000n);
  // Kills each new signer, so that the round never finds one, however long it takes.
  const killing = setInterval(() => {
    const signerId = installation.wallet.signer.processId();
    if (signerId !== undefined) process.kill(signerId, "SIGKILL");
  }, 2);
  try {
    while (installation.wallet.signer.processId() !== undefined) await sleep(5);
    await expect(installation.send()).rejects.toBeInstanceOf(Outage);
  } finally {
    clearInterval(killing);
  }
  expect(await trackState(id)).toBe("processing");
  while (installation.wallet.signer.processId() === undefined) await sleep(20);
  await installation.send();
  await installation.watch();
  expect(await trackState(id)).toBe("in_transit");
  await installation.mine(6);
});

test("coins that the ledger cannot explain pause outgoing payments", async () => {
  const [coin] = await installation.database.query<{ txid: string; vout: number }>(
    "select txid, vout from wallet_coins where spent_txid is null and height is not null limit 1",
  );
  const change = (sats: number) =>
    installation.database.query(
      "update wallet_coins set amount_sats = amount_sats + $3 where txid = $1 and vout = $2",
      [coin?.txid, coin?.vout, sats],
    );
  await change(-1);
  await installation.mine(1);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 1n });
  await expect(installation.withdraw(userId, 100_000n)).rejects.toMatchObject({
    title: "Withdrawals paused",
  });
  expect(
    await faucetState(installation.wallet, { userId, origin: { ip: "127.0.0.1", isLocal: true } }),
  ).toMatchObject({
    isOpen: false,
  });
  await change(1);
  await installation.mine(1);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
});

test("a reorg of more than 144 blocks is not followed", async () => {
  const before = await readCursor(installation.database);
  await installation.node.simulateReorg({
    depth: 146,
    address: installation.wallet.treasuryAddress,
  });
  await installation.watch();
  expect(await readCursor(installation.database)).toMatchObject({
    height: before?.height,
    haltedReason: "The node's chain split from ours more than 144 blocks ago.",
  });
  await expect(installation.withdraw(userId, 100_000n)).rejects.toMatchObject({
    title: "Withdrawals paused",
  });
});
