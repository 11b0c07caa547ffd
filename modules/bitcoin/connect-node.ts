/**
 * The node of another process of ours, for one that is told where it answers. It is watched and
 * stopped over there.
 */
import type { BitcoinNode } from "./bitcoin-node.ts";
import { createNode } from "./node-adapter.ts";
import { createRpcClient, type RpcEndpoint } from "./rpc-client.ts";

type Connection = Pick<BitcoinNode, "backend" | "network" | "signetChallengeHex"> & {
  /** The same object while it is the same node; throws an Outage while there is none. */
  readonly endpoint: () => RpcEndpoint;
};

export type ConnectedNode = Omit<BitcoinNode, "onWake" | "stop">;

export function connectNode(connection: Connection): ConnectedNode {
  return createNode({
    ...connection,
    rpc: createRpcClient({ endpoint: connection.endpoint }),
    onWake: () => () => undefined,
    stop: async () => undefined,
  });
}
