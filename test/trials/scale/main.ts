/**
 * Runs `npm run trial:scale`. The trial starts the product as several processes on this machine and
 * measures the cost of the most common requests: CPU time of the processes and of PostgreSQL, log
 * volume, and disk space. A separate process sends the requests, so that its own CPU time is
 * measured separately. The trial prints the measurements and the capacity that follows from them,
 * and writes scale.json.
 *
 * - `--seconds N`: duration of each measurement (4)
 * - `--people N`: number of users (64)
 * - `--streams N`: number of streams (1,000)
 * - `--processes 1,2,4`: numbers of web processes
 * - `--from scale.json`: print the tables of an earlier run
 *
 * On a machine with few processors the processes compete for CPU time. Therefore the capacity is
 * computed from the CPU time per request and not from the requests per second.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openGenerator } from "./asking.ts";
import { capacityTable } from "./capacity.ts";
import { measureGrowth } from "./growth.ts";
import { openInstallation } from "./installation.ts";
import { measure } from "./measure.ts";
import type { Measured } from "./measured.ts";
import { measurePay } from "./pay.ts";
import { measuredTables } from "./report.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "4" },
    people: { type: "string", default: "64" },
    streams: { type: "string", default: "1000" },
    processes: { type: "string", default: "1,2,4" },
    from: { type: "string" },
  },
});
const OUT = "scale.json";
const say = (text: string) => process.stdout.write(`${text}\n`);

const measured = values.from === undefined ? await run() : read(values.from);
say(`\n${measuredTables(measured)}\n\n${capacityTable(measured)}`);
process.exit(0);

async function run(): Promise<Measured> {
  const plan = {
    seconds: wholeNumber("seconds", values.seconds),
    people: wholeNumber("people", values.people),
    streams: wholeNumber("streams", values.streams),
    processes: values.processes.split(",").map((text) => wholeNumber("processes", text)),
    say,
  };
  const [loadBefore = NaN] = loadavg();
  const home = mkdtempSync(join(tmpdir(), "hashfloor-scale-"));
  const generator = openGenerator();
  try {
    const installation = await openInstallation(home);
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => void installation.stop().finally(() => leave(home)));
    try {
      const figures = await measure(installation, generator, plan);
      say("Mining pay ...");
      const payout = await measurePay(installation);
      say("Growth of the database ...");
      const growth = await measureGrowth(installation);
      say("Events between processes ...");
      // If `nats-server` is not installed, this prints a note and measures events only over the
      // database.
      const { measureBus } = await import("./bus.ts");
      const bus = await measureBus();
      const [loadAfter = NaN] = loadavg();
      const machine = {
        processors: availableParallelism(),
        model: cpus()[0]?.model ?? "unknown",
        node: process.version,
        loadBefore,
        loadAfter,
      };
      const all: Measured = { machine, ...figures, payout, growth, bus };
      writeFileSync(OUT, `${JSON.stringify(all, undefined, 2)}\n`);
      return all;
    } finally {
      await generator.close();
      await installation.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function leave(home: string): void {
  rmSync(home, { recursive: true, force: true });
  process.exit(1);
}

function read(path: string): Measured {
  if (!existsSync(path)) return refuse(`${path} does not exist. Run it without --from first.`);
  return JSON.parse(readFileSync(path, "utf8")) as Measured;
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  return refuse(`--${name} must be a whole number from 1 to 99999.`);
}

function refuse(why: string): never {
  process.stderr.write(`The trial cannot run: ${why}\n`);
  process.exit(2);
}
