import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { RpcError } from "#bitcoin";
import { openDatabase, Outage, silentLog, type Database } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { openBlockTracker, type RawBlock } from "./block-tracker.ts";

const file = fileDatabase();
let database: Database;
let folder: string;
let count = 0;

beforeAll(() => {
  database = openDatabase(file.poolUrl, { connectionsMax: 1 });
});
afterAll(() => database.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hashfloor-found-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function newBlock(): RawBlock {
  count += 1;
  return {
    hash: count.toString(16).padStart(64, "0"),
    height: 100 + count,
    userId: null,
    worker: "rig",
    foundAt: new Date(),
    shareMicros: 2n ** 70n,
    rewardSats: 5_000_000_000n,
    rawHex: "00",
  };
}

/** Fakes an active chain and a node that accepts or refuses submitted blocks. */
function begin(say: (onDisk: readonly string[]) => string | null) {
  const chain = new Map<number, string>();
  const outside = { tip: 1_000, submitted: 0 };
  const tracker = openBlockTracker({
    database,
    log: silentLog,
    folder,
    node: {
      async submitBlock() {
        outside.submitted += 1;
        return say(readdirSync(folder));
      },
      getBlockHash: async (height) => chain.get(height),
      getBlockCount: async () => outside.tip,
    },
  });
  const stateOf = async ({ hash }: RawBlock) => {
    const [row] = await file.database.query(
      "select state, reason from pool_blocks where hash = $1",
      [hash],
    );
    return row;
  };
  return { tracker, chain, outside, stateOf };
}

test("a block is stored before it is submitted to the node", async () => {
  const block = newBlock();
  const { tracker, chain, outside, stateOf } = begin((onDisk) => {
    expect(onDisk).toEqual([`${block.hash}.block`]);
    return null;
  });
  chain.set(block.height, block.hash);
  outside.tip = block.height;
  expect(await tracker.submit(block)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
  expect(await stateOf(block)).toEqual({ state: "accepted", reason: null });
  chain.set(block.height, "another");
  await tracker.follow();
  expect(await stateOf(block)).toEqual({ state: "orphaned", reason: null });
  chain.set(block.height, block.hash);
  outside.tip = block.height + 99;
  await tracker.follow();
  expect(await stateOf(block)).toEqual({ state: "accepted", reason: null });
  outside.tip += 1;
  await tracker.follow();
  expect(await stateOf(block)).toEqual({ state: "matured", reason: null });
});

test("a block on a side chain becomes orphaned instead of rejected", async () => {
  const { tracker, stateOf } = begin(() => "inconclusive");
  const block = newBlock();
  expect(await tracker.submit(block)).toBe(true);
  expect(await stateOf(block)).toEqual({ state: "found", reason: null });
  await tracker.follow();
  expect(await stateOf(block)).toEqual({ state: "orphaned", reason: null });
});

test("a block that the node refuses is stored as rejected with the node's reason", async () => {
  const refused = newBlock();
  const { tracker, stateOf } = begin(() => "high-hash");
  expect(await tracker.submit(refused)).toBe(false);
  expect(await stateOf(refused)).toEqual({ state: "rejected", reason: "high-hash" });
  const unread = newBlock();
  const other = begin(() => {
    throw new RpcError("submitblock", -22, "Block decode failed");
  });
  await other.tracker.submit(unread);
  expect(await stateOf(unread)).toEqual({ state: "rejected", reason: "Block decode failed" });
});

test("a block left by a killed process is submitted by the next process", async () => {
  const block = newBlock();
  const away = begin(() => {
    throw new Outage("bitcoin node", "no answer");
  });
  await expect(away.tracker.submit(block)).rejects.toThrow("no answer");
  writeFileSync(join(folder, "half.block"), `{"hash":"`);
  const { tracker, chain, outside, stateOf } = begin(() => "duplicate");
  chain.set(block.height, block.hash);
  await tracker.follow();
  expect(outside.submitted).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  expect(await stateOf(block)).toEqual({ state: "matured", reason: null });
});
