/**
 * `npm run bench`: the ledger beside pgbench on one server in one run. Prints a table and writes bench.json; with `--check`
 * a missed goal ends with status 1. `--rounds N` and `--seconds N` change the length.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { verifyLedger } from "#ledger";
import { openBenchDatabase, type BenchDatabase } from "./bench-database.ts";
import { callers } from "./callers.ts";
import { GOALS, type Round } from "./goals.ts";
import { hot, uniform, withMistakes } from "./ledger-load.ts";
import { judge, table, type Line } from "./report.ts";
import { chooseYardstick, type Yardstick } from "./yardstick.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  },
});

const bench = await openBenchDatabase(ROOT);
try {
  const yardstick = chooseYardstick(bench.url);
  await yardstick.prepare();
  const rounds = await measure(bench, yardstick, Number(values.rounds), Number(values.seconds));
  const lines = GOALS.map((goal) => judge(goal, rounds, yardstick.isJudged));
  const problems = await verifyLedger(bench.database);
  await report(lines, rounds, yardstick, problems.length);
  if (problems.length > 0) throw new Error(`the books are not whole: ${problems.length} problems`);
  if (values.check && lines.some((line) => line.pass === false)) process.exitCode = 1;
} finally {
  await bench.close();
}

async function measure(
  { ledger, accounts }: BenchDatabase,
  yardstick: Yardstick,
  roundCount: number,
  seconds: number,
): Promise<Round[]> {
  const clean = uniform(ledger, accounts);
  const house = hot(ledger, accounts);
  const mistaken = withMistakes(ledger, accounts);
  await callers(32, 1, clean);
  const rounds: Round[] = [];
  for (let round = 1; round <= roundCount; round++)
    rounds.push({
      pgbench1: await yardstick.measure(1, seconds),
      one: await callers(1, seconds, clean),
      uniform1024: await callers(1_024, seconds, clean),
      pgbench32: await yardstick.measure(32, seconds),
      uniform32: await callers(32, seconds, clean),
      hot32: await callers(32, seconds, house),
      mistakes32: await callers(32, seconds, mistaken),
    });
  return rounds;
}

async function report(
  lines: readonly Line[],
  rounds: readonly Round[],
  yardstick: Yardstick,
  problems: number,
): Promise<void> {
  const [server] = await bench.database.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const circumstances = {
    yardstick: yardstick.name,
    postgres: server?.version,
    node: process.version,
    cpus: `${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}`,
    load: loadavg().map((load) => Number(load.toFixed(2))),
    secondsPerCell: Number(values.seconds),
    ledgerProblems: problems,
  };
  writeFileSync(
    "bench.json",
    `${JSON.stringify({ circumstances, goals: lines, rounds }, null, 2)}\n`,
  );
  process.stdout.write(`${table(lines, rounds)}\n${JSON.stringify(circumstances)}\n`);
}
