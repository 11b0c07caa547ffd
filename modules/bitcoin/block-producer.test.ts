import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createBus, silentLog, systemClock } from "#platform";
import { describe, expect, test } from "vitest";
import { bitcoinKey } from "../../test/support/chain/bitcoin-key.ts";
import { testDatabase } from "../../test/support/servers/database.ts";
import { blockProducerRound, startBlockProducer } from "./block-producer.ts";
import { FIRST_BLOCKS, IDLE_BLOCK_SECONDS, isBlockDue, isBlockOverdue } from "./block-pace.ts";
import { openNode } from "./open-node.ts";

const START = Date.parse("2030-01-01T00:00:00Z");
const at = (seconds: number): Date => new Date(START + seconds * 1_000);

describe("the block schedule", () => {
  test.each([
    // seconds since the tip, whether a transaction is waiting, BLOCK_SECONDS, whether a block is
    // due
    [9.9, true, 10, false],
    [10, true, 10, true],
    [10, false, 10, false],
    [599, false, 10, false],
    [600, false, 10, true],
    [600, false, 900, false],
    [900, false, 900, true],
    [1_000_000, true, 0, false],
    [1_000_000, false, 0, false],
    [0.5, true, 0.5, true],
  ])(
    "%s s after the tip, waiting %s, blocks every %s s: due %s",
    (seconds, waiting, blockSeconds, due) => {
      const pace = {
        now: at(seconds),
        tipSeenAt: at(0),
        isSomethingWaiting: waiting,
        blockSeconds,
      };
      expect(isBlockDue(pace)).toBe(due);
    },
  );

  test.each([
    [0.2, 2.1, false],
    [0.2, 2.2, true],
    [10, 14.9, false],
    [10, 15, true],
    [0, 1_000, false],
  ])("blocks every %s s: overdue after %s s: %s", (blockSeconds, seconds, isOverdue) => {
    const pace = { now: at(seconds), tipSeenAt: at(0), isSomethingWaiting: true, blockSeconds };
    expect(isBlockOverdue(pace)).toBe(isOverdue);
  });

  test("the subsidy lasts 34 days at the idle block time", () => {
    const blocksWithSubsidy = 4_950;
    expect(Math.floor((blocksWithSubsidy * IDLE_BLOCK_SECONDS) / 86_400)).toBe(34);
  });
});

/** Fakes a chain of numbered blocks and a clock that the test controls. */
function chainOf(height: number) {
  let blocks = height;
  let seconds = 0;
  let isWaiting = false;
  let areMining = false;
  let read = Infinity;
  const calls: string[] = [];
  const node = {
    network: "regtest" as const,
    getBlockCount: async () => blocks,
    getBestBlockHash: async () => `block ${blocks}`,
    async generateToAddress(count: number, address: string) {
      calls.push(`${count} to ${address}`);
      blocks += count;
      return Array.from({ length: count }, (_, index) => `block ${blocks - count + index + 1}`);
    },
  };
  const round = blockProducerRound({
    node,
    clock: { now: () => at(seconds) },
    treasuryAddress: async () => "treasury",
    hasUnconfirmed: async () => isWaiting,
    isRead: async (hash) => hash === `block ${Math.min(read, blocks)}`,
    areMinersWorking: async () => areMining,
    blockSeconds: 10,
  });
  return {
    node,
    asked: calls,
    round,
    pass: (by: number) => void (seconds += by),
    wait: (is: boolean) => void (isWaiting = is),
    mine: (is: boolean) => void (areMining = is),
    readUpTo: (block: number) => void (read = block),
    findOutside: () => void (blocks += 1),
  };
}

