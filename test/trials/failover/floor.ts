/**
 * The product on those engines, set up as README.md says: one process works, two serve behind
 * HAProxy. One of them comes to the database by its two addresses, the other through PgBouncer,
 * which lends it single transactions.
 */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { databaseAddress, openDatabase, silentLog, type Database } from "#platform";
import { startEmbeddedNode } from "../../../bitcoin/embedded-node.ts";
import { launchServer, type LaunchedServer } from "../../support/launch-server.ts";
import { rpcUrl } from "../../support/rpc-url.ts";
import { BALANCER, DATABASES } from "./engines.ts";

export interface Floor {
  /** Where people reach it, through HAProxy. */
  readonly url: string;
  /** As the superuser, at whichever server accepts writes. */
  readonly database: Database;
  readonly servers: readonly LaunchedServer[];
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, "..", "..", "..");
const KEYS = ["master-key", "signer-key", "signer-login", "pool-login", "service-role-key"];
const SERVERS = Object.values(DATABASES).join(",");

export async function startFloor(home: string, superuserPassword: string): Promise<Floor> {
  const steps: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of steps.toReversed()) await step();
  };
  const ownerUrl = (name: string) =>
    databaseAddress(
      "DATABASE_URL",
      `postgres://postgres:${superuserPassword}@${SERVERS}/${name}?target_session_attrs=read-write`,
    );
  const folderOf = (name: string): string => {
    const folder = join(home, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  try {
    await once(ownerUrl("postgres"), "create database floor");
    const database = openDatabase(ownerUrl("floor"), { connectionsMax: 3 });
    steps.push(() => database.close());
    const workFolder = folderOf("work");
    const direct = await makeRoles(ownerUrl("floor"), workFolder);
    const node = await startEmbeddedNode({
      prefix: folderOf("node"),
      onWake: () => undefined,
      log: silentLog,
    });
    steps.push(() => node.stop());
    const shared = {
      BITCOIN_RPC_URL: rpcUrl(node.endpoint),
      BLOCK_SECONDS: "1",
      SITE_URL: `http://${BALANCER}:8080`,
      // HAProxy comes from this machine's own address.
      TRUSTED_PROXY: "127.0.0.0/8",
      STOP_WAIT_SECONDS: "3",
    };
    const servers: LaunchedServer[] = [];
    const start = async (only: "work" | "web", dataDir: string, env: Record<string, string>) => {
      const server = await launchServer({ only, dataDir, env: { ...shared, ...env } });
      servers.push(server);
      steps.push(() => server.stop());
    };
    await start("work", workFolder, { DATABASE_URL: direct });
    for (const [name, host, addresses] of [
      ["web1", "127.20.0.21", { DATABASE_URL: direct }],
      ["web2", "127.20.0.22", { DATABASE_URL: pooled(direct), DATABASE_DIRECT_URL: direct }],
    ] as const) {
      const dataDir = folderOf(name);
      for (const file of KEYS) copyFileSync(join(workFolder, file), join(dataDir, file));
      await start("web", dataDir, { ...addresses, HOST: host, PORT: "3000" });
    }
    return { url: `http://${BALANCER}:8080`, database, servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** `npm run database:roles`, whose last line is the product's own address. */
async function makeRoles(url: string, dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["platform/database/roles-command.ts"],
    { cwd: ROOT, env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir } },
  );
  const [, address] = /^DATABASE_URL=(\S+)$/m.exec(stdout) ?? [];
  if (address === undefined) throw new Error(`database:roles told no address: ${stdout}`);
  return address;
}

/** The same login at PgBouncer, which HAProxy leads to the primary. */
function pooled(direct: string): string {
  const { username, password } = new URL(direct);
  return `postgres://${username}:${password}@${BALANCER}:6432/floor`;
}

async function once(url: string, text: string): Promise<void> {
  const database = openDatabase(url, { connectionsMax: 1 });
  try {
    await database.query(text);
  } finally {
    await database.close();
  }
}
