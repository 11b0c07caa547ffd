/**
 * How many shares came of late over connections that ended, by where they came from: who comes
 * again does not begin anew. From whoever shares the address it takes the haste of a beginning.
 */
import { networkOf } from "#platform";
import { levelAt, startShareRate, type ShareRate } from "../stratum/share-rate.ts";

export interface EndedConnectionRates {
  leave(address: string, rate: ShareRate, nowMs: number): void;
  /** What a connection from there begins with. */
  of(address: string, nowMs: number): ShareRate;
  /** Forgets what has run off. */
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
