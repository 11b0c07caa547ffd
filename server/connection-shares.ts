/**
 * Limits the connections per network. Because the total number of connections is limited, a single
 * network could otherwise use all connections and block every other network. The last connections
 * are therefore reserved for networks that have few connections.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networksOf, type Network } from "#platform";
import { isProxy, proxyList } from "./trusted-proxy.ts";

export const CONNECTIONS_MAX = 2_000;

interface Shares {
  readonly ofNetwork: number;
  /** Total number of connections from which the lower limit `ofNetworkWhenCrowded` applies. */
  readonly crowded: number;
  readonly ofNetworkWhenCrowded: number;
}

const SHARES: Shares = { ofNetwork: 1_200, crowded: 1_500, ofNetworkWhenCrowded: 100 };

interface Connections {
  readonly ofNetwork: number;
  readonly all: number;
  /** The network's factor, as defined in the platform's `Network`. */
  readonly factor?: number;
}

export function mayConnect(
  { ofNetwork, all, factor = 1 }: Connections,
  shares: Shares = SHARES,
): boolean {
  const { crowded, ofNetworkWhenCrowded } = shares;
  // The factor applies only to the reserved connections, so that a wider network gets no larger
  // share of the other connections.
  return ofNetwork < (all < crowded ? shares.ofNetwork : ofNetworkWhenCrowded * factor);
}

/**
 * Closes connections over a network's limit. Trusted proxies are exempt, because they carry the
 * connections of all users and have their own limits.
 */
export function shareConnections(
  server: Server,
  trustedProxies: readonly string[],
  shares: Shares = SHARES,
): void {
  const proxies = proxyList(trustedProxies);
  const counts = new Map<string, number>();
  let all = 0;
  server.prependListener("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const networks = networksOf({ ip: address });
    const isWithin = ({ name, factor }: Network): boolean =>
      mayConnect({ ofNetwork: counts.get(name) ?? 0, all, factor }, shares);
    if (!networks.every(isWithin) && !isProxy(proxies, address)) {
      socket.destroy();
      return;
    }
    all += 1;
    for (const { name } of networks) counts.set(name, (counts.get(name) ?? 0) + 1);
    socket.once("close", () => {
      all -= 1;
      for (const { name } of networks) {
        const remaining = (counts.get(name) ?? 1) - 1;
        if (remaining === 0) counts.delete(name);
        else counts.set(name, remaining);
      }
    });
  });
}
