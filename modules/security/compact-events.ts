/**
 * Counts security events in memory by minute, kind, `what` and network, until they are stored. If
 * there are too many networks in a minute, all further networks share one row, so that an attack
 * fills neither memory nor the table.
 */
import { networkOf, type Clock } from "#platform";
import type { EventKind } from "./event-kinds.ts";

export interface SecurityEvent {
  readonly kind: EventKind;
  /** Code of the refusal or name of the route. Never text from the caller. */
  readonly what: string;
  readonly ip: string;
}

export interface CompactedEvents {
  readonly minute: Date;
  readonly kind: EventKind;
  readonly what: string;
  /** Network of the caller; empty for the row that several networks share. */
  readonly network: string;
  readonly count: number;
}

export interface SecurityEvents {
  note(event: SecurityEvent): void;
  /** Returns the counts since the last call and resets them. */
  take(): readonly CompactedEvents[];
  /** Takes back counts that could not be stored, and adds them to the current minute. */
  putBack(rows: readonly CompactedEvents[]): void;
  /** Returns the number of events of this kind since the process started. */
  total(kind: EventKind): number;
}

const MINUTE_MS = 60_000;
const OTHERS = "";

/**
 * Creates the counters. `rowsMax` is the number of rows per minute above which further networks
 * share a row.
 */
export function createSecurityEvents(clock: Clock, rowsMax = 100): SecurityEvents {
  let rows = new Map<string, CompactedEvents>();
  /** Keys of the current minute's rows, including rows that are already stored. */
  let ofMinute = { startMs: 0, keys: new Set<string>() };
  const totals = new Map<EventKind, number>();
  const add = (event: Omit<CompactedEvents, "minute">) => {
    const startMs = Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
    if (startMs !== ofMinute.startMs) ofMinute = { startMs, keys: new Set() };
    const { keys } = ofMinute;
    const { kind, what, count } = event;
    const keyOf = (network: string) => [startMs, kind, what, network].join("/");
    const hasRow = keys.has(keyOf(event.network)) || keys.size < rowsMax;
    const network = hasRow ? event.network : OTHERS;
    const key = keyOf(network);
    keys.add(key);
    const minute = new Date(startMs);
    const before = rows.get(key)?.count ?? 0;
    rows.set(key, { minute, kind, what, network, count: before + count });
  };
  return {
    note({ kind, what, ip }) {
      totals.set(kind, (totals.get(kind) ?? 0) + 1);
      add({ kind, what, network: networkOf(ip), count: 1 });
    },
    take() {
      const events = [...rows.values()];
      rows = new Map();
      return events;
    },
    putBack(back) {
      for (const row of back) add(row);
    },
    total: (kind) => totals.get(kind) ?? 0,
  };
}
