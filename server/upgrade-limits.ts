/**
 * Limits the streams that a network may open per minute. A stream that ends without a valid token
 * also counts towards the limit for requests without a session, because checking a forged token is
 * the most expensive step.
 */
import type { IncomingMessage } from "node:http";
import { createWindows, networksOf } from "#platform";
import type { RequestLimits } from "./request-limits.ts";
import { clientAddress, proxyList } from "./trusted-proxy.ts";

export interface UpgradeLimits {
  /**
   * Counts a new stream. Returns 0 if the stream may open, or the milliseconds until the next
   * stream may open.
   */
  open(request: IncomingMessage): number;
  /** Counts a stream that ended without a valid token. */
  countUnproven(request: IncomingMessage): void;
}

/** Limit per network, as a multiple of the limit per user. */
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
