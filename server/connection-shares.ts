/**
 * How many connections one network has. Idle ones cost little, but there are only so many: whoever
 * took them all would close the house to everybody else. The last of them are kept for those who
 * have few.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "#platform";
import { isProxy, proxyList } from "./trusted-proxy.ts";

export const CONNECTIONS_MAX = 2_000;

interface Shares {
  readonly ofNetwork: number;
  /** From so many on nobody gets more than a few. */
  readonly crowded: number;
  readonly ofNetworkWhenCrowded: number;
}

const SHARES: Shares = { ofNetwork: 1_200, crowded: 1_500, ofNetworkWhenCrowded: 100 };

export function mayConnect(
  { ofNetwork, all }: { readonly ofNetwork: number; readonly all: number },
  shares: Shares = SHARES,
): boolean {
  const { crowded, ofNetworkWhenCrowded } = shares;
  return ofNetwork < (all < crowded ? shares.ofNetwork : ofNetworkWhenCrowded);
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
    const network = networkOf(address);
    const ofNetwork = counts.get(network) ?? 0;
    if (!mayConnect({ ofNetwork, all }, shares) && !isProxy(proxies, address)) {
      socket.destroy();
      return;
    }
    all += 1;
    counts.set(network, ofNetwork + 1);
    socket.once("close", () => {
      all -= 1;
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    });
  });
}
