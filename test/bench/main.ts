/**
 * `npm run bench` runs every part of the benchmark on one server in one run, prints tables and
 * writes bench.json. The parts measure:
 *
 * - the ledger, compared with pgbench and with a minimal ledger
 * - the administrators' lists at two sizes
 * - the sign-in service
 * - the whole product over HTTP, as users use it
 * - mining payouts
 * - the market module and the Forex desk
 * - the mining pool
 * - the time machine
 * - the wallet's coin selection
 * - proofs of liabilities
 *
 * Options:
 *
 * - `--check` exits with status 1 if a gate is missed.
 * - `--rounds N` and `--seconds N` set the length.
 * - `--only NAME` runs one part: `ledger`, `office`, `sign-in`, `people`, `pay`, `market`, `desk`,
 *   `pool`, `history`, `coins` or `proofs`.
 * - `--seed S` repeats the random choices of a run.
 * - `--short` runs one round with small populations, judges nothing and writes no file.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { pseudoRandom } from "../support/inputs/pseudo-random.ts";
import { openBenchDatabase } from "./bench-database.ts";
import { PART_NAMES, PARTS, type Table } from "./parts.ts";
import type { Plan } from "./plan.ts";
import { chooseYardstick } from "./yardstick.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const FULL = { size: "full", rounds: 5, seconds: 2 } as const;
const SHORT = { size: "short", rounds: 1, seconds: 0.25 } as const;

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    rounds: { type: "string" },
    seconds: { type: "string" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});

const { size, ...length } = values.short ? SHORT : FULL;
const seed = Number(values.seed);
const common = {
  size,
  rounds: Number(values.rounds ?? length.rounds),
  seconds: Number(values.seconds ?? length.seconds),
  random: pseudoRandom(seed),
};
const names = values.only === undefined ? PART_NAMES : [values.only];
const tables: Table[] = [];

const bench = await openBenchDatabase(ROOT);
try {
  const yardstick = chooseYardstick(bench.url, common);
  for (const name of names) {
    process.stdout.write(`# ${name}\n\n`);
    const made = await measurePart(name, { ...common, cleanUp: new AsyncDisposableStack() });
    for (const { text } of made) process.stdout.write(`${text}\n\n`);
    tables.push(...made);
  }
  await report(yardstick.name);
} finally {
  await bench.close();
}

/**
 * Runs a part and returns its tables. If a part fails, reports the failure, and the remaining parts
 * still run.
 */
async function measurePart(name: string, plan: Plan): Promise<readonly Table[]> {
  try {
    const part = PARTS[name];
    if (!part) throw new Error(`Unknown part. Known: ${PART_NAMES.join(", ")}.`);
    return await part(bench, plan, chooseYardstick(bench.url, plan));
  } catch (error) {
    process.stderr.write(
      `${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
    return [];
  } finally {
    await plan.cleanUp.disposeAsync();
  }
}

async function report(yardstick: string): Promise<void> {
  const [server] = await bench.database.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const circumstances = {
    seed,
    size,
    yardstick,
    postgres: server?.version,
    node: process.version,
    cpus: `${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}`,
    load: loadavg().map((load) => Number(load.toFixed(2))),
    secondsPerCell: common.seconds,
  };
  const goals = tables.flatMap(({ lines }) => lines);
  const rounds = tables.map((table) => table.rounds);
  if (size === "full")
    writeFileSync("bench.json", `${JSON.stringify({ circumstances, goals, rounds }, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(circumstances)}\n`);
  const isMissed = goals.some(({ pass }) => pass === false);
  if (values.check && isMissed) process.exitCode = 1;
}
