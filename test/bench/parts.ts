/**
 * Lists the benchmark's parts by their name on the command line. Each part returns its result
 * tables.
 */
import { verifyLedger } from "#ledger";
import type { Database } from "#platform";
import { measureBackOffice } from "./back-office.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { measureCoins } from "./coins.ts";
import { measureDesk } from "./desk.ts";
import { DESK_GOALS, DESK_PAGE_GOALS, MARKET_GOALS } from "./desk-goals.ts";
import {
  COINS_GOALS,
  HISTORY_GOALS,
  LEDGER_GOALS,
  OFFICE_GOALS,
  PAY_GOALS,
  PEOPLE_GOALS,
  SIGN_IN_GOALS,
  type Goal,
} from "./goals.ts";
import {
  CHECK_GOALS,
  FLOOD_GOALS,
  MEMORY_GOALS,
  RATE_GOALS,
  STATEMENT_GOALS,
  THROUGHPUT_GOALS,
} from "./pool-goals.ts";
import { measureHistory } from "./history.ts";
import { measureLedger } from "./ledger.ts";
import { measureMarket } from "./market.ts";
import { measureMiningPay } from "./mining-pay.ts";
import { measurePeople } from "./people.ts";
import type { Plan } from "./plan.ts";
import { measurePool } from "./pool.ts";
import { judge, table, type Cells, type Line } from "./report.ts";
import { OWN_CHECK_GOALS, PROOF_GOALS } from "./proof-goals.ts";
import { measureProofs } from "./proofs.ts";
import { measureSignIn } from "./sign-in.ts";
import type { Yardstick } from "./yardstick.ts";

export interface Table {
  readonly lines: readonly Line[];
  readonly rounds: readonly object[];
  readonly text: string;
}

type Part = (bench: BenchDatabase, plan: Plan, yardstick: Yardstick) => Promise<readonly Table[]>;

const ROOT = new URL("../..", import.meta.url).pathname;

export const PARTS: Readonly<Record<string, Part>> = {
  async ledger(bench, plan, yardstick) {
    const rounds = await measureLedger(bench, plan, yardstick);
    const judging = { hasYardstick: yardstick.isJudged };
    return verified([tableOf(plan, LEDGER_GOALS, rounds, judging)], [bench.database]);
  },
  async office({ url }, plan) {
    const { rounds, databases } = await measureBackOffice(ROOT, url, plan);
    return verified([tableOf(plan, OFFICE_GOALS, rounds)], databases);
  },
  async "sign-in"(bench, plan) {
    const { rounds, database } = await measureSignIn(bench, plan);
    return verified([tableOf(plan, SIGN_IN_GOALS, rounds)], [database]);
  },
  async people(bench, plan) {
    const { rounds, database } = await measurePeople(bench, plan);
    return verified([tableOf(plan, PEOPLE_GOALS, rounds)], [database]);
  },
  async pay({ url }, plan) {
    const { rounds, database } = await measureMiningPay(ROOT, url, plan);
    return verified([tableOf(plan, PAY_GOALS, rounds)], [database]);
  },
  async market(_, plan) {
    return [tableOf(plan, MARKET_GOALS, await measureMarket(plan))];
  },
  async desk(bench, plan) {
    const { rounds, pageRound, database } = await measureDesk(bench, plan);
    const pageCells = [{ messages: pageRound.messages }];
    const tables = [
      tableOf(plan, DESK_GOALS, rounds),
      tableOf(plan, DESK_PAGE_GOALS, [pageRound], { cells: pageCells }),
    ];
    return verified(tables, [database]);
  },
  async pool(bench, plan) {
    const pool = await measurePool(bench, plan);
    const tables = [
      tableOf(plan, CHECK_GOALS, pool.checks),
      tableOf(plan, THROUGHPUT_GOALS, pool.throughput),
      tableOf(plan, FLOOD_GOALS, pool.floods),
      tableOf(plan, MEMORY_GOALS, pool.memory),
      tableOf(plan, RATE_GOALS, pool.rates, { cells: [] }),
      tableOf(plan, STATEMENT_GOALS, pool.statements),
    ];
    return verified(tables, [pool.database]);
  },
  async history(_, plan) {
    return [tableOf(plan, HISTORY_GOALS, measureHistory(plan))];
  },
  async coins({ url }, plan) {
    return [tableOf(plan, COINS_GOALS, await measureCoins(ROOT, url, plan))];
  },
  async proofs(bench, plan) {
    const { rounds, ownRound, database } = await measureProofs(bench, plan);
    const tables = [tableOf(plan, PROOF_GOALS, rounds)];
    if (ownRound) {
      const { check, hashes } = ownRound;
      tables.push(tableOf(plan, OWN_CHECK_GOALS, [ownRound], { cells: [{ check, hashes }] }));
    } else tables.push({ lines: [], rounds: [], text: "own check: not measured, no Chromium" });
    return verified(tables, [database]);
  },
};

export const PART_NAMES = Object.keys(PARTS);

interface Printing {
  readonly hasYardstick?: boolean;
  /** The figures to print. By default every field of the rounds is printed. */
  readonly cells?: readonly Cells[];
}

function tableOf<R extends object>(
  { size }: Plan,
  goals: readonly Goal<R>[],
  rounds: readonly R[],
  { hasYardstick = true, cells }: Printing = {},
): Table {
  const judging = { isFull: size === "full", hasYardstick };
  const lines = goals.map((goal) => judge(goal, rounds, judging));
  const printed = cells ?? rounds.map((round) => ({ ...round }) as unknown as Cells);
  return { lines, rounds, text: table(lines, printed) };
}

/** Throws if the ledger verification finds a problem in a database that the part used. */
async function verified(
  tables: readonly Table[],
  databases: readonly Database[],
): Promise<readonly Table[]> {
  for (const database of databases) {
    const problems = await verifyLedger(database);
    if (problems.length > 0) throw new Error(`the ledger has ${problems.length} problems`);
  }
  return tables;
}
