/**
 * Runs a real PgBouncer in front of a test's database: the program at PGBOUNCER_PATH, or else the
 * one on PATH. Debian 12 has version 1.18, which does not support prepared statements.
 */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverOwner } from "../../../platform/database/postgres-binaries.ts";
import { memoryFolder, removeFolder } from "./scratch-folder.ts";

export interface Pgbouncer {
  /** PgBouncer's URL. All its clients get the login in the database's own URL. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface PgbouncerPlan {
  readonly url: string;
  readonly mode: "session" | "transaction";
  readonly size?: number;
  readonly settings?: readonly string[];
}

const PROGRAM = process.env["PGBOUNCER_PATH"] || "pgbouncer";
const PORT = 6432;
const START_MS_MAX = 10_000;
const POLL_MS = 20;

const version = spawnSync(PROGRAM, ["--version"], { encoding: "utf8" });
const [, major = "", minor = ""] = /^PgBouncer (\d+)\.(\d+)/m.exec(version.stdout ?? "") ?? [];

/** The installed version, or undefined if PgBouncer is not installed. */
export const pgbouncerVersion: readonly [number, number] | undefined =
  major === "" ? undefined : [Number(major), Number(minor)];

export async function startPgbouncer(plan: PgbouncerPlan): Promise<Pgbouncer> {
  const { url, mode, size = 4, settings = [] } = plan;
  const folder = memoryFolder();
  // PgBouncer refuses to run as root, so use another system user.
  const owner = serverOwner();
  const file = join(folder, "pgbouncer.ini");
  const database = new URL(url);
  const [user, password] = [database.username, database.password].map(decodeURIComponent);
  const host = database.searchParams.get("host") ?? database.hostname;
  const lines = [
    "[databases]",
    `* = host=${host} port=${database.port} user=${user} password=${password}`,
    "[pgbouncer]",
    "auth_type = any",
    "listen_addr =",
    `listen_port = ${PORT}`,
    `unix_socket_dir = ${folder}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${size}`,
    "max_client_conn = 200",
    ...settings,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  chmodSync(folder, 0o700);
  if (owner) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const child = spawn(PROGRAM, ["--quiet", file], {
    stdio: ["ignore", "ignore", "pipe"],
    ...owner,
  });
  let output = "";
  child.stderr.on("data", (part: Buffer) => void (output += part.toString()));
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    // PgBouncer stops immediately on SIGTERM, even if clients are connected.
    child.kill("SIGTERM");
    await exit;
    removeFolder(folder);
  };
  const until = Date.now() + START_MS_MAX;
  while (!existsSync(join(folder, `.s.PGSQL.${PORT}`))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`PgBouncer does not start: ${output}`);
    }
    await sleep(POLL_MS);
  }
  const query = `?host=${encodeURIComponent(folder)}`;
  return { url: `postgres://${user}@localhost:${PORT}${database.pathname}${query}`, stop };
}
