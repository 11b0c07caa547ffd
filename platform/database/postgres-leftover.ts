/**
 * Stops a server that a killed parent left running, before a new server is started on the same
 * files.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../process/log.ts";
import { isAlive, processIdentity, sendSignal, worksIn } from "../process/process-identity.ts";
import { StartError } from "../errors/start-error.ts";

const POLL_MS = 50;
const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 10_000;

/**
 * Stops a leftover server and waits until no server runs on the cluster. The caller holds the data
 * folder's lock.
 */
export async function stopLeftover(folder: string, log: Log): Promise<void> {
  const pidFile = join(folder, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  if (!(pid > 0) || !isAlive(pid)) return;
  const identity = processIdentity(pid);
  if (identity === undefined || !worksIn(pid, folder, "postgres")) {
    // The server is a zombie, or its process id now belongs to another program. In either case
    // PostgreSQL would refuse to start as long as this file exists.
    rmSync(pidFile);
    return;
  }
  log.warn({ pid }, "found a database server of an earlier run; stopping it");
  const isGone = (): boolean => processIdentity(pid) !== identity;
  for (const [signal, patienceMs] of [
    ["SIGINT", FAST_STOP_MS],
    ["SIGQUIT", IMMEDIATE_STOP_MS],
  ] as const) {
    if (!isGone()) sendSignal(pid, signal);
    const until = Date.now() + patienceMs;
    while (!isGone() && Date.now() < until) await sleep(POLL_MS);
    if (isGone()) return;
  }
  throw new StartError(`The database server of an earlier run (process ${pid}) does not stop.`);
}
