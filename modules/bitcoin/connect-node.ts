/** Connects to a node that another process of this installation starts, supervises and stops. */
import type { BitcoinNode } from "./bitcoin-node.ts";
import { createNode } from "./node-adapter.ts";
import { createRpcClient, type RpcEndpoint } from "./rpc-client.ts";

type Connection = Pick<BitcoinNode, "backend" | "network" | "signetChallengeHex"> & {
  /**
   * Returns the node's endpoint, the same object until the node is restarted. Throws an Outage
   * while no node is running.
   */
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
