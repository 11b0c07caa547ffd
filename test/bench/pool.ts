/**
 * Measures the pool. The validation of one share is compared with a single hash. The pool process,
 * started by the product, is measured under normal load, floods and hostile connections, and
 * compared with a minimal socket server or with its own idle state.
 */
import type { BenchDatabase } from "./bench-database.ts";
import type { Plan } from "./plan.ts";
import { openPoolInstallation } from "./pool-installation.ts";
import { measureMemory, type MemoryRound } from "./pool-memory.ts";
import { rateError } from "./pool-rate.ts";
import { measureChecks, type CheckRound } from "./pool-share-check.ts";
import { measureStatements, type StatementRound } from "./pool-statements.ts";
import { measureThroughput } from "./pool-throughput.ts";
import { measureUnderFlood, type FloodRound } from "./pool-under-flood.ts";
import type { Load } from "./callers.ts";

export interface ThroughputRound {
  readonly echoed: Load;
  readonly submits: Load;
}

export interface RateRound {
  readonly error: number;
}

const ROUNDS_MAX = 3;

export async function measurePool(bench: Pick<BenchDatabase, "database" | "url">, plan: Plan) {
  const checks: readonly CheckRound[] = measureChecks(plan);
  const statements: readonly StatementRound[] = await measureStatements(plan);
  const rates: readonly RateRound[] = Array.from({ length: plan.rounds }, () => ({
    error: rateError(plan.random),
  }));
  const installation = await openPoolInstallation(bench, plan.cleanUp);
  const memory: readonly MemoryRound[] = [await measureMemory(installation, plan.size)];
  const throughput: ThroughputRound[] = [];
  const floods: FloodRound[] = [];
  if (plan.size === "full") await measureThroughput(installation, plan.size);
  // Each round needs new shares, and more rounds would take minutes for little gain, so limit them.
  for (let round = 0; round < Math.min(ROUNDS_MAX, plan.rounds); round += 1) {
    throughput.push(await measureThroughput(installation, plan.size));
    floods.push(await measureUnderFlood(installation, plan));
  }
  return { checks, rates, statements, memory, throughput, floods, database: installation.database };
}
