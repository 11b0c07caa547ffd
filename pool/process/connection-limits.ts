/** How many may connect, in all and from one address; of IPv6 from one network. */
import { BlockList } from "node:net";
import { networkOf } from "#platform";

export const CONNECTIONS_MAX = 2_000;
const PER_ADDRESS_MAX = 100;

/** Behind one address of these may be many: bridges of containers show their own. */
const shared = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  shared.addSubnet(network, prefix);
shared.addAddress("::1", "ipv6");
shared.addSubnet("fc00::", 7, "ipv6");
shared.addSubnet("fe80::", 10, "ipv6");

export interface ConnectionLimits {
  /** False: there are too many. */
  enter(address: string): boolean;
  leave(address: string): void;
  count(): number;
}

export function connectionLimits(): ConnectionLimits {
  const byNetwork = new Map<string, number>();
  let all = 0;
  return {
    enter(given) {
      const address = plainAddress(given);
      const network = networkOf(address);
      const here = byNetwork.get(network) ?? 0;
      if (all >= CONNECTIONS_MAX || (here >= PER_ADDRESS_MAX && !isShared(address))) return false;
      byNetwork.set(network, here + 1);
      all += 1;
      return true;
    },
    leave(given) {
      const network = networkOf(plainAddress(given));
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left === 0) byNetwork.delete(network);
      else byNetwork.set(network, left);
      all -= 1;
    },
    count: () => all,
  };
}

/** IPv4 that a socket for both writes as IPv6; IPv6 without the name of the interface. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/i, "").replace(/%.*$/, "");
}

function isShared(address: string): boolean {
  return shared.check(address, address.includes(":") ? "ipv6" : "ipv4");
}
