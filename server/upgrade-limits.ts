/**
 * How many streams one network may open in a minute. Streams that end without a good token have the
 * limit of requests without a session: to look at forged tokens costs more than all else here.
 */
import type { IncomingMessage } from "node:http";
import { createWindows, networksOf } from "#platform";
import type { RequestLimits } from "./request-limits.ts";
import { clientAddress, proxyList } from "./trusted-proxy.ts";

export interface UpgradeLimits {
  /** Counts the stream. 0 when it may open, else the milliseconds until the next one may. */
  open(request: IncomingMessage): number;
  /** Counts a stream that ended without a good token. */
  countUnproven(request: IncomingMessage): void;
}

/** Pages of so many people at their limit come from one network. */
const PEOPLE_OF_NETWORK = 10;

export function limitUpgrades(
  { anonymousPerMinute, signedInPerMinute }: RequestLimits,
  trustedProxies: readonly string[],
): UpgradeLimits {
  const windows = createWindows(() => performance.now());
  const proxies = proxyList(trustedProxies);
  const networksBehind = (request: IncomingMessage) =>
    networksOf({ ip: clientAddress(request, proxies) });
  return {
    open(request) {
      const networks = networksBehind(request);
      const all = windows.countIn(networks, signedInPerMinute * PEOPLE_OF_NETWORK, "all/");
      return Math.max(all, windows.waitMsOf(networks, anonymousPerMinute));
    },
    countUnproven(request) {
      windows.countIn(networksBehind(request), anonymousPerMinute);
    },
  };
}
