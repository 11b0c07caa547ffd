/**
 * Two watchers and two senders at once, as when the connection that holds a worker's lock is lost
 * and another process takes over while the first still works: slower, noisier, and not a satoshi
 * wrong.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { readCursor } from "./chain/chain-table.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { listDeposits, listWithdrawals } from "./lists.ts";
import { createSender } from "./sender/sender.ts";
import { startFloor, type Floor } from "./testing/floor.ts";
import { followChain } from "./watcher/follow-chain.ts";
import { undoBlock } from "./watcher/undo-block.ts";
import { createWatcher } from "./watcher/watcher.ts";

const ROUNDS = 12;
const DEPOSIT_SATS = 2_000_000n;
const WITHDRAWAL_SATS = 100_000n;
const GRANT_SATS = 20_000n;

let floor: Floor;

beforeAll(async () => {
  floor = await startFloor();
  await floor.mine(13);
}, 60_000);
afterAll(() => floor.close());

test("with reorgs under them, they book everything once", { timeout: 60_000 }, async () => {
  const { wallet, node } = floor;
  const userId = await floor.newUser();
  const granted = await floor.newUser();
  const { address } = await currentDepositAddress(wallet, { userId });
  await floor.payFromOutside(address, DEPOSIT_SATS);
  await floor.mine(6);
  const workers = [
    createWatcher(wallet),
    createWatcher(wallet),
    createSender(wallet),
    createSender(wallet),
  ];
  const allAtOnce = () =>
    Promise.allSettled(workers.map((worker) => worker.round(new AbortController().signal)));

  for (let round = 0; round < ROUNDS; round += 1) {
    await floor.withdraw(userId, WITHDRAWAL_SATS);
    for (let asked = 0; asked < 3; asked += 1) await floor.askFaucet(granted, GRANT_SATS);
    await allAtOnce();
    if (round % 3 === 2)
      await node.simulateReorg({ depth: 2, extra: 1, address: wallet.treasuryAddress });
    else await node.generateToAddress(1, wallet.treasuryAddress);
    await allAtOnce();
  }
  for (let block = 0; block < 8; block += 1) {
    await floor.send();
    await floor.mine(1);
  }

  const { items } = await listWithdrawals(wallet, { userId, cursor: undefined, limit: 100 });
  expect(items.map(({ state }) => state)).toEqual(Array(ROUNDS).fill("completed"));
  expect(await balancesOf(floor.database, userId)).toMatchObject({
    availableSats: DEPOSIT_SATS - BigInt(ROUNDS) * WITHDRAWAL_SATS,
    heldSats: 0n,
  });
  expect((await balancesOf(floor.database, granted)).availableSats).toBe(
    BigInt(3 * ROUNDS) * GRANT_SATS,
  );
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(floor.database)).toEqual([]);
});

test("a watcher that comes late with an old block undoes no new one", async () => {
  const old = await readCursor(floor.database);
  await floor.reorg(1);
  const now = await readCursor(floor.database);
  if (!old || !now) throw new Error("no cursor");
  expect(now.hash).not.toBe(old.hash);
  expect(await undoBlock(floor.wallet, { height: now.height, hash: old.hash })).toBeUndefined();
  expect(await readCursor(floor.database)).toEqual(now);
});

test("a payment that left its block is waited for again, also by a watcher that saw it in the mempool before", async () => {
  const { wallet, node } = floor;
  const userId = await floor.newUser();
  const { address } = await currentDepositAddress(wallet, { userId });
  const other = createWatcher(wallet);
  const look = () => other.round(new AbortController().signal);
  const state = async () => {
    const { items } = await listDeposits(wallet, { userId, cursor: undefined, limit: 1 });
    return items[0]?.state;
  };
  await floor.payFromOutside(address, DEPOSIT_SATS);
  await look();
  await floor.mine(1);
  expect(await state()).toBe("confirming");
  // The first process takes the block back and is killed before it looks into the mempool.
  await node.simulateReorg({ depth: 1, address: wallet.treasuryAddress });
  await followChain(wallet, new AbortController().signal, () => undefined);
  expect(await state()).not.toBe("in_mempool");
  await look();
  expect(await state()).toBe("in_mempool");
});
