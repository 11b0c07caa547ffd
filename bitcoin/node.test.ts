import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "#platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openNode, type OpenedNode } from "./open-node.ts";

const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-node-"));
let node: OpenedNode;
beforeAll(async () => {
  node = await openNode({ dataDir, network: "regtest", searchPath: "", log: silentLog });
});
afterAll(async () => {
  await node.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("smoke", async () => {
  const address = "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk";
  const hashes = await node.generateToAddress(5, address);
  expect(await node.getBlockCount()).toBe(5);
  expect((await node.getBlock(hashes[4] ?? "")).transactions).toHaveLength(1);
  expect(await node.getBlockHash(6)).toBeUndefined();
  expect(await node.getInfo()).toMatchObject({ blocks: 5 });
  expect((await node.getBlockTemplate()).height).toBe(6);
  expect(await node.simulateReorg({ depth: 3, address })).toHaveLength(4);
});
