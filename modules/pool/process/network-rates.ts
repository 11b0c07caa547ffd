/**
 * Limits accepted shares to 20 per second for each IPv4 address and IPv6 /64, and to two or four
 * times as many for each /56 or /48. The limit covers all connections, including ended ones. With
 * more connections, the pool requests fewer but harder shares from each connection. Therefore, a
 * farm behind one address stays below the limit and loses no shares.
 */
import { networksOf } from "#platform";
import type { Circumstances } from "../stratum/session.ts";
import {
  levelAt,
  PER_SECOND,
  startShareRate,
  withShare,
  type ShareRate,
} from "../stratum/share-rate.ts";
import { isShared } from "./connection-limits.ts";

export interface NetworkMember {
  shares(nowMs: number): Pick<Circumstances, "fairPerSecond" | "mayCount">;
  /** Counts one accepted share. */
  count(nowMs: number): void;
  leave(): void;
}

export interface NetworkRates {
  enter(address: string): NetworkMember;
  /** Removes networks without connections whose share rate has fallen to zero. */
  sweep(nowMs: number): void;
  size(): number;
}

interface NetworkState {
  readonly perSecond: number;
  connections: number;
  rate: ShareRate;
}

/**
 * Limit multiplier for private addresses, because many miners may share a private address. The
 * journal can store shares at this higher rate.
 */
const PRIVATE_FACTOR = 5;

export function networkRates(): NetworkRates {
  const networks = new Map<string, NetworkState>();
  const stateOf = (name: string, perSecond: number): NetworkState => {
    const state = networks.get(name) ?? { perSecond, connections: 0, rate: startShareRate(0) };
    networks.set(name, state);
    return state;
  };
  return {
    enter(address) {
      const perSecond = PER_SECOND * (isShared(address) ? PRIVATE_FACTOR : 1);
      const states = networksOf({ ip: address }).map(({ name, factor }) =>
        stateOf(name, perSecond * factor),
      );
      for (const state of states) state.connections += 1;
      const withOneMore = (state: NetworkState, nowMs: number) =>
        withShare(state.rate, nowMs, state.perSecond);
      return {
        shares: (nowMs) => ({
          fairPerSecond: Math.min(
            ...states.map((state) => state.perSecond / Math.max(1, state.connections)),
          ),
          mayCount: states.every((state) => withOneMore(state, nowMs) !== undefined),
        }),
        count(nowMs) {
          for (const state of states) state.rate = withOneMore(state, nowMs) ?? state.rate;
        },
        leave() {
          for (const state of states) state.connections -= 1;
        },
      };
    },
    sweep(nowMs) {
      for (const [name, { connections, rate, perSecond }] of networks)
        if (connections === 0 && levelAt(rate, nowMs, perSecond) === 0) networks.delete(name);
    },
    size: () => networks.size,
  };
}
