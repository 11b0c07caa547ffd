/**
 * Finds the node that another process of this installation runs in a data folder. The node's
 * endpoint is stored in a file in this folder, which only users with access to the folder can read.
 * The operator's programs can use the file as well.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keepFile, Outage } from "#platform";
import type { Backend } from "./bitcoin-node.ts";
import { connectNode, type ConnectedNode } from "./connect-node.ts";
import { PUBLIC_SIGNET_CHALLENGE } from "./networks.ts";
import { isRecord, type RpcEndpoint } from "./rpc-client.ts";
import type { ChildStart } from "./supervisor.ts";

interface NodeEndpoint {
  readonly backend: Exclude<Backend, "rpc">;
  readonly endpoint: RpcEndpoint;
}

/** Wraps `start` so that each start stores the child's endpoint. */
export function saveEndpoint(
  start: ChildStart,
  { dataDir, backend }: { readonly dataDir: string } & Pick<NodeEndpoint, "backend">,
): ChildStart {
  return async (report, signal) => {
    const child = await start(report, signal);
    const { endpoint } = child;
    // If the disk is full, the node still runs, but the backup cannot find it.
    await keepFile(endpointFile(dataDir), `${JSON.stringify({ backend, endpoint })}\n`).catch(
      () => undefined,
    );
    return child;
  };
}

/** Returns the running node, or undefined if no node responds. */
export async function runningNode(dataDir: string): Promise<ConnectedNode | undefined> {
  const { backend, endpoint } = readEndpoint(dataDir) ?? {};
  if (!backend || !endpoint) return undefined;
  const node = connectNode({
    backend,
    network: "regtest",
    signetChallengeHex: PUBLIC_SIGNET_CHALLENGE,
    endpoint: () => endpoint,
  });
  try {
    await node.getBlockCount();
    return node;
  } catch (error) {
    // The file is from a node that has ended.
    if (error instanceof Outage) return undefined;
    throw error;
  }
}

function endpointFile(dataDir: string): string {
  return join(dataDir, "bitcoin", "endpoint");
}

function readEndpoint(dataDir: string): NodeEndpoint | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(endpointFile(dataDir), "utf8"));
    if (!isRecord(read) || !isRecord(read["endpoint"])) return undefined;
    const { backend } = read;
    const { url, authorization } = read["endpoint"];
    const isKnown = backend === "embedded" || backend === "managed";
    if (!isKnown || typeof url !== "string" || typeof authorization !== "string") return undefined;
    return { backend, endpoint: { url, authorization } };
  } catch {
    return undefined;
  }
}
