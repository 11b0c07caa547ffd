/** Reads the counters of the processes and the database before and after a measurement. */
import type { Database } from "#platform";
import { processMs, treeMs } from "../../bench/processor-time.ts";
import type { Cost } from "./measured.ts";

export interface Pids {
  readonly web: readonly number[];
  /**
   * The work process with its signer, or undefined if the measuring process does the work itself.
   */
  readonly work: number | undefined;
  readonly postgres: number;
}

interface Used {
  readonly webMs: number;
  readonly workMs: number;
  readonly databaseMs: number;
}

const NOTHING: Used = { webMs: 0, workMs: 0, databaseMs: 0 };
const KEYS = ["webMs", "workMs", "databaseMs"] as const;

export function openMeter(database: Database, pids: () => Pids) {
  const used = (): Used => {
    const { web, work, postgres } = pids();
    return {
      webMs: web.reduce((sum, pid) => sum + processMs(pid), 0),
      workMs: work === undefined ? ownMs() : treeMs(work),
      databaseMs: treeMs(postgres),
    };
  };
  const perUnit = (before: Used, after: Used, units: number, idle: Used, seconds: number): Used => {
    const each = (key: (typeof KEYS)[number]) =>
      Math.max(0, after[key] - before[key] - idle[key] * seconds) / units;
    return { webMs: each("webMs"), workMs: each("workMs"), databaseMs: each("databaseMs") };
  };
  return {
    /**
     * Returns the cost of one unit of work. `run` performs the work and returns the number of
     * units. `idle` is the cost of an installation without requests, in milliseconds per second,
     * and is subtracted.
     */
    async costOf(run: () => Promise<number>, idle: Used = NOTHING): Promise<Cost> {
      const filled = await readFilled(database);
      const before = used();
      const startMs = performance.now();
      const count = await run();
      const after = used();
      const seconds = (performance.now() - startMs) / 1_000;
      const full = await readFilled(database);
      return {
        count,
        ...perUnit(before, after, count, idle, seconds),
        walBytes: (full.walBytes - filled.walBytes) / count,
        diskBytes: Math.max(0, full.diskBytes - filled.diskBytes) / count,
        rows: Object.fromEntries(
          Object.entries(full.rows).flatMap(([table, rows]) => {
            const added = (rows - (filled.rows[table] ?? 0)) / count;
            return added > 0 ? [[table, added]] : [];
          }),
        ),
      };
    },
    /**
     * Returns the idle cost per second. It is the minimum over three waiting periods, because a
     * vacuum or checkpoint in one of them is not part of the idle cost.
     */
    async idle(wait: () => Promise<unknown>): Promise<Used> {
      const waits: Used[] = [];
      for (let time = 0; time < 3; time += 1) waits.push(await this.usedDuring(wait));
      const least = (key: (typeof KEYS)[number]) => Math.min(...waits.map((one) => one[key]));
      return { webMs: least("webMs"), workMs: least("workMs"), databaseMs: least("databaseMs") };
    },
    async usedDuring(wait: () => Promise<unknown>): Promise<Used> {
      const before = used();
      const startMs = performance.now();
      await wait();
      return perUnit(before, used(), (performance.now() - startMs) / 1_000, NOTHING, 0);
    },
  };
}

async function readFilled(database: Database) {
  const rows = await countRows(database);
  const [size] = await database.query<{ wal: string; disk: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal,
       (select sum(pg_total_relation_size(relid)) from pg_stat_user_tables) as disk`,
  );
  return { rows, walBytes: Number(size?.wal), diskBytes: Number(size?.disk) };
}

async function countRows(database: Database): Promise<Record<string, number>> {
  const rows = await database.query<{ name: string; count: string }>(
    `select relname as name,
       (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || relid::regclass, false, true, '')))[1]::text as count
     from pg_stat_user_tables`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
