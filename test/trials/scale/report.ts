/** Prints the measurements as text and tables. */
import { growthTable } from "./growth.ts";
import { REQUESTS, type Cost, type Measured } from "./measured.ts";
import { inTable, number } from "./tables.ts";

const COST_HEAD = "Request|web ms|work ms|db ms|per web s|per db s|WAL bytes|disk bytes|rows".split(
  "|",
);

export function measuredTables(measured: Measured): string {
  const { machine, idle, requests, streams, spread, payout, growth, bus, megabytes } = measured;
  const [alone] = spread;
  const cells = (cost: Cost) => [
    number(cost.webMs),
    number(cost.workMs),
    number(cost.databaseMs),
    number(1_000 / cost.webMs),
    number(1_000 / cost.databaseMs),
    number(cost.walBytes),
    number(cost.diskBytes),
    number(Object.values(cost.rows).reduce((sum, rows) => sum + rows, 0)),
  ];
  const rowsOf = ([name, { rows }]: readonly [string, Cost]) => {
    const tables = Object.entries(rows).map(([table, count]) => `${table} ${number(count)}`);
    return tables.length === 0 ? [] : [`- ${name}: ${tables.join(", ")}`];
  };
  return [
    `${machine.processors} processors (${machine.model}), Node ${machine.node}, load average ${number(machine.loadBefore)} before and ${number(machine.loadAfter)} after.`,
    inTable(COST_HEAD, [
      ...REQUESTS.map((name) => [name, ...cells(requests[name])]),
      ["payout", ...cells(payout)],
    ]),
    [
      "Rows added per request:",
      ...REQUESTS.flatMap((name) => rowsOf([name, requests[name]])),
      ...rowsOf(["payout", payout]),
    ].join("\n"),
    inTable(
      [
        "Web processes",
        "requests/s",
        "compared with one",
        "p99 ms",
        "web ms",
        "db ms",
        "client ms",
      ],
      spread.map((one) => [
        String(one.processes),
        number(one.perSecond),
        number(one.perSecond / (alone?.perSecond ?? NaN)),
        number(one.p99Ms),
        number(one.webMs),
        number(one.databaseMs),
        number(one.generatorMs),
      ]),
    ),
    `A stream with live prices takes ${number(streams.bytes / 1_024)} KB and ${number(streams.webMsPerSecond)} ms of processor time a second (${streams.count} streams on a process that had just started). A price arrives within ${number(streams.frameP99Ms)} ms (p99).`,
    inTable(
      ["Events over", "sent/s by each", "p50 ms", "p99 ms", "worst ms", "received", "µs per event"],
      bus.map((one) => [
        one.over,
        number(one.perSecond),
        number(one.p50Ms),
        number(one.p99Ms),
        number(one.worstMs),
        `${number(100 * one.heardShare)} %`,
        number(one.processorMicros),
      ]),
    ),
    `Mining pay: one process pays ${number(payout.perSecond)} users a second.`,
    growthTable(growth),
    `Without requests, a second costs ${number(idle.webMs)} ms of a web process, ${number(idle.workMs)} ms of the work process and ${number(idle.databaseMs)} ms of PostgreSQL. Resident memory: web process ${number(megabytes.web)} MB, work process ${number(megabytes.work)} MB.`,
  ].join("\n\n");
}
