/** How many may connect, in all and from one address. */
import { BlockList } from "node:net";

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
  const byAddress = new Map<string, number>();
  let all = 0;
  return {
    enter(given) {
      const address = plainAddress(given);
      const here = byAddress.get(address) ?? 0;
      if (all >= CONNECTIONS_MAX || (here >= PER_ADDRESS_MAX && !isShared(address))) return false;
      byAddress.set(address, here + 1);
      all += 1;
      return true;
    },
    leave(given) {
      const address = plainAddress(given);
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
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
