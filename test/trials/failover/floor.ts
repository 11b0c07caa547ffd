/**
 * Starts the product on the trial's engines, set up as in docs/operate/processes.md: one work
 * process, and two web processes behind HAProxy. One web process connects directly to the two
 * database addresses, and the other connects through PgBouncer in transaction mode.
 */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { databaseAddress, openDatabase, silentLog, type Database } from "#platform";
import type { RpcEndpoint } from "#bitcoin";
import { startEmbeddedNode } from "../../../modules/bitcoin/embedded-node.ts";
import { launchServer, type LaunchedServer } from "../../support/servers/launch-server.ts";
import { rpcUrl } from "../../support/chain/rpc-url.ts";
import { DATABASES, type Engines } from "./engines.ts";
import { ADDRESSES, BALANCER, PROXY, WEB } from "./network.ts";

export interface Platform {
  /** The product's URL at HAProxy. */
  readonly url: string;
  /** A superuser connection to the server that accepts writes. */
  readonly database: Database;
  readonly bitcoin: RpcEndpoint;
  readonly webUrls: Readonly<Record<Web, string>>;
  /** Sends SIGKILL to the process, as the kernel does when a machine runs out of memory. */
  killWeb(name: Web): Promise<void>;
  startWeb(name: Web): Promise<void>;
  /**
   * Returns the number of reads that a standby may answer, by the server that answered them, since
   * the processes started.
   */
  readsBy(): Promise<ReadonlyMap<string, number>>;
  output(): string[];
  stop(): Promise<void>;
}

export type Web = keyof typeof WEB;

const ROOT = join(import.meta.dirname, "..", "..", "..");
const KEYS = ["master-key", "signer-key", "signer-login", "pool-login", "service-role-key"];
const METRICS_PORT = "9464";
const SERVERS = DATABASES.map((name) => ADDRESSES[name]).join(",");

export async function startPlatform(
  home: string,
  { superuserPassword, natsUrl }: Pick<Engines, "superuserPassword" | "natsUrl">,
  isOverNats: boolean,
): Promise<Platform> {
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
      TRUSTED_PROXY: PROXY,
      STOP_WAIT_SECONDS: "3",
      ...(isOverNats ? { NATS_URL: natsUrl } : {}),
    };
    const servers = new Map<string, LaunchedServer>();
    const start = async (name: "work" | Web, env: Readonly<Record<string, string>>) => {
      const only = name === "work" ? name : "web";
      const settings = { ...shared, DATABASE_URL: direct, ...env };
      servers.set(name, await launchServer({ only, dataDir: folderOf(name), env: settings }));
    };
    steps.push(async () => {
      for (const server of [...servers.values()].toReversed()) await server.stop();
    });
    const addresses: Readonly<Record<Web, Readonly<Record<string, string>>>> = {
      web1: {},
      web2: { DATABASE_URL: pooled(direct), DATABASE_DIRECT_URL: direct },
    };
    const startWeb = (name: Web) =>
      start(name, {
        ...addresses[name],
        DATABASE_READ_URL: direct.replace("=read-write", "=prefer-standby"),
        HOST: WEB[name],
        PORT: "3000",
        METRICS_HOST: WEB[name],
        METRICS_PORT,
      });
    await start("work", {});
    for (const name of ["web1", "web2"] as const) {
      for (const file of KEYS) copyFileSync(join(workFolder, file), join(folderOf(name), file));
      await startWeb(name);
    }
    return {
      url: `http://${BALANCER}:8080`,
      database,
      bitcoin: node.endpoint,
      webUrls: { web1: `http://${WEB.web1}:3000`, web2: `http://${WEB.web2}:3000` },
      async killWeb(name) {
        await servers.get(name)?.kill();
      },
      startWeb,
      readsBy: () => readsBy(Object.values(WEB)),
      output: () => [...servers.values()].map((server) => server.output()),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readsBy(addresses: readonly string[]): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const address of addresses) {
    const text = await (await fetch(`http://${address}:${METRICS_PORT}/metrics`)).text();
    for (const [, by = "", count] of text.matchAll(/^standby_reads_total\{by="(\w+)"\} (\d+)$/gm))
      sums.set(by, (sums.get(by) ?? 0) + Number(count));
  }
  return sums;
}

/**
 * Runs `npm run database:roles`. Returns its last line, the database URL for the product's own
 * role.
 */
async function makeRoles(url: string, dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["platform/database/roles-command.ts"],
    { cwd: ROOT, env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir } },
  );
  const [, address] = /^DATABASE_URL=(\S+)$/m.exec(stdout) ?? [];
  if (address === undefined) throw new Error(`database:roles printed no database URL: ${stdout}`);
  return address;
}

/**
 * Returns the URL at which the same login connects through PgBouncer, which reaches the primary
 * through HAProxy.
 */
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
