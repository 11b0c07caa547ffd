/**
 * Tests a node that was killed and lost its newest blocks, so that the node's height is below the
 * height in the wallet's tables. The watcher treats the lost blocks as a reorg.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { readCursor } from "./chain/chain-table.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";

let installation: Installation;
/** Height of the node's last block. */
let heightMax = Infinity;
/** True if the node has the headers of higher blocks. */
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

test("the watcher reverses credits above the tip of a shorter chain", async () => {
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

test("the watcher waits while the node loads blocks of known headers", async () => {
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

test("the watcher stops if the node lost too many blocks", async () => {
  const before = await readCursor(installation.database);
  await installation.mine(60);
  heightMax = 5;
  await installation.watch();
  expect(await readCursor(installation.database)).toMatchObject({
    height: (before?.height ?? 0) + 60,
    haltedReason: "The node's chain split from ours more than 144 blocks ago.",
  });
  heightMax = Infinity;
  await installation.watch();
  expect(await readCursor(installation.database)).toMatchObject({ haltedReason: null });
});
