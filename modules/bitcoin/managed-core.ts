/**
 * Runs the Bitcoin Core found on PATH as a child process on regtest, with its own data folder,
 * loopback, a free port, cookie authentication and no wallet. If a start fails because an index or
 * the chain state is damaged, the node is restarted once with `-reindex`, which rebuilds the index
 * and the chain state from the blocks. The operator has to fix other failures.
 */
import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { StartError } from "#platform";
import { coreFailure, type CoreFailure } from "./core-damage.ts";
import { logFile, logSize, readErrors, readLogFrom } from "./core-log.ts";
import {
  adoptCore,
  readRun,
  startCore,
  type CorePlan,
  type Report,
  type Waiting,
} from "./core-process.ts";
import type { ChildStart, RunningChild } from "./supervisor.ts";

/**
 * Maximum number of reindexes per hour. Recurring damage has a cause that a reindex cannot repair.
 */
const REINDEXES_MAX = 5;
const REINDEXES_MS = 3_600_000;

/** Returns the first executable `bitcoind` in a PATH, or undefined if there is none. */
export function findBitcoind(searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, "bitcoind"))
    .find(isExecutable);
}

/**
 * Returns a function that starts the node, and that remembers from start to start whether the last
 * reindex helped.
 */
export function managedCore(plan: CorePlan): ChildStart {
  /**
   * True if a complete reindex did not help. Ignores reindexes that were interrupted or ran out of
   * disk space.
   */
  let isInVain = false;
  let reindexedAtMs: readonly number[] = [];

  /** Returns a reason not to reindex, or undefined if a reindex is allowed. */
  function objection(): string | undefined {
    const since = performance.now() - REINDEXES_MS;
    reindexedAtMs = reindexedAtMs.filter((at) => at > since);
    if (isInVain) return "A reindex did not help.";
    return reindexedAtMs.length < REINDEXES_MAX
      ? undefined
      : "It was reindexed five times within an hour.";
  }

  async function attempt(
    { report, signal }: Waiting,
    damage: CoreFailure | undefined,
  ): Promise<RunningChild> {
    if (damage) {
      plan.log.warn({ reason: damage.reason }, "bitcoind is damaged; restarting it with -reindex");
      report(`${damage.reason}; reindexing`);
      reindexedAtMs = [...reindexedAtMs, performance.now()];
    }
    const logFrom = logSize(plan.dataDir);
    const isReindex = damage !== undefined;
    try {
      const reported: Report = (text) => report(damage ? `${damage.reason}; ${text}` : text);
      return await startCore(plan, { report: reported, signal, isReindex });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      const failure = failureSince(plan.dataDir, logFrom);
      if (isReindex) isInVain = failure?.isMendedByReindex === true;
      if (!failure?.isMendedByReindex) throw startError(plan, error, failure?.reason);
      const against = objection();
      if (against === undefined) return attempt({ report, signal }, failure);
      throw startError(plan, error, `${failure.reason} ${against}`);
    }
  }

  async function start(report: Report, signal: AbortSignal): Promise<RunningChild> {
    mkdirSync(plan.dataDir, { recursive: true, mode: 0o700 });
    const adopted = await adoptCore(plan, { report, signal });
    if (adopted) return adopted;
    // The previous process may have reported the damage while it was running. The next process
    // would only report it again.
    const ended = readRun(plan.dataDir);
    const failure = ended && failureSince(plan.dataDir, ended.logFrom);
    const isMended = failure?.isMendedByReindex === true && objection() === undefined;
    return attempt({ report, signal }, isMended ? failure : undefined);
  }

  return async (report, signal) => {
    const child = await start(report, signal);
    isInVain = false;
    return child;
  };
}

function failureSince(dataDir: string, logFrom: number): CoreFailure | undefined {
  return coreFailure(`${readErrors(dataDir)}\n${readLogFrom(dataDir, logFrom)}`);
}

function startError({ dataDir }: CorePlan, cause: StartError, reason?: string): StartError {
  const detail = reason === undefined ? "" : `: ${reason}`;
  return new StartError(`${cause.message}${detail} (more in ${logFile(dataDir)})`, { cause });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
