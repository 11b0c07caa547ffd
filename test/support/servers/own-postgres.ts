/**
 * Creates a data folder for each test in a file that starts the embedded PostgreSQL itself, and
 * starts parent processes that the tests kill.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, vi } from "vitest";
import { openDatabase, silentLog, startPostgres, type Database, type Postgres } from "#platform";
import { processIdentity } from "../../../platform/process/process-identity.ts";

interface Answer {
  readonly url?: string;
  readonly pid?: number;
  readonly refused?: string;
}

export interface OwnPostgres {
  readonly dataDir: () => string;
  readonly start: () => Promise<Postgres>;
  /**
   * Starts a parent process, which starts a PostgreSQL server on the test's data folder. The parent
   * process is killed at the end of the test.
   */
  readonly startParent: () => ChildProcess;
  /** Returns the process id of the server on the data folder, or undefined if none is running. */
  readonly runningServer: () => number | undefined;
}

export function ownPostgres(): OwnPostgres {
  // Starting, killing and recovering PostgreSQL is slow on a busy machine.
  vi.setConfig({ testTimeout: 90_000 });
  let dataDir: string;
  /** Folder for the temporary files that killed parent processes leave behind. */
  let scratch: string;
  const children: ChildProcess[] = [];

  function runningServer(): number | undefined {
    const file = join(dataDir, "postgres", "postmaster.pid");
    if (!existsSync(file)) return undefined;
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
    return processIdentity(pid) === undefined ? undefined : pid;
  }

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "hashfloor-own-"));
    scratch = mkdtempSync(join(tmpdir(), "hashfloor-tmp-"));
    chmodSync(scratch, 0o755);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
    // A watchdog stops the server of a killed parent. Wait for this, because the server may still
    // be writing its last checkpoint.
    await until(() => runningServer() === undefined);
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(scratch, { recursive: true, force: true });
  });

  return {
    dataDir: () => dataDir,
    start: () => startPostgres({ dataDir, log: silentLog }),
    runningServer,
    startParent() {
      const child = spawn(process.execPath, ["test/support/servers/postgres-parent.ts", dataDir], {
        env: { ...process.env, TMPDIR: scratch },
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.push(child);
      return child;
    },
  };
}

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/**
 * Returns the first line that the parent process prints. It reports whether the server runs or was
 * refused.
 */
export async function firstLine(child: ChildProcess): Promise<Answer> {
  if (!child.stdout) throw new Error("the child has no output");
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  return JSON.parse(line) as Answer;
}

export async function withDatabase<Result>(
  url: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
