/** Groups the pool's connections by IP address, with the busiest address first. */
import { plainAddress } from "#platform";
import type { Miner } from "../stratum/session.ts";
import { lastMinute, type MinuteCounts } from "./minute-counts.ts";

export interface AddressConnections {
  readonly address: string;
  readonly connections: number;
  /** Up to five mining names used on connections from this address. */
  readonly names: readonly string[];
  readonly furtherNames: number;
  readonly sharesAMinute: number;
  readonly rejectsAMinute: number;
  /** When the oldest connection was opened. */
  readonly since: Date;
}

export interface ConnectionList {
  readonly addresses: readonly AddressConnections[];
  /** Number of addresses beyond the listed ones. */
  readonly furtherAddresses: number;
}

interface Connected {
  readonly address: string;
  readonly counts: MinuteCounts;
  readonly session: {
    readonly workers: ReadonlyMap<string, Miner>;
    readonly connectedAtMs: number;
  };
}

const ADDRESSES_MAX = 200;
const NAMES_MAX = 5;

export function byAddress(connections: Iterable<Connected>, nowMs: number): ConnectionList {
  const groups = Map.groupBy(connections, ({ address }) => plainAddress(address));
  const all = [...groups]
    .map(([address, those]) => summarize(address, those, nowMs))
    .toSorted((a, b) => busy(b) - busy(a) || b.connections - a.connections);
  return {
    addresses: all.slice(0, ADDRESSES_MAX),
    furtherAddresses: Math.max(0, all.length - ADDRESSES_MAX),
  };
}

function busy({ sharesAMinute, rejectsAMinute }: AddressConnections): number {
  return sharesAMinute + rejectsAMinute;
}

function summarize(
  address: string,
  those: readonly Connected[],
  nowMs: number,
): AddressConnections {
  const names = new Set(
    those.flatMap(({ session }) => [...session.workers.values()].map(({ user }) => user)),
  );
  const counts = those.map((one) => lastMinute(one.counts, nowMs));
  const sum = (of: "shares" | "rejects") =>
    Math.round(counts.reduce((total, one) => total + one[of], 0));
  return {
    address,
    connections: those.length,
    names: [...names].toSorted().slice(0, NAMES_MAX),
    furtherNames: Math.max(0, names.size - NAMES_MAX),
    sharesAMinute: sum("shares"),
    rejectsAMinute: sum("rejects"),
    since: new Date(Math.min(...those.map(({ session }) => session.connectedAtMs))),
  };
}
