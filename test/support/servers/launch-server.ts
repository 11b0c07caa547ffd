/**
 * Starts the whole product as a child process, so that scenario and browser tests use the same
 * program as `npm start`.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

export interface LaunchedServer {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Sends SIGTERM, waits for the exit and returns the exit code. */
  stop(): Promise<number | null>;
  /** Resolves with the exit code when the process has ended. */
  readonly exited: Promise<number | null>;
  /** Sends SIGKILL, so that the process cannot clean up. */
  kill(): Promise<void>;
  /** Returns the lines printed so far. */
  output(): string;
}

export interface LaunchOptions {
  /**
   * The data folder. It contains an embedded PostgreSQL unless `env` sets another database server.
   */
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Starts only this role of the product. Requires `DATABASE_URL`, `BITCOIN_RPC_URL` and
   * `SITE_URL`.
   */
  readonly only?: "web" | "work" | "pool";
  /**
   * Program to start instead of the built product. It must print the same line as the product when
   * it is ready.
   */
  readonly program?: string;
  /** Starts the server in its own process group, like a program in a terminal. */
  readonly hasOwnGroup?: true;
}

/** Settings that raise the rate limits, so that tests can send any number of requests. */
export const manyRequests = {
  REQUESTS_PER_MINUTE: "1000000",
  USER_REQUESTS_PER_MINUTE: "1000000",
  WITHDRAWALS_PER_HOUR: "1000000",
} as const;

/** The file that `npm start` runs. It is built by test/support/servers/cluster.ts. */
export const PRODUCT = "dist/server/server/start.js";

const READY = /Hashfloor ready at (http:\/\/\S+)/;
const START_MS_MAX = 90_000;

export async function launchServer(options: LaunchOptions): Promise<LaunchedServer> {
  const { dataDir, only, program = PRODUCT } = options;
  const role = only === undefined ? [] : ["--only", only];
  const child = spawn(process.execPath, [program, ...role], {
    cwd: join(import.meta.dirname, "..", "..", ".."),
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      HOUSE_RIG: "off",
      DATA_DIR: dataDir,
      BITCOIN_NETWORK: "regtest",
      BLOCK_SECONDS: "0.2",
      LOG_LEVEL: "warn",
      ...manyRequests,
      // Without a waiting period, two new administrators can decide immediately. Tests of the
      // waiting period use a movable clock.
      ADMINISTRATOR_WAIT_HOURS: "0",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.hasOwnGroup === true,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await readyUrl(child, () => output);

  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      return exited;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`the server was not ready in ${START_MS_MAX} ms:\n${output()}`));
    }, START_MS_MAX);
    child.stdout?.on("data", () => {
      const url = READY.exec(output())?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${code} before it was ready:\n${output()}`));
    });
  });
}
