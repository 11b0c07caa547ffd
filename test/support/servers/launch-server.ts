/**
 * The whole product as a child process: what the scenario and browser tests talk to is what `npm
 * start` runs.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

export interface LaunchedServer {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** SIGTERM, waits for the exit and returns its code. */
  stop(): Promise<number | null>;
  /** Resolves with the exit code when it has ended. */
  readonly exited: Promise<number | null>;
  /** SIGKILL: no clean-up runs. */
  kill(): Promise<void>;
  /** Lines printed so far. */
  output(): string;
}

export interface LaunchOptions {
  /** With an embedded PostgreSQL in it, unless `env` names another one. */
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** One role of the product; it then needs `DATABASE_URL`, `BITCOIN_RPC_URL` and `SITE_URL`. */
  readonly only?: "web" | "work" | "pool";
  /** Instead of the product as it is built; prints the same line when it is ready. */
  readonly program?: string;
  /** A process group of its own, as a program started in a terminal has. */
  readonly hasOwnGroup?: true;
}

/** Settings under which tests can ask as often as they like. */
export const manyRequests = {
  REQUESTS_PER_MINUTE: "1000000",
  USER_REQUESTS_PER_MINUTE: "1000000",
  WITHDRAWALS_PER_HOUR: "1000000",
} as const;

/** As `npm start` runs it. test/support/servers/cluster.ts has it built. */
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
      // Two administrators who decide at once; the waiting time itself is tested on a clock that
      // moves.
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
