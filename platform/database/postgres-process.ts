/**
 * Runs one PostgreSQL server. A guard process waits on a pipe from this process. When this process
 * dies for any reason, the pipe closes and the guard stops the server.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../process/log.ts";
import { programEnvironment } from "../process/program-environment.ts";
import type { ProcessOwner } from "../process/system-user.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { serverView } from "./postgres-cluster.ts";

export interface ServerPlan {
  readonly binaries: PostgresBinaries;
  readonly owner: ProcessOwner | undefined;
  readonly folder: string;
  /** Folder that contains the socket. The guard removes the folder when this process dies. */
  readonly runtimeFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly url: string;
  readonly log: Log;
}

export interface ServerProcess {
  readonly pid: number;
  readonly ended: Promise<void>;
  /**
   * Sends SIGINT, which rolls back open transactions and writes a checkpoint, and waits for the
   * exit.
   */
  stop(): Promise<void>;
}

const LAST_LINES = 20;
const READY_POLL_MS = 25;
const ANSWERS_TO_OUR_POLL = /the database system is (starting up|not yet accepting connections)/;

/**
 * Starts a server. Resolves when the server responds to a query. This may take long after a crash,
 * because the server recovers first. If the server exits earlier, throws an error with the last
 * lines of its log.
 */
export async function launchServer(plan: ServerPlan): Promise<ServerProcess> {
  const { binaries, owner, folder, settings, log } = plan;
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binaries.postgres, ["-D", serverView(folder, owner), ...options], {
    cwd: folder,
    ...owner,
    env: binaries.environment,
    stdio: ["ignore", "ignore", "pipe"],
    // The server runs in its own process group, because a Ctrl-C in the terminal must reach this
    // process first, and not the database.
    detached: process.platform !== "win32",
  });
  let isStopping = false;
  const lines = followLog(child, log, () => isStopping);
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const finish = (): void => {
      hasEnded = true;
      resolve();
    };
    child.once("error", (error) => {
      lines.push(error.message);
      finish();
    });
    child.once("exit", finish);
  });
  const { pid } = child;
  const guard = pid === undefined ? undefined : startGuard(pid, plan.runtimeFolder);
  void ended.then(() => guard?.kill("SIGKILL"));

  await untilReady(plan.url, () => hasEnded);
  if (hasEnded || pid === undefined)
    throw new Error(`PostgreSQL ended while starting: ${lines.join(" | ")}`);
  return {
    pid,
    ended,
    async stop() {
      isStopping = true;
      if (!hasEnded) child.kill("SIGINT");
      await ended;
    },
  };
}

const GUARD = 'read -r _; kill -INT "$1"; rm -rf -- "$2"';

function startGuard(pid: number, runtimeFolder: string): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const guard = spawn("/bin/sh", ["-c", GUARD, "guard", String(pid), runtimeFolder], {
    env: programEnvironment(),
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return guard;
}

/**
 * Copies the server's log to our log and returns the last lines. `isExpected` is true while the
 * server is being stopped, because each connection then ends with an expected FATAL message.
 */
function followLog(child: ChildProcess, log: Log, isExpected: () => boolean): string[] {
  const lines: string[] = [];
  let rest = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
      const isGrave = / (FATAL|PANIC): /.test(line) && !ANSWERS_TO_OUR_POLL.test(line);
      if (isGrave && !isExpected()) log.warn({ line }, "postgres");
      else log.debug({ line }, "postgres");
    }
  });
  return lines;
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("select 1");
      return;
    } catch {
      await sleep(READY_POLL_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
