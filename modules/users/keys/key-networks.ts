/**
 * Parses and matches the IP addresses and networks (IPv4 and IPv6) from which a key may be used.
 * Pure.
 */
import { BlockList, isIP } from "node:net";

const BITS = { 4: 32, 6: 128 } as const;
const PREFIX_LENGTH = /^(?:0|[1-9]\d{0,2})$/;

/**
 * Normalises an IPv4 or IPv6 address or network, such as `203.0.113.7` or `203.0.113.0/24`. Returns
 * undefined for any other text.
 */
export function readNetwork(text: string): string | undefined {
  const [address = "", length, ...rest] = text.trim().toLowerCase().split("/");
  const version = isIP(address);
  // A zone such as `fe80::1%eth0` is valid only on one machine.
  if (version === 0 || address.includes("%") || rest.length > 0) return undefined;
  if (length === undefined) return address;
  const isLength = PREFIX_LENGTH.test(length) && Number(length) <= BITS[version === 4 ? 4 : 6];
  return isLength ? `${address}/${length}` : undefined;
}

/**
 * Returns true if one of the networks contains the address, or if the list is empty. An IPv4-mapped
 * IPv6 address is treated as IPv4.
 */
export function isWithin(ip: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    // Skip networks of the other IP version. Otherwise an IPv6 network that contains ::ffff:0:0/96
    // would allow all of IPv4.
    if (isIP(address) !== isIP(plain)) continue;
    if (length === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(length), familyOf(address));
  }
  return list.check(plain, familyOf(plain));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
