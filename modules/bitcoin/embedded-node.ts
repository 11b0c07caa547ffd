/**
 * Runs the embedded node (embedded/host.cjs) as a child process. The child receives only its
 * folder's path, and the server communicates with it over loopback.
 */
import { fork, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  compiledCode,
  productFolder,
  programUser,
  StartError,
  takeOver,
  type Log,
  type ProcessOwner,
} from "#platform";
import type { WakeEvent } from "./bitcoin-node.ts";
import { basicAuthorization } from "./rpc-client.ts";
import type { RunningChild } from "./supervisor.ts";

type HostMessage =
  | { readonly event: "ready"; readonly port: number; readonly apiKey: string }
  | { readonly event: "failed"; readonly reason: "locked" | "error"; readonly text: string }
  | { readonly event: "block" | "disconnected"; readonly height: number; readonly hash: string }
  | { readonly event: "transaction"; readonly txid: string }
  | { readonly event: "replaced"; readonly txid: string; readonly by: string };

interface EmbeddedPlan {
  /** Folder of the chain, created if missing. Only one process at a time may use it. */
  readonly prefix: string;
  readonly onWake: (event: WakeEvent) => void;
  readonly log: Log;
  /**
   * Maximum time to wait for the folder's lock, which a process that was just killed may still
   * hold.
   */
  readonly lockWaitMs?: number;
}

const FOLDER = join(productFolder, "modules", "bitcoin", "embedded");
const LOCK_WAIT_MS = 5_000;
const LOCK_PAUSE_MS = 200;
const START_MS_MAX = 60_000;
const STOP_MS_MAX = 10_000;

class PrefixLocked extends StartError {}

/**
 * Starts the embedded node and resolves when it responds. Rejects with a StartError if it cannot
 * run.
 */
export async function startEmbeddedNode(plan: EmbeddedPlan): Promise<RunningChild> {
  if (!existsSync(join(FOLDER, "node_modules", "bcoin")))
    throw new StartError(
      "The embedded Bitcoin node is not installed: run npm ci in modules/bitcoin/embedded.",
    );
  const patience = Date.now() + (plan.lockWaitMs ?? LOCK_WAIT_MS);
  for (;;) {
    try {
      return await startOnce(plan);
    } catch (error) {
      if (!(error instanceof PrefixLocked) || Date.now() >= patience) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

async function startOnce({ prefix, onWake, log }: EmbeddedPlan): Promise<RunningChild> {
  mkdirSync(prefix, { recursive: true, mode: 0o700 });
  const owner = nodeOwner(log);
  if (owner) takeOver(prefix, owner);
  // The node's user may lack access to the parent folders. On Linux, /proc/self/cwd reaches the
  // current folder without passing through its parents.
  const place = owner ? ["/proc/self/cwd", String(owner.uid), String(owner.gid)] : [prefix];
  // The almost empty environment keeps secrets and bcoin settings away from the child.
  const child = fork(join(FOLDER, "host.cjs"), place, {
    cwd: prefix,
    // The node's libraries have no native code, so skip the search for it.
    env: { NODE_BACKEND: "node", NODE_NO_WARNINGS: "1", ...compiledCode() },
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log.warn({ text: text.trim() }, "embedded bitcoin node");
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const ready = await waitForReady(child, prefix, ended);
  child.on("message", (message) => {
    const event = wakeEventOf(message as HostMessage);
    if (event) onWake(event);
  });
  return {
    endpoint: {
      url: `http://127.0.0.1:${ready.port}/`,
      authorization: basicAuthorization("x", ready.apiKey),
    },
    processId: child.pid ?? 0,
    ended,
    stop: () => stopChild(child, ended),
  };
}

/**
 * Returns the user that the node switches to. The switch happens after the node has loaded its
 * code, which this user may be unable to read.
 */
function nodeOwner(log: Log): ProcessOwner | undefined {
  const user = programUser("hashfloor-node");
  if (typeof user !== "string") return user;
  log.warn(
    { reason: user },
    "the user hashfloor-node cannot be created, so the Bitcoin node runs as root",
  );
  return undefined;
}

function waitForReady(
  child: ChildProcess,
  prefix: string,
  ended: Promise<void>,
): Promise<{ readonly port: number; readonly apiKey: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error("The embedded Bitcoin node did not start in time."));
    }, START_MS_MAX);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off("message", listen);
      act();
    };
    const listen = (message: unknown) => {
      const host = message as HostMessage;
      if (host.event === "ready") settle(() => resolve(host));
      if (host.event === "failed") settle(() => reject(startError(host, prefix)));
    };
    child.on("message", listen);
    void ended.then(() =>
      settle(() => reject(new Error("The embedded Bitcoin node ended while starting."))),
    );
  });
}

function startError(host: Extract<HostMessage, { event: "failed" }>, prefix: string): Error {
  return host.reason === "locked"
    ? new PrefixLocked(`DATA_DIR: another process uses the Bitcoin chain in ${prefix}.`)
    : new StartError(`The embedded Bitcoin node could not start: ${host.text}`);
}

function wakeEventOf(message: HostMessage): WakeEvent | undefined {
  if (message.event === "block" || message.event === "disconnected")
    return { kind: message.event, height: message.height, hash: message.hash };
  if (message.event === "transaction") return { kind: "transaction", txid: message.txid };
  if (message.event === "replaced") return { kind: "replaced", txid: message.txid, by: message.by };
  return undefined;
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  // Closing the channel stops the node cleanly on every system. On Windows, SIGTERM would kill it.
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  await ended;
  clearTimeout(timer);
}
