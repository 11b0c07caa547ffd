/** Tests that a reorg in the first minutes on a public network does not stop the watcher. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { readCursor } from "../chain/chain-table.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { followChain } from "./follow-chain.ts";

const BLOCKS = 150;
const DEPTH_MAX = 144;

const file = fileDatabase({ asSuperuser: true });
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.node.generateToAddress(BLOCKS, installation.outside.address);
}, 60_000);
afterAll(() => installation.close());

test.each([1, 12])(
  "the watcher follows a reorg of %i blocks right after its first start",
  async (depth) => {
    const { database } = file;
    const { node, outside, wallet } = installation;
    await database.query("truncate wallet_cursor, wallet_blocks cascade");
    const asPublic = Object.defineProperty(Object.create(node) as typeof node, "network", {
      value: "testnet4",
    });
    const follow = () =>
      followChain(
        { ...wallet, database, node: asPublic },
        new AbortController().signal,
        () => undefined,
      );
    const height = await node.getBlockCount();
    expect(await follow()).toMatchObject({ height });
    const [oldest] = await database.query("select min(height) as height from wallet_blocks");
    expect(oldest).toEqual({ height: height - DEPTH_MAX });
    await node.simulateReorg({ depth, address: outside.address });
    const hash = await node.getBlockHash(await node.getBlockCount());
    expect(await follow()).toMatchObject({ hash });
    expect(await readCursor(database)).toMatchObject({ hash, haltedReason: null });
  },
);
