/**
 * Remembers the share rates of ended connections by network, so that reconnecting does not reset
 * the rate limit. For other miners in the same network, this only reduces the initial burst.
 */
import { networkOf } from "#platform";
import { levelAt, startShareRate, type ShareRate } from "../stratum/share-rate.ts";

export interface EndedConnectionRates {
  leave(address: string, rate: ShareRate, nowMs: number): void;
  /** Returns the initial share rate for a new connection from this address. */
  of(address: string, nowMs: number): ShareRate;
  /** Removes rates that have fallen to zero. */
  sweep(nowMs: number): void;
  count(): number;
}

export function createEndedConnectionRates(): EndedConnectionRates {
  const byNetwork = new Map<string, ShareRate>();
  const of = (address: string, nowMs: number): ShareRate =>
    byNetwork.get(networkOf(address)) ?? startShareRate(nowMs);
  return {
    of,
    leave(address, rate, nowMs) {
      if (levelAt(rate, nowMs) > levelAt(of(address, nowMs), nowMs))
        byNetwork.set(networkOf(address), rate);
    },
    sweep(nowMs) {
      for (const [network, rate] of byNetwork)
        if (levelAt(rate, nowMs) === 0) byNetwork.delete(network);
    },
    count: () => byNetwork.size,
  };
}
