/**
 * `npm run bench`: the ledger compared with pgbench, the administrators' lists at two sizes, the
 * sign-in service, the whole product over HTTP as users use it, mining payouts, the market module,
 * the Forex desk, the mining pool, historical replays and the wallet's coin selection, on one
 * server in one run. Prints a table and writes bench.json. With `--check` a missed goal exits with
 * status 1. `--rounds N` and `--seconds N` set the length. `--only ledger`, `office`, `sign-in`,
 * `people`, `pay`, `market`, `desk`, `pool`, `history` or `coins` skips the rest. `--seed S`
 * repeats the random choices of a run.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { verifyLedger } from "#ledger";
import type { Database } from "#platform";
import { pseudoRandom } from "../support/inputs/pseudo-random.ts";
import { measureBackOffice } from "./back-office.ts";
import { openBenchDatabase, type BenchDatabase } from "./bench-database.ts";
import { callers } from "./callers.ts";
import { measureCoins } from "./coins.ts";
import {
  CHECK_GOALS,
  COINS_GOALS,
  DESK_GOALS,
  DESK_PAGE_GOALS,
  FLOOD_GOALS,
  GOALS,
  MARKET_GOALS,
  MEMORY_GOALS,
  HISTORY_GOALS,
  OFFICE_GOALS,
  PAY_GOALS,
  PEOPLE_GOALS,
  RATE_GOALS,
  STATEMENT_GOALS,
  SIGN_IN_GOALS,
  THROUGHPUT_GOALS,
  type Goal,
  type Round,
} from "./goals.ts";
import { measureDesk } from "./desk.ts";
import { measureHistory } from "./history.ts";
import { uniform } from "./ledger-load.ts";
import { measureMarket } from "./market.ts";
import { measureMiningPay } from "./mining-pay.ts";
import { measurePeople } from "./people.ts";
import { measurePool } from "./pool.ts";
import { judge, table, type Cells, type Line } from "./report.ts";
import { measureSignIn } from "./sign-in.ts";
import { chooseYardstick, type Yardstick } from "./yardstick.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});

const seed = Number(values.seed);
const random = pseudoRandom(seed);
const roundCount = Number(values.rounds);
const seconds = Number(values.seconds);

interface Part {
  readonly lines: readonly Line[];
  readonly rounds: readonly object[];
  readonly text: string;
  readonly problems: number;
}

const bench = await openBenchDatabase(ROOT);
try {
  const yardstick = chooseYardstick(bench.url, random);
  const parts = [
    ...(isWanted("ledger") ? [await ledgerPart(bench, yardstick)] : []),
    ...(isWanted("office") ? [await officePart(bench)] : []),
    ...(isWanted("sign-in") ? [await signInPart(bench)] : []),
    ...(isWanted("people") ? [await peoplePart(bench)] : []),
    ...(isWanted("pay") ? [await payPart(bench)] : []),
    ...(isWanted("market") ? [await marketPart()] : []),
    ...(isWanted("desk") ? await deskPart(bench) : []),
    ...(isWanted("pool") ? await poolParts(bench) : []),
    ...(isWanted("history") ? [historyPart()] : []),
    ...(isWanted("coins") ? [await coinsPart(bench)] : []),
  ];
  await report(parts, yardstick);
  const problems = parts.reduce((sum, part) => sum + part.problems, 0);
  if (problems > 0) throw new Error(`the ledger verification failed: ${problems} problems`);
  const isMissed = parts.some(({ lines }) => lines.some((line) => line.pass === false));
  if (values.check && isMissed) process.exitCode = 1;
} finally {
  await bench.close();
}

function isWanted(part: string): boolean {
  return values.only === undefined || values.only === part;
}

async function ledgerPart(installation: BenchDatabase, yardstick: Yardstick): Promise<Part> {
  await yardstick.prepare();
  const rounds = await measureLedger(installation, yardstick);
  const lines = GOALS.map((goal) => judge(goal, rounds, yardstick.isJudged));
  const text = table(
    lines,
    rounds.map((round) => ({ ...round })),
  );
  return { lines, rounds, text, problems: await problemsOf([installation.database]) };
}

async function measureLedger(
  { database, accounts }: BenchDatabase,
  yardstick: Yardstick,
): Promise<Round[]> {
  const transfers = uniform(database, accounts, random);
  await callers(1, 1, transfers);
  const rounds: Round[] = [];
  for (let round = 1; round <= roundCount; round++)
    rounds.push({
      pgbench1: await yardstick.measure(1, seconds),
      one: await callers(1, seconds, transfers),
    });
  return rounds;
}

async function officePart({ url }: BenchDatabase): Promise<Part> {
  const office = await measureBackOffice(ROOT, url, { rounds: roundCount, seconds, random });
  try {
    const { rounds, databases } = office;
    const lines = OFFICE_GOALS.map((goal) => judge(goal, rounds, true));
    const text = table(
      lines,
      rounds.map((round) => ({ ...round })),
    );
    return { lines, rounds, text, problems: await problemsOf(databases) };
  } finally {
    await office.close();
  }
}

async function signInPart(installation: BenchDatabase): Promise<Part> {
  const signIn = await measureSignIn(installation, { rounds: roundCount, seconds, random });
  try {
    const { rounds, database } = signIn;
    const lines = SIGN_IN_GOALS.map((goal) => judge(goal, rounds, true));
    const text = table(
      lines,
      rounds.map((round) => ({ ...round })),
    );
    return { lines, rounds, text, problems: await problemsOf([database]) };
  } finally {
    await signIn.close();
  }
}

async function peoplePart(installation: BenchDatabase): Promise<Part> {
  const people = await measurePeople(installation, { rounds: roundCount, seconds, random });
  try {
    const { rounds, database } = people;
    const lines = PEOPLE_GOALS.map((goal) => judge(goal, rounds, true));
    const text = table(
      lines,
      rounds.map((round) => ({ ...round })),
    );
    return { lines, rounds, text, problems: await problemsOf([database]) };
  } finally {
    await people.close();
  }
}

async function payPart({ url }: BenchDatabase): Promise<Part> {
  const { rounds, database } = await measureMiningPay(ROOT, url, roundCount);
  try {
    const lines = PAY_GOALS.map((goal) => judge(goal, rounds, true));
    const text = table(
      lines,
      rounds.map((round) => ({ ...round })),
    );
    return { lines, rounds, text, problems: await problemsOf([database]) };
  } finally {
    await database.close();
  }
}

async function marketPart(): Promise<Part> {
  const rounds = await measureMarket(roundCount, random);
  const lines = MARKET_GOALS.map((goal) => judge(goal, rounds, true));
  const text = table(
    lines,
    rounds.map((round) => ({ ...round })),
  );
  return { lines, rounds, text, problems: 0 };
}

async function deskPart(installation: BenchDatabase): Promise<Part[]> {
  const desk = await measureDesk(installation, { rounds: roundCount, seconds });
  try {
    const { rounds, pageRound, database } = desk;
    const lines = DESK_GOALS.map((goal) => judge(goal, rounds, true));
    const text = table(
      lines,
      rounds.map((round) => ({ ...round })),
    );
    const pageLines = DESK_PAGE_GOALS.map((goal) => judge(goal, [pageRound], true));
    const pageText = table(pageLines, [{ messages: pageRound.messages }]);
    return [
      { lines, rounds, text, problems: await problemsOf([database]) },
      { lines: pageLines, rounds: [pageRound], text: pageText, problems: 0 },
    ];
  } finally {
    await desk.close();
  }
}

async function poolParts(installation: BenchDatabase): Promise<Part[]> {
  const pool = await measurePool(installation, { rounds: roundCount, seconds, random });
  const { checks, rates, statements, memory, throughput, floods } = pool;
  const part = <R extends object>(
    goals: readonly Goal<R>[],
    rounds: readonly R[],
    cells: readonly Cells[],
  ): Part => {
    const lines = goals.map((goal) => judge(goal, rounds, true));
    return { lines, rounds, text: table(lines, cells), problems: 0 };
  };
  try {
    const problems = await problemsOf([pool.installation.database]);
    return [
      part(
        CHECK_GOALS,
        checks,
        checks.map((round) => ({ ...round })),
      ),
      part(
        THROUGHPUT_GOALS,
        throughput,
        throughput.map((round) => ({ ...round })),
      ),
      part(
        FLOOD_GOALS,
        floods,
        floods.map((round) => ({ ...round })),
      ),
      part(
        MEMORY_GOALS,
        memory,
        memory.map((round) => ({ ...round })),
      ),
      part(RATE_GOALS, rates, []),
      {
        ...part(
          STATEMENT_GOALS,
          statements,
          statements.map((round) => ({ ...round })),
        ),
        problems,
      },
    ];
  } finally {
    await pool.installation.close();
  }
}

function historyPart(): Part {
  const rounds = measureHistory(roundCount);
  const lines = HISTORY_GOALS.map((goal) => judge(goal, rounds, true));
  const text = table(
    lines,
    rounds.map((round) => ({ ...round })),
  );
  return { lines, rounds, text, problems: 0 };
}

async function coinsPart({ url }: BenchDatabase): Promise<Part> {
  const rounds = await measureCoins(ROOT, url, roundCount);
  const lines = COINS_GOALS.map((goal) => judge(goal, rounds, true));
  const text = table(
    lines,
    rounds.map((round) => ({ ...round })),
  );
  return { lines, rounds, text, problems: 0 };
}

async function problemsOf(databases: readonly Database[]): Promise<number> {
  let count = 0;
  for (const database of databases) count += (await verifyLedger(database)).length;
  return count;
}

async function report(parts: readonly Part[], yardstick: Yardstick): Promise<void> {
  const [server] = await bench.database.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const circumstances = {
    seed,
    yardstick: yardstick.name,
    postgres: server?.version,
    node: process.version,
    cpus: `${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}`,
    load: loadavg().map((load) => Number(load.toFixed(2))),
    secondsPerCell: seconds,
    ledgerProblems: parts.reduce((sum, part) => sum + part.problems, 0),
  };
  const goals = parts.flatMap(({ lines }) => lines);
  const rounds = parts.map((part) => part.rounds);
  writeFileSync("bench.json", `${JSON.stringify({ circumstances, goals, rounds }, null, 2)}\n`);
  const text = parts.map((part) => part.text).join("\n\n");
  process.stdout.write(`${text}\n${JSON.stringify(circumstances)}\n`);
}