describe("the block producer", () => {
  test("the first start mines 101 blocks", async () => {
    const empty = chainOf(0);
    await empty.round();
    await empty.round();
    expect(empty.asked).toEqual([`${FIRST_BLOCKS} to treasury`]);
    const cut = chainOf(40);
    await cut.round();
    expect(cut.asked).toEqual(["61 to treasury"]);
  });

  test("a block is mined every 10 s while a transaction is waiting", async () => {
    const chain = chainOf(FIRST_BLOCKS);
    await chain.round();
    chain.wait(true);
    for (let second = 0; second < 60; second += 1) {
      chain.pass(1);
      await chain.round();
    }
    expect(chain.asked).toHaveLength(6);
    chain.wait(false);
    for (let second = 0; second < 1_200; second += 1) {
      chain.pass(1);
      await chain.round();
    }
    expect(chain.asked).toHaveLength(8);
  });

  test("a block from another source restarts the schedule", async () => {
    const chain = chainOf(FIRST_BLOCKS);
    await chain.round();
    chain.wait(true);
    chain.pass(9);
    chain.findOutside();
    await chain.round();
    chain.pass(9);
    await chain.round();
    expect(chain.asked).toEqual([]);
    chain.pass(1);
    await chain.round();
    expect(chain.asked).toEqual(["1 to treasury"]);
  });

  test("setting the clock back by an hour delays only one block", async () => {
    const chain = chainOf(FIRST_BLOCKS);
    chain.wait(true);
    await chain.round();
    chain.pass(-3_600);
    await chain.round();
    chain.pass(10);
    await chain.round();
    expect(chain.asked).toEqual(["1 to treasury"]);
  });

  test("active miners have half the block time to find a due block", async () => {
    const chain = chainOf(FIRST_BLOCKS);
    await chain.round();
    chain.wait(true);
    chain.mine(true);
    chain.pass(14.9);
    await chain.round();
    expect(chain.asked).toEqual([]);
    chain.pass(0.1);
    await chain.round();
    expect(chain.asked).toEqual(["1 to treasury"]);
    chain.pass(10);
    chain.mine(false);
    await chain.round();
    expect(chain.asked).toHaveLength(2);
  });

  test("a due block waits up to half the block time for the wallet to catch up", async () => {
    const chain = chainOf(FIRST_BLOCKS);
    await chain.round();
    chain.wait(true);
    chain.readUpTo(FIRST_BLOCKS - 1);
    chain.pass(14.9);
    await chain.round();
    expect(chain.asked).toEqual([]);
    chain.readUpTo(FIRST_BLOCKS);
    await chain.round();
    expect(chain.asked).toEqual(["1 to treasury"]);
    chain.pass(14.9);
    await chain.round();
    expect(chain.asked).toHaveLength(1);
    chain.pass(0.1);
    await chain.round();
    expect(chain.asked).toHaveLength(2);
  });

  test("no block is mined on a public network", () => {
    const { node } = chainOf(0);
    const deps = {
      node: { ...node, network: "signet" as const },
      clock: { now: () => at(0) },
      treasuryAddress: async () => "treasury",
      hasUnconfirmed: async () => true,
      isRead: async () => true,
      areMinersWorking: async () => false,
      blockSeconds: 10,
    };
    expect(() => blockProducerRound(deps)).toThrow("regtest");
  });
});

test("the worker mines the first blocks and then continues", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-blocks-"));
  const opened = await testDatabase();
  const { database } = opened;
  const node = await openNode({ dataDir, network: "regtest", searchPath: "", log: silentLog });
  const { address, scriptHex } = bitcoinKey(1);
  const worker = startBlockProducer(
    { database, bus: createBus(), log: silentLog },
    {
      node,
      clock: systemClock,
      treasuryAddress: async () => address,
      hasUnconfirmed: async () => true,
      isRead: async () => true,
      areMinersWorking: async () => false,
      blockSeconds: 0.05,
    },
  );
  try {
    while ((await node.getBlockCount()) < FIRST_BLOCKS + 3) await sleep(20);
    await worker.stop();
    const block = await node.getBlock(await node.getBestBlockHash());
    expect(block.transactions[0]?.outputs[0]?.scriptHex).toBe(scriptHex);
    expect(
      await database.query("select backend, network, block_one_hash from bitcoin_chain"),
    ).toEqual([
      { backend: "embedded", network: "regtest", block_one_hash: await node.getBlockHash(1) },
    ]);
  } finally {
    await worker.stop();
    await node.stop();
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
