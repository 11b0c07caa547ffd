/** Tests child nodes that are killed, started twice, or left behind by a killed parent. */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Outage, programUser, silentLog, StartError, type ProcessOwner } from "#platform";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bitcoinKey } from "../../test/support/chain/bitcoin-key.ts";
import { backends } from "../../test/support/chain/bitcoind.ts";
import { installFakeBitcoind } from "../../test/support/fakes/bitcoind.ts";
import type { BitcoinNode, WakeEvent } from "./bitcoin-node.ts";
import { isRunning, readRun } from "./core-process.ts";
import { findBitcoind, managedCore } from "./managed-core.ts";
import { openNode, type OpenedNode } from "./open-node.ts";

const { address } = bitcoinKey(1);
let dataDir: string;
let node: OpenedNode | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "hashfloor-child-"));
});
afterEach(async () => {
  await node?.stop();
  node = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(searchPath = ""): Promise<OpenedNode> {
  node = await openNode({ dataDir, network: "regtest", searchPath, log: silentLog, lockWaitMs: 0 });
  return node;
}

function nextWake(from: BitcoinNode, kind: WakeEvent["kind"]): Promise<void> {
  return new Promise((resolve) => {
    const end = from.onWake((event) => {
      if (event.kind !== kind) return;
      end();
      resolve();
    });
  });
}

function childOf(opened: OpenedNode): number {
  const processId = opened.childProcessId();
  if (processId === undefined) throw new Error("the node has no child");
  return processId;
}

/** Calls the node until `ending` resolves, and returns the errors of failed calls. */
async function failuresUntil(calledNode: BitcoinNode, ending: Promise<void>): Promise<unknown[]> {
  const failures: unknown[] = [];
  const ended = ending.then(() => true);
  do await calledNode.getBlockCount().catch((error: unknown) => failures.push(error));
  while (!(await Promise.race([ended, sleep(1, false)])));
  return failures;
}

async function untilGone(processId: number): Promise<void> {
  while (isRunning(processId)) await sleep(20);
}

/**
 * Starts a process that opens the node, and waits for the node's child process. Returns the opening
 * process and the child.
 */
async function openElsewhere(searchPath: string) {
  const script = join(
    import.meta.dirname,
    "..",
    "..",
    "test",
    "support",
    "chain",
    "node-parent.ts",
  );
  const parent = fork(script, [dataDir, searchPath], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [line] = (await once(parent.stdout ?? parent, "data")) as [Buffer];
  return { parent, childProcessId: Number(line.toString()) };
}

/** Returns the command-line options of each start of the fake bitcoind. */
function starts(): string[] {
  const file = join(dataDir, "bitcoin", "core", "starts");
  return readFileSync(file, "utf8").trim().split("\n");
}

describe("the embedded node", () => {
  test("after a kill, calls throw an Outage until the node is restarted", async () => {
    const opened = await open();
    for (let kill = 0; kill < 3; kill += 1) {
      const hashes = await opened.generateToAddress(20, address);
      const failures = failuresUntil(opened, nextWake(opened, "restarted"));
      process.kill(childOf(opened), "SIGKILL");
      const errors = await failures;
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.filter((error) => !(error instanceof Outage))).toEqual([]);
      expect(await opened.getBlockCount()).toBe((kill + 1) * 20);
      expect(await opened.getBestBlockHash()).toBe(hashes.at(-1));
    }
  });

  test("the node sends an event for each connected and disconnected block", async () => {
    const opened = await open();
    const events: WakeEvent[] = [];
    const old = await opened.generateToAddress(5, address);
    opened.onWake((event) => events.push(event));
    const branch = await opened.simulateReorg({ depth: 3, extra: 1, address });
    const last = opened.onWake(() => undefined);
    last();
    const [tip = ""] = await opened.generateToAddress(1, address);
    while (!events.some((event) => event.kind === "block" && event.hash === tip)) await sleep(5);
    const hashesOf = (kind: WakeEvent["kind"]) =>
      events.flatMap((event) => (event.kind === kind && "hash" in event ? [event.hash] : []));
    expect(hashesOf("disconnected")).toEqual(old.slice(2).toReversed());
    expect(hashesOf("block")).toEqual([...branch, tip]);
  });

  const user = programUser("hashfloor-node");
  test.runIf(typeof user === "object")(
    "a node started as root switches to a separate user",
    async () => {
      const folder = join(dataDir, "bitcoin", "embedded");
      const uid = () => /^Uid:\s+(.*)$/m.exec(status())?.[1]?.split("\t");
      const status = () => readFileSync(`/proc/${childOf(node as OpenedNode)}/status`, "utf8");
      await (await open()).generateToAddress(3, address);
      const own = String((user as ProcessOwner).uid);
      expect(uid()).toEqual([own, own, own, own]);
      await node?.stop();
      execFileSync("chown", ["-R", "0:0", folder]);
      expect(await (await open()).getBlockCount()).toBe(3);
      const others = execFileSync("find", [folder, "!", "-uid", own], { encoding: "utf8" });
      expect(others).toBe("");
    },
  );

  test("a second process on the same folder is rejected without harming the first", async () => {
    const first = await open();
    const second = openNode({
      dataDir,
      network: "regtest",
      searchPath: "",
      log: silentLog,
      lockWaitMs: 0,
    });
    await expect(second).rejects.toThrow(StartError);
    await expect(second).rejects.toThrow("another process uses the Bitcoin chain");
    expect(await first.getBlockCount()).toBe(0);
  });

  test("the node exits when its parent is killed", async () => {
    const { parent, childProcessId } = await openElsewhere("");
    expect(isRunning(childProcessId)).toBe(true);
    parent.kill("SIGKILL");
    await untilGone(childProcessId);
    expect(await (await open()).getBlockCount()).toBe(0);
  });

  test("a stop during a restart leaves no process behind", async () => {
    const opened = await open();
    process.kill(childOf(opened), "SIGKILL");
    while (opened.childProcessId() !== undefined) await sleep(1);
    await sleep(150);
    await opened.stop();
    node = undefined;
    expect(opened.childProcessId()).toBeUndefined();
    expect(await (await open()).getBlockCount()).toBe(0);
  });

  test("the node's files are not readable by other users", async () => {
    await (await open()).generateToAddress(1, address);
    await node?.stop();
    const chain = join(dataDir, "bitcoin");
    expect(execFileSync("find", [chain, "-perm", "/077"], { encoding: "utf8" })).toBe("");
  });

  test("stop returns only after the node has ended", async () => {
    const opened = await open();
    const processId = childOf(opened);
    await opened.stop();
    node = undefined;
    expect(isRunning(processId)).toBe(false);
    await expect(opened.getBlockCount()).rejects.toThrow(Outage);
  });
});

describe.each(backends)("every child node ($backend)", ({ searchPath }) => {
  test("after a kill, calls throw an Outage until the node is restarted", async () => {
    const opened = await open(searchPath);
    await opened.generateToAddress(20, address);
    const failures = failuresUntil(opened, nextWake(opened, "restarted"));
    process.kill(childOf(opened), "SIGKILL");
    expect((await failures).filter((error) => !(error instanceof Outage))).toEqual([]);
    // Bitcoin Core keeps its newest blocks only in memory for some time.
    const height = await opened.getBlockCount();
    expect(height).toBeLessThanOrEqual(20);
    await opened.generateToAddress(5, address);
    expect(await opened.getBlockCount()).toBe(height + 5);
  });
});

describe("bitcoind on PATH", () => {
  test("bitcoind on PATH is preferred to the embedded node", async () => {
    const opened = await open(installFakeBitcoind(dataDir));
    expect(opened.backend).toBe("managed");
    const processId = childOf(opened);
    expect(await opened.getBlockCount()).toBe(processId);
    expect(starts()[0]).toMatch(/^-regtest .*-disablewallet .*-rpcbind=127\.0\.0\.1/);
    await opened.stop();
    node = undefined;
    expect(isRunning(processId)).toBe(false);
  });

  test("a killed bitcoind is restarted with a new cookie", async () => {
    const opened = await open(installFakeBitcoind(dataDir));
    const before = childOf(opened);
    const restarted = nextWake(opened, "restarted");
    process.kill(before, "SIGKILL");
    await restarted;
    expect(childOf(opened)).not.toBe(before);
    expect(await opened.getBlockCount()).toBe(childOf(opened));
    expect(starts()).toHaveLength(2);
  });

  test("a bitcoind left by a killed parent is adopted", async () => {
    const searchPath = installFakeBitcoind(dataDir);
    const { parent, childProcessId } = await openElsewhere(searchPath);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    expect(isRunning(childProcessId)).toBe(true);
    const opened = await open(searchPath);
    expect(childOf(opened)).toBe(childProcessId);
    expect(await opened.getBlockCount()).toBe(childProcessId);
    expect(starts()).toHaveLength(1);
  });

  test("a bitcoind without progress is killed before the next start", async () => {
    const searchPath = installFakeBitcoind(dataDir);
    const { parent, childProcessId } = await openElsewhere(searchPath);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    const core = join(dataDir, "bitcoin", "core");
    const stuck = join(core, "progress");
    writeFileSync(stuck, "{}");
    const bitcoind = findBitcoind(searchPath) ?? "";
    const start = managedCore({ bitcoind, dataDir: core, log: silentLog, startMsMax: 2_000 });
    const starting = start(() => undefined, new AbortController().signal);
    await expect(starting).rejects.toThrow("bitcoind did not start in time");
    expect(starts()).toHaveLength(2);
    const second = readRun(core)?.processId ?? 0;
    expect(second).not.toBe(childProcessId);
    expect([childProcessId, second].filter(isRunning)).toEqual([]);
    rmSync(stuck);
    expect(childOf(await open(searchPath))).not.toBe(second);
  });
});
