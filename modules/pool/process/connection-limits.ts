/**
 * Limits the number of connections, in total and per network. The last free connections are
 * reserved for networks with few connections.
 */
import { BlockList } from "node:net";
import { networksOf, plainAddress, type Network } from "#platform";

export const CONNECTIONS_MAX = 2_000;
/** Above this number of connections, only networks with few connections may open more. */
export const CONNECTIONS_CROWDED = 1_500;
const PER_ADDRESS_MAX = 100;

/**
 * Address ranges that many miners may share, because container bridges and routers hide the miners'
 * own addresses.
 */
const shared = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const)
  shared.addSubnet(network, prefix);
shared.addAddress("::1", "ipv6");
shared.addSubnet("fc00::", 7, "ipv6");
shared.addSubnet("fe80::", 10, "ipv6");

export interface ConnectionLimits {
  /** Counts a new connection. Returns false if a limit is reached. */
  enter(address: string): boolean;
  leave(address: string): void;
  /** True if closing a connection from `other` would make room for one from `address`. */
  wouldAdmit(address: string, other: string): boolean;
  count(): number;
}

export function connectionLimits(): ConnectionLimits {
  const byNetwork = new Map<string, number>();
  let all = 0;
  const fullNetwork = (address: string): Network | undefined => {
    const isCrowded = all >= CONNECTIONS_CROWDED;
    return networksOf({ ip: address }).find(({ name, factor }) => {
      const max = isShared(address) && !isCrowded ? CONNECTIONS_CROWDED : PER_ADDRESS_MAX * factor;
      return (byNetwork.get(name) ?? 0) >= max;
    });
  };
  return {
    enter(address) {
      if (all >= CONNECTIONS_MAX || fullNetwork(address)) return false;
      for (const { name } of networksOf({ ip: address }))
        byNetwork.set(name, (byNetwork.get(name) ?? 0) + 1);
      all += 1;
      return true;
    },
    leave(address) {
      for (const { name } of networksOf({ ip: address })) {
        const remaining = (byNetwork.get(name) ?? 1) - 1;
        if (remaining === 0) byNetwork.delete(name);
        else byNetwork.set(name, remaining);
      }
      all -= 1;
    },
    wouldAdmit(address, other) {
      const full = fullNetwork(address);
      if (!full) return all >= CONNECTIONS_MAX;
      return networksOf({ ip: other }).some(({ name }) => name === full.name);
    },
    count: () => all,
  };
}

export function isShared(address: string): boolean {
  const plain = plainAddress(address);
  return shared.check(plain, plain.includes(":") ? "ipv6" : "ipv4");
}
