/**
 * How many connections one network has. Idle ones cost little, but there are only so many: whoever
 * took them all would close the house to everybody else. The last of them are kept for those who
 * have few.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networksOf, type Network } from "#platform";
import { isProxy, proxyList } from "./trusted-proxy.ts";

export const CONNECTIONS_MAX = 2_000;

interface Shares {
  readonly ofNetwork: number;
  /** From so many on nobody gets more than a few. */
  readonly crowded: number;
  readonly ofNetworkWhenCrowded: number;
}

const SHARES: Shares = { ofNetwork: 1_200, crowded: 1_500, ofNetworkWhenCrowded: 100 };

interface Connections {
  readonly ofNetwork: number;
  readonly all: number;
  /** Of the network; see `Network` of the platform. */
  readonly factor?: number;
}

export function mayConnect(
  { ofNetwork, all, factor = 1 }: Connections,
  shares: Shares = SHARES,
): boolean {
  const { crowded, ofNetworkWhenCrowded } = shares;
  // A wider network has more of the last ones, and never all of the others.
  return ofNetwork < (all < crowded ? shares.ofNetwork : ofNetworkWhenCrowded * factor);
}

/**
 * Cuts what is beyond its network's share. A trusted proxy brings everybody's, and shares them out
 * itself.
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
