/**
 * Computes the machines that a given number of users needs, from the cost of each request and the
 * number of requests per day. The functions have no side effects. docs/scale.md shows the resulting
 * tables.
 */
import { TYPICAL_DAY, type Day } from "./day.ts";
import { REQUESTS, type Cost, type Measured } from "./measured.ts";
import { inTable, number } from "./tables.ts";

export interface Capacity {
  readonly people: number;
  readonly requestsPerSecond: number;
  readonly streams: number;
  readonly webProcessors: number;
  /**
   * Number of web processes. Each uses at most one processor and accepts a limited number of
   * streams.
   */
  readonly webProcesses: number;
  readonly databaseProcessors: number;
  readonly workProcessors: number;
  readonly databaseConnections: number;
  readonly paidPerSecond: number;
  readonly walBytesADay: number;
  readonly rowsADay: number;
  readonly diskBytesAYear: number;
  /**
   * Names of the limits that this number of users exceeds. They are limits of a single PostgreSQL
   * server or work process.
   */
  readonly ends: readonly string[];
}

/** Planned CPU utilisation. Above it, requests would queue. */
const FULL = 0.6;
/**
 * Number of streams per process. A process accepts 2,000 connections, and the remaining ones are
 * for requests.
 */
const STREAMS_OF_PROCESS = 1_500;
/** Minimum number of web processes. If one is killed, the other takes over. */
const PROCESSES_MIN = 2;
const CONNECTIONS = { web: 21, work: 39, of: 200 } as const;
/** The capacity of a large PostgreSQL machine in 2026. */
const LARGE = { processors: 64, diskBytesAYear: 4e12 } as const;
export const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

export function capacityOf(people: number, measured: Measured, day: Day = TYPICAL_DAY): Capacity {
  const comers = people * day.activeShare;
  const sum = (of: (cost: Cost) => number) =>
    comers *
    REQUESTS.reduce((all, name) => all + day.requests[name] * of(measured.requests[name]), 0);
  const inBusiest = day.busiestHourShare / HOUR_SECONDS;
  const streams = (comers * day.streamMinutes * day.busiestHourShare) / 60;
  const miners = people * day.miningShare;
  const paidPerSecond = miners / HOUR_SECONDS;
  const paidADay = paidPerSecond * DAY_SECONDS;
  const { payout, growth, idle } = measured;
  const processors = (msASecond: number) => msASecond / 1_000 / FULL;
  const rowsOf = (cost: Cost) => Object.values(cost.rows).reduce((all, rows) => all + rows, 0);

  const webProcessors = processors(
    sum(({ webMs }) => webMs) * inBusiest + streams * measured.streams.webMsPerSecond,
  );
  const webProcesses = Math.max(
    PROCESSES_MIN,
    Math.ceil(webProcessors),
    Math.ceil(streams / STREAMS_OF_PROCESS),
  );
  const databaseProcessors = processors(
    sum(({ databaseMs }) => databaseMs) * inBusiest +
      paidPerSecond * payout.databaseMs +
      idle.databaseMs,
  );
  const workProcessors = processors(
    sum(({ workMs }) => workMs) * inBusiest + paidPerSecond * payout.workMs + idle.workMs,
  );
  const databaseConnections = webProcesses * CONNECTIONS.web + CONNECTIONS.work;
  const diskBytesAYear = 365 * sum(({ diskBytes }) => diskBytes) + miners * growth.miningBytesAYear;
  const ends = [
    [databaseConnections > CONNECTIONS.of, "connections"],
    // Only one process can pay users, because the payout worker holds a lock.
    [workProcessors > 1 || paidPerSecond > FULL * payout.perSecond, "pay"],
    [databaseProcessors > LARGE.processors, "database"],
    [diskBytesAYear > LARGE.diskBytesAYear, "disk"],
  ] as const;
  return {
    people,
    requestsPerSecond: sum(() => 1) * inBusiest,
    streams,
    webProcessors,
    webProcesses,
    databaseProcessors,
    workProcessors,
    databaseConnections,
    paidPerSecond,
    walBytesADay: sum(({ walBytes }) => walBytes) + paidADay * payout.walBytes,
    rowsADay: sum(rowsOf) + paidADay * rowsOf(payout),
    diskBytesAYear,
    ends: ends.flatMap(([isReached, what]) => (isReached ? [what] : [])),
  };
}

export function capacityTable(measured: Measured): string {
  const columns = SIZES.map((people) => capacityOf(people, measured));
  const line = (what: string, cell: (one: Capacity) => string) => [what, ...columns.map(cell)];
  return inTable(
    ["Users", ...SIZES.map((people) => number(people))],
    [
      line("requests/s, busiest hour", (one) => number(one.requestsPerSecond)),
      line("streams at once", (one) => number(one.streams)),
      line("processors, web", (one) => number(one.webProcessors)),
      line("web processes", (one) => number(one.webProcesses)),
      line("processors of PostgreSQL", (one) => number(one.databaseProcessors)),
      line("processors, work", (one) => number(one.workProcessors)),
      line("connections to PostgreSQL", (one) => number(one.databaseConnections)),
      line("users paid/s", (one) => number(one.paidPerSecond)),
      line("WAL a day, GB", (one) => number(one.walBytesADay / 1e9)),
      line("rows a year, millions", (one) => number((365 * one.rowsADay) / 1e6)),
      line("disk a year, GB", (one) => number(one.diskBytesAYear / 1e9)),
      line("limit reached", (one) => one.ends.join(", ") || "nothing"),
    ],
  );
}
