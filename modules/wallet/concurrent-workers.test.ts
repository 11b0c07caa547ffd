/**
 * Tests two watchers and two senders that run at the same time. This happens when a worker loses
 * the connection that holds its lock, and another process takes over while the first worker is
 * still running. The workers may then be slower and log more, but every amount must be correct.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { readCursor } from "./chain/chain-table.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { listDeposits, listWithdrawals } from "./lists.ts";
import { createSender } from "./sender/sender.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";
import { followChain } from "./watcher/follow-chain.ts";
import { undoBlock } from "./watcher/undo-block.ts";
import { createWatcher } from "./watcher/watcher.ts";

const ROUNDS = 12;
const DEPOSIT_SATS = 2_000_000n;
const WITHDRAWAL_SATS = 100_000n;
const GRANT_SATS = 20_000n;

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

test("concurrent workers post every entry once during reorgs", { timeout: 60_000 }, async () => {
  const { wallet, node } = installation;
  const userId = await installation.newUser();
  const granted = await installation.newUser();
  const { address } = await currentDepositAddress(wallet, { userId });
  await installation.payFromOutside(address, DEPOSIT_SATS);
  await installation.mine(6);
  const workers = [
    createWatcher(wallet),
    createWatcher(wallet),
    createSender(wallet),
    createSender(wallet),
  ];
  const allAtOnce = () =>
    Promise.allSettled(workers.map((worker) => worker.round(new AbortController().signal)));

  for (let round = 0; round < ROUNDS; round += 1) {
    await installation.withdraw(userId, WITHDRAWAL_SATS);
    for (let count = 0; count < 3; count += 1) await installation.askFaucet(granted, GRANT_SATS);
    await allAtOnce();
    if (round % 3 === 2)
      await node.simulateReorg({ depth: 2, extra: 1, address: wallet.treasuryAddress });
    else await node.generateToAddress(1, wallet.treasuryAddress);
    await allAtOnce();
  }
  for (let block = 0; block < 8; block += 1) {
    await installation.send();
    await installation.mine(1);
  }

  const { items } = await listWithdrawals(wallet, { userId, cursor: undefined, limit: 100 });
  expect(items.map(({ state }) => state)).toEqual(Array(ROUNDS).fill("completed"));
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: DEPOSIT_SATS - BigInt(ROUNDS) * WITHDRAWAL_SATS,
    heldSats: 0n,
  });
  expect((await balancesOf(installation.database, granted)).availableSats).toBe(
    BigInt(3 * ROUNDS) * GRANT_SATS,
  );
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("a delayed watcher with an old block does not undo a newer block", async () => {
  const old = await readCursor(installation.database);
  await installation.reorg(1);
  const now = await readCursor(installation.database);
  if (!old || !now) throw new Error("no cursor");
  expect(now.hash).not.toBe(old.hash);
  expect(
    await undoBlock(installation.wallet, { height: now.height, hash: old.hash }),
  ).toBeUndefined();
  expect(await readCursor(installation.database)).toEqual(now);
});

test("a delayed watcher sees a payment of an undone block as pending", async () => {
  const { wallet, node } = installation;
  const userId = await installation.newUser();
  const { address } = await currentDepositAddress(wallet, { userId });
  const other = createWatcher(wallet);
  const look = () => other.round(new AbortController().signal);
  const state = async () => {
    const { items } = await listDeposits(wallet, { userId, cursor: undefined, limit: 1 });
    return items[0]?.state;
  };
  await installation.payFromOutside(address, DEPOSIT_SATS);
  await look();
  await installation.mine(1);
  expect(await state()).toBe("confirming");
  // The first process undoes the block and is killed before it reads the mempool.
  await node.simulateReorg({ depth: 1, address: wallet.treasuryAddress });
  await followChain(wallet, new AbortController().signal, () => undefined);
  expect(await state()).not.toBe("in_mempool");
  await look();
  expect(await state()).toBe("in_mempool");
});
