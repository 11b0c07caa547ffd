/**
 * Chooses and opens the node: the node at BITCOIN_RPC_URL if it is set, otherwise `bitcoind` on
 * PATH, otherwise the embedded node. `bitcoind` and the embedded node run as child processes and on
 * regtest only.
 */
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { Outage, StartError, type Log } from "#platform";
import type { Backend, BitcoinNode, WakeEvent } from "./bitcoin-node.ts";
import { startEmbeddedNode } from "./embedded-node.ts";
import { findBitcoind, managedCore } from "./managed-core.ts";
import { ForbiddenNetwork, assertPracticeNetwork } from "./network-guard.ts";
import { PUBLIC_SIGNET_CHALLENGE, type Network } from "./networks.ts";
import { createNode } from "./node-adapter.ts";
import { createRpcClient, endpointFromUrl, type RpcEndpoint } from "./rpc-client.ts";
import { saveEndpoint } from "./running-node.ts";
import { supervise } from "./supervisor.ts";
import { watchTip } from "./watch-tip.ts";

export interface OpenNodePlan {
  /** The installation's DATA_DIR. A child node stores its chain in its `bitcoin/` folder. */
  readonly dataDir: string;
  readonly network: Network;
  /** BITCOIN_RPC_URL, in the form `http://user:password@host:port`. */
  readonly rpcUrl?: string | undefined;
  /** Challenge of a private signet. Defaults to the public signet's challenge. */
  readonly signetChallengeHex?: string | undefined;
  /** PATH to search for `bitcoind`. Defaults to this process's PATH. */
  readonly searchPath?: string | undefined;
  readonly log: Log;
  readonly timeoutMs?: number;
  readonly replyBytesMax?: number;
  readonly lockWaitMs?: number;
}

/** An open node. Tests may kill a child node, which the supervisor then restarts. */
export interface OpenedNode extends BitcoinNode {
  /** Process id of the child, or undefined if no child is running. */
  childProcessId(): number | undefined;
  /**
   * Returns the node's endpoint for the installation's other processes, or undefined while the node
   * is not running.
   */
  endpoint(): RpcEndpoint | undefined;
}

/**
 * Resolves with a node whose genesis block was checked. If the node at BITCOIN_RPC_URL is down, the
 * check happens before the first call instead. Rejects with a StartError for a forbidden network or
 * a child that cannot run.
 */
export async function openNode(plan: OpenNodePlan): Promise<OpenedNode> {
  const { network, log } = plan;
  const emitter = new EventEmitter().setMaxListeners(100);
  const wake = (event: WakeEvent): void => void emitter.emit("wake", event);
  const source = plan.rpcUrl ? nodeAtUrl(plan.rpcUrl) : await childNode(plan, wake);
  const rpc = createRpcClient({
    endpoint: source.endpoint,
    ...(plan.timeoutMs === undefined ? {} : { timeoutMs: plan.timeoutMs }),
    ...(plan.replyBytesMax === undefined ? {} : { replyBytesMax: plan.replyBytesMax }),
  });
  const tipWatch =
    source.backend === "embedded"
      ? undefined
      : watchTip(rpc, { wake, isWrittenDown: source.backend === "managed" });
  const node = createNode({
    backend: source.backend,
    network,
    signetChallengeHex: plan.signetChallengeHex ?? PUBLIC_SIGNET_CHALLENGE,
    endpoint: source.endpoint,
    rpc,
    onWake(listener) {
      emitter.on("wake", listener);
      return () => void emitter.off("wake", listener);
    },
    async stop() {
      await tipWatch?.stop();
      await source.stop();
    },
  });
  await refuseWrongNetwork(node, log);
  return Object.assign(node, {
    childProcessId: source.processId,
    endpoint: () => unlessAway(source.endpoint),
  });
}

function unlessAway(endpoint: () => RpcEndpoint): RpcEndpoint | undefined {
  try {
    return endpoint();
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}

interface NodeSource {
  readonly backend: Backend;
  readonly endpoint: () => RpcEndpoint;
  readonly processId: () => number | undefined;
  readonly stop: () => Promise<void>;
}

function nodeAtUrl(text: string): NodeSource {
  const endpoint = endpointFromUrl(text);
  return {
    backend: "rpc",
    endpoint: () => endpoint,
    processId: () => undefined,
    stop: async () => undefined,
  };
}

async function childNode(
  plan: OpenNodePlan,
  wake: (event: WakeEvent) => void,
): Promise<NodeSource> {
  const { network, log, dataDir } = plan;
  if (network !== "regtest")
    throw new StartError(`BITCOIN_RPC_URL must name a node for the network ${network}.`);
  const bitcoind = findBitcoind(plan.searchPath ?? process.env["PATH"] ?? "");
  const start = bitcoind
    ? managedCore({ bitcoind, dataDir: join(dataDir, "bitcoin", "core"), log })
    : () =>
        startEmbeddedNode({
          prefix: join(dataDir, "bitcoin", "embedded"),
          onWake: wake,
          log,
          ...(plan.lockWaitMs === undefined ? {} : { lockWaitMs: plan.lockWaitMs }),
        });
  const backend = bitcoind ? "managed" : "embedded";
  const supervisor = await supervise({
    start: saveEndpoint(start, { dataDir, backend }),
    onRestart: () => wake({ kind: "restarted" }),
    log,
  });
  return { backend, ...supervisor };
}

async function refuseWrongNetwork(node: BitcoinNode, log: Log): Promise<void> {
  try {
    await assertPracticeNetwork(node);
  } catch (error) {
    if (error instanceof ForbiddenNetwork) {
      await node.stop();
      throw new StartError(`BITCOIN_RPC_URL: ${error.message}.`, { cause: error });
    }
    log.warn({ error }, "the bitcoin node is not responding yet");
  }
}
