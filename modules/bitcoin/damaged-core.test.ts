/** Tests a managed Bitcoin Core that exits or fails to start, and that reports the reason. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Outage, silentLog, StartError } from "#platform";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bitcoinKey } from "../../test/support/chain/bitcoin-key.ts";
import { coreFolder } from "../../test/support/chain/bitcoind.ts";
import { installFakeBitcoind } from "../../test/support/fakes/bitcoind.ts";
import { openNode, type OpenedNode } from "./open-node.ts";

const { address } = bitcoinKey(1);
const DAMAGED = "[error] txindex: best block of the index not found. Please rebuild the index.\n";
let dataDir: string;
let core: string;
let node: OpenedNode | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "hashfloor-damaged-"));
  core = join(dataDir, "bitcoin", "core");
});
afterEach(async () => {
  await node?.stop();
  node = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(searchPath: string): Promise<OpenedNode> {
  node = await openNode({ dataDir, network: "regtest", searchPath, log: silentLog });
  return node;
}

async function stop(): Promise<void> {
  await node?.stop();
  node = undefined;
}

function kill(opened: OpenedNode): void {
  process.kill(opened.childProcessId() ?? 0, "SIGKILL");
}

async function untilBack(opened: OpenedNode, killed: number | undefined): Promise<void> {
  while (opened.childProcessId() === undefined || opened.childProcessId() === killed)
    await sleep(20);
}

async function outageOf(opened: OpenedNode): Promise<string> {
  const error: unknown = await opened.getBlockCount().catch((reason: unknown) => reason);
  return error instanceof Outage ? error.message : "answers";
}

describe("a bitcoind that reports why it failed", () => {
  const starts = () => readFileSync(join(core, "starts"), "utf8").trim().split("\n");
  const reindexes = () => starts().filter((options) => options.includes("-reindex"));
  const say = (file: string, words: string) => writeFileSync(join(core, file), words);
  const unsay = (file: string) => rmSync(join(core, file));

  test("one reindex repairs a damaged index", async () => {
    const opened = await open(installFakeBitcoind(dataDir));
    const killed = opened.childProcessId();
    say("damaged", DAMAGED);
    kill(opened);
    await untilBack(opened, killed);
    expect(reindexes()).toHaveLength(1);
    expect(starts()).toHaveLength(3);
  });

  test("a repeatedly damaged index is repaired at most five times per hour", async () => {
    const opened = await open(installFakeBitcoind(dataDir));
    say("damaged", DAMAGED);
    for (let kills = 1; kills <= 5; kills += 1) {
      const killed = opened.childProcessId();
      kill(opened);
      await untilBack(opened, killed);
      expect(reindexes()).toHaveLength(kills);
    }
    kill(opened);
    await expect.poll(() => starts().length).toBeGreaterThan(13);
    expect(reindexes()).toHaveLength(5);
    expect(await outageOf(opened)).toMatch(/best block of the index.*five times within an hour/);
  });

  test("a reindex interrupted by a kill is started again", async () => {
    const opened = await open(installFakeBitcoind(dataDir));
    const killed = opened.childProcessId();
    say("damaged", DAMAGED);
    say("progress", JSON.stringify({ blocks: 3, headers: 9 }));
    kill(opened);
    await expect.poll(() => outageOf(opened)).toContain("3 of 9");
    const run = JSON.parse(readFileSync(join(core, "hashfloor-run.json"), "utf8"));
    process.kill((run as { processId: number }).processId, "SIGKILL");
    unsay("progress");
    await untilBack(opened, killed);
    expect(reindexes()).toHaveLength(2);
  });

  test("no reindex is started while the disk is full", async () => {
    const opened = await open(installFakeBitcoind(dataDir));
    const killed = opened.childProcessId();
    say("fails", "Error: Disk space is too low!\n");
    kill(opened);
    await expect.poll(() => starts().length).toBeGreaterThan(3);
    expect(await outageOf(opened)).toContain("Disk space is too low!");
    unsay("fails");
    await untilBack(opened, killed);
    expect(reindexes()).toEqual([]);
    expect(await outageOf(opened)).toBe("answers");
  });

  test("a reindex that does not help is not repeated", async () => {
    const opened = await open(installFakeBitcoind(dataDir));
    say("fails", DAMAGED);
    kill(opened);
    await expect.poll(() => starts().length).toBeGreaterThan(4);
    expect(reindexes()).toHaveLength(1);
    expect(await outageOf(opened)).toMatch(/best block of the index.*did not help/);
  });

  test("the first start reindexes a damaged index or fails with the reason", async () => {
    const searchPath = installFakeBitcoind(dataDir);
    await open(searchPath);
    await stop();
    say("fails", "Error: Disk space is too low!\n");
    await expect(open(searchPath)).rejects.toThrow(/Disk space is too low!/);
    say("fails", DAMAGED);
    await expect(open(searchPath)).rejects.toBeInstanceOf(StartError);
    unsay("fails");
    expect(reindexes()).toHaveLength(1);
    say("damaged", DAMAGED);
    await open(searchPath);
    expect(reindexes()).toHaveLength(2);
  });

  test("the node is ready only when its chain contains all its blocks", async () => {
    const opened = await open(installFakeBitcoind(dataDir));
    const killed = opened.childProcessId();
    say("progress", JSON.stringify({ blocks: 3, headers: 9 }));
    kill(opened);
    await expect.poll(() => outageOf(opened)).toContain("3 of 9");
    say("progress", JSON.stringify({ blocks: 9, headers: 9 }));
    await untilBack(opened, killed);
    expect(starts()).toHaveLength(2);
  });
});

describe.skipIf(coreFolder === undefined)("Bitcoin Core", () => {
  const inChain = (name: string) => join(core, "regtest", name);

  /** Mines a chain of 120 blocks and stops the node cleanly. */
  async function chain(): Promise<string> {
    await open(coreFolder ?? "");
    await stop();
    for (const name of ["blocks/index", "chainstate"])
      cpSync(inChain(name), join(dataDir, "empty", name), { recursive: true });
    const opened = await open(coreFolder ?? "");
    await opened.generateToAddress(120, address);
    const tip = await opened.getBestBlockHash();
    await stop();
    return tip;
  }

  function cutManifest(folder: string): void {
    const manifest = readdirSync(inChain(folder)).find((name) => name.startsWith("MANIFEST"));
    truncateSync(join(inChain(folder), manifest ?? ""), 10);
  }

  const damages: readonly (readonly [string, () => void])[] = [
    [
      "an index of transactions that is ahead of the blocks it knows",
      () => {
        for (const name of ["blocks/index", "chainstate"]) {
          rmSync(inChain(name), { recursive: true });
          cpSync(join(dataDir, "empty", name), inChain(name), { recursive: true });
        }
      },
    ],
    ["a cut index of transactions", () => cutManifest("indexes/txindex")],
    ["a cut chain state", () => cutManifest("chainstate")],
    ["no chain state", () => rmSync(inChain("chainstate"), { recursive: true })],
    ["a cut index of blocks", () => cutManifest("blocks/index")],
    ["no index of transactions", () => rmSync(inChain("indexes"), { recursive: true })],
  ];

  test.each(damages)(
    "a node with %s starts with all its blocks",
    { timeout: 60_000 },
    async (_, harm) => {
      const tip = await chain();
      harm();
      const opened = await open(coreFolder ?? "");
      expect(await opened.getBlockCount()).toBe(120);
      expect(await opened.getBestBlockHash()).toBe(tip);
      await opened.generateToAddress(1, address);
    },
  );

  test(
    "a node that was damaged while running recovers after a kill",
    { timeout: 60_000 },
    async () => {
      const tip = await chain();
      const opened = await open(coreFolder ?? "");
      const killed = opened.childProcessId();
      cutManifest("indexes/txindex");
      kill(opened);
      await untilBack(opened, killed);
      expect(await opened.getBestBlockHash()).toBe(tip);
    },
  );

  test(
    "a node that is killed right after its newest block keeps the block",
    { timeout: 60_000 },
    async () => {
      const opened = await open(coreFolder ?? "");
      // A block event guarantees that the block is on disk.
      const written = new Set<string>();
      opened.onWake((event) => {
        if (event.kind === "block") written.add(event.hash);
      });
      for (let round = 1; round <= 3; round += 1) {
        const killed = opened.childProcessId();
        const tip = (await opened.generateToAddress(30, address)).at(-1) ?? "";
        await expect.poll(() => written.has(tip)).toBe(true);
        kill(opened);
        await untilBack(opened, killed);
        expect(await opened.getBlockCount()).toBe(30 * round);
      }
    },
  );
});
