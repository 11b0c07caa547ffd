/**
 * Finds the address of a client behind a reverse proxy. X-Forwarded-For is trusted only on a
 * connection from a configured proxy. The client is the right-most address in the header that is
 * not a configured proxy, because the visitor may have written all addresses to the left of it.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";

const HEADER = "x-forwarded-for";

/**
 * Cleans the header for fastify's `trustProxy`, which does not validate its parts. Removes parts
 * that are not addresses. Also removes ports, because with its port each connection would look like
 * a different visitor. Must run before any code reads the address.
 */
export function tidyForwardedFor(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    const text = raw.headers[HEADER];
    if (text === undefined) return;
    const addresses: string[] = [];
    for (const entry of String(text).split(",").toReversed()) {
      const address = addressOf(entry.trim());
      if (address === undefined) break;
      addresses.unshift(address);
    }
    if (addresses.length > 0) raw.headers[HEADER] = addresses.join(", ");
    else delete raw.headers[HEADER];
  });
}

/** Returns a list of addresses and networks such as `10.0.0.0/8`. */
export function proxyList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

export function isProxy(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/**
 * Returns the client's address for a request that never reaches fastify. The result equals
 * fastify's `ip`.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: BlockList): string {
  let address = socket.remoteAddress ?? "";
  for (const entry of String(headers[HEADER] ?? "")
    .split(",")
    .toReversed()) {
    const before = addressOf(entry.trim());
    if (before === undefined || !isProxy(proxies, address)) break;
    address = before;
  }
  return address;
}

/**
 * Returns the address in `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1` or `[2001:db8::1]:4711`.
 */
function addressOf(entry: string): string | undefined {
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(entry)?.[1] ??
    entry;
  return isIP(bare) === 0 || bare.includes("%") ? undefined : bare;
}
