/**
 * A node that lost its newest blocks in a kill stands lower than our tables: that is a reorg like
 * any other.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { readCursor } from "./chain/chain-table.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";

let installation: Installation;
/** Highest block that the node still knows. */
let heightMax = Infinity;
/** Whether it has headers of those above. */
let isReading = false;

beforeAll(async () => {
  installation = await startInstallation({
    through: async (node) => ({
      ...node,
      getBlockCount: async () => Math.min(heightMax, await node.getBlockCount()),
      getBlockHash: async (height) => (height > heightMax ? undefined : node.getBlockHash(height)),
      getInfo: async () => {
        const info = await node.getInfo();
        const blocks = Math.min(heightMax, info.blocks);
        return { ...info, blocks, headers: isReading ? info.headers : blocks };
      },
    }),
  });
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

test("a chain that comes back shorter is walked back to, and what was credited above is taken back", async () => {
  const { database, node } = installation;
  const userId = await installation.userWith(10_000_000n);
  const height = await node.getBlockCount();
  heightMax = height - 6;
  await installation.watch();
  expect(await readCursor(database)).toMatchObject({
    height: heightMax,
    hash: await node.getBlockHash(heightMax),
    haltedReason: null,
    unexplainedSats: 0n,
  });
  expect(await balancesOf(database, userId)).toMatchObject({ availableSats: 0n });
  heightMax = Infinity;
  await installation.watch();
  expect(await readCursor(database)).toMatchObject({ height, unexplainedSats: 0n });
  expect(await balancesOf(database, userId)).toMatchObject({ availableSats: 10_000_000n });
  expect(await verifyLedger(database)).toEqual([]);
});

test("a node that still reads the blocks it has headers of is waited for", async () => {
  const { database, node } = installation;
  const userId = await installation.userWith(10_000_000n);
  const height = await node.getBlockCount();
  isReading = true;
  for (heightMax = height - 6; heightMax < height; heightMax += 2) {
    await installation.watch();
    expect(await readCursor(database)).toMatchObject({ height, haltedReason: null });
    expect(await balancesOf(database, userId)).toMatchObject({ availableSats: 10_000_000n });
  }
  isReading = false;
  heightMax = Infinity;
  await installation.mine(1);
  expect(await readCursor(database)).toMatchObject({ height: height + 1, unexplainedSats: 0n });
});

test("one that lost more than is followed without a person stops the watcher with a reason", async () => {
  const before = await readCursor(installation.database);
  await installation.mine(60);
  heightMax = 5;
  await installation.watch();
  expect(await readCursor(installation.database)).toMatchObject({
    height: (before?.height ?? 0) + 60,
    haltedReason: "The node's chain leaves ours more than 144 blocks ago.",
  });
  heightMax = Infinity;
  await installation.watch();
  expect(await readCursor(installation.database)).toMatchObject({ haltedReason: null });
});
