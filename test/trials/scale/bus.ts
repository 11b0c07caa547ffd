/**
 * Measures the delay of an event from one process to the others, with four processes that all
 * publish and receive events. The events are sent over the database and, if `nats-server` is
 * installed, also over NATS. When run as a program, this file prints the figures.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { silentLog, startPostgres } from "#platform";
import { findNatsServer, installNatsServer, startNats } from "../../support/servers/nats-server.ts";
import { diskFolder, removeFolder } from "../../support/servers/scratch-folder.ts";
import type { Outcome, Task } from "./bus-process.ts";

export interface BusFigure {
  readonly over: "PostgreSQL" | "NATS";
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /**
   * Fraction of the other processes' events that a process received. 1 means that no event was
   * lost.
   */
  readonly heardShare: number;
  /** One process's CPU time per event that it published or received. */
  readonly processorMicros: number;
  /** One-minute load average at the end of the measurement. */
  readonly load: number;
}

const PROCESSES = 4;
const RATES = [10, 1_000];
const SECONDS = 5;
const ROUNDS = 3;

/** Measures the database and NATS alternately, so that other load on the machine affects both. */
export async function measureBus(): Promise<readonly BusFigure[]> {
  installNatsServer();
  const dataDir = diskFolder();
  const postgres = await startPostgres({ dataDir, log: silentLog });
  const nats = findNatsServer() === undefined ? undefined : await startNats();
  const groups: { readonly over: BusFigure["over"]; readonly processes: ChildProcess[] }[] = [];
  try {
    const env = { ...process.env, DATABASE_URL: postgres.url, NATS_URL: undefined };
    groups.push({ over: "PostgreSQL", processes: await startProcesses(env) });
    if (nats)
      groups.push({
        over: "NATS",
        processes: await startProcesses({ ...env, NATS_URL: nats.url }),
      });
    const figures: BusFigure[] = [];
    for (const perSecond of RATES) {
      const outcomes = new Map<BusFigure["over"], Outcome[]>();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const { over, processes } of groups) {
          const processOutcomes = await Promise.all(
            processes.map((one) => perform(one, { perSecond, seconds: SECONDS })),
          );
          outcomes.set(over, [...(outcomes.get(over) ?? []), ...processOutcomes]);
        }
      for (const [over, processOutcomes] of outcomes)
        figures.push(figureOf(over, perSecond, processOutcomes));
    }
    return figures;
  } finally {
    for (const { processes } of groups)
      for (const one of processes) {
        one.disconnect();
        await once(one, "exit");
      }
    await nats?.stop();
    await postgres.stop();
    removeFolder(dataDir);
  }
}

function figureOf(
  over: BusFigure["over"],
  perSecond: number,
  processOutcomes: readonly Outcome[],
): BusFigure {
  const delays = processOutcomes.flatMap(({ delaysMs }) => delaysMs).toSorted((a, b) => a - b);
  const at = (share: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? NaN;
  const said = processOutcomes.reduce((sum, one) => sum + one.said, 0);
  const processorMs = processOutcomes.reduce((sum, one) => sum + one.processorMs, 0);
  return {
    over,
    perSecond,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    worstMs: at(1),
    heardShare: delays.length / (said * (PROCESSES - 1)),
    processorMicros: (processorMs * 1_000) / (said + delays.length),
    load: loadavg()[0] ?? NaN,
  };
}

async function startProcesses(env: NodeJS.ProcessEnv): Promise<ChildProcess[]> {
  const program = join(import.meta.dirname, "bus-process.ts");
  const started = Array.from({ length: PROCESSES }, () => fork(program, { env }));
  await Promise.all(started.map((one) => once(one, "message")));
  return started;
}

async function perform(one: ChildProcess, task: Task): Promise<Outcome> {
  const answer = once(one, "message");
  one.send(task);
  const [outcome] = (await answer) as [Outcome];
  return outcome;
}

if (import.meta.main) {
  process.stdout.write(`${PROCESSES} processes, ${ROUNDS} times ${SECONDS} s\n`);
  for (const one of await measureBus()) {
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    process.stdout.write(
      `${one.over.padEnd(11)} ${String(one.perSecond).padStart(5)}/s each  p50 ${ms(one.p50Ms)}  p99 ${ms(one.p99Ms)}  ` +
        `worst ${ms(one.worstMs)}  received ${(100 * one.heardShare).toFixed(2)} %  ` +
        `${one.processorMicros.toFixed(1)} µs per event  load ${one.load.toFixed(1)}\n`,
    );
  }
}
