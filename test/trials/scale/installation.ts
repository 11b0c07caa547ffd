/**
 * Starts the product as several processes on this machine: the embedded PostgreSQL with an
 * installation's settings, one work process, and the requested number of web processes.
 */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { houseAccount, outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid, openDatabase, silentLog, startPostgres, type Database } from "#platform";
import { startEmbeddedNode } from "../../../modules/bitcoin/embedded-node.ts";
import { launchServer, type LaunchedServer } from "../../support/servers/launch-server.ts";
import { databaseUrl } from "../../support/servers/database-url.ts";
import { rpcUrl } from "../../support/chain/rpc-url.ts";

export interface Installation {
  readonly database: Database;
  readonly databaseUrl: string;
  /** URL of the database server, for databases other than the product's. */
  readonly serverUrl: string;
  readonly postgresPid: number;
  readonly work: LaunchedServer;
  readonly web: readonly LaunchedServer[];
  /** Starts web processes until `processes` of them are running. */
  serveWith(processes: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Key files that the processes share. The processes need no separate database logins, because this
 * database has no roles.
 */
const KEYS = ["master-key", "signer-key", "service-role-key"];
const NAME = "scale";
const WATCHER = new URL("../../../scripts/stop-with-parent.mjs", import.meta.url).href;
const OPENING_SATS = 10_000_000_000n;
const HOUSE_SATS = 100_000_000_000_000n;

export async function openInstallation(home: string): Promise<Installation> {
  const steps: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async () => {
    for (const step of steps.toReversed()) await step();
  };
  const stop = () => (stopping ??= stopAll());
  const folderOf = (name: string): string => {
    const folder = join(home, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  try {
    const postgres = await startPostgres({ dataDir: folderOf("postgres"), log: silentLog });
    steps.push(() => postgres.stop());
    const server = openDatabase(postgres.url, { connectionsMax: 1 });
    await server.query(`create database ${NAME}`);
    await server.close();
    const node = await startEmbeddedNode({
      prefix: folderOf("node"),
      onWake: () => undefined,
      log: silentLog,
    });
    steps.push(() => node.stop());
    const url = databaseUrl(postgres.url, NAME);
    const env = {
      DATABASE_URL: url,
      BITCOIN_RPC_URL: rpcUrl(node.endpoint),
      SITE_URL: "http://127.0.0.1",
      // The watcher stops the processes when this program ends, even if it is killed.
      NODE_OPTIONS: `--import ${WATCHER}`,
      // Turns off automatic blocks, because a large installation uses a network whose blocks
      // outside miners find.
      BLOCK_SECONDS: "0",
    };
    const work = await launchServer({ only: "work", dataDir: folderOf("work"), env });
    steps.push(() => work.stop());
    const database = openDatabase(url, { connectionsMax: 3 });
    steps.push(() => database.close());
    const web: LaunchedServer[] = [];
    steps.push(async () => {
      for (const one of web) await one.stop();
    });
    return {
      database,
      databaseUrl: url,
      serverUrl: postgres.url,
      postgresPid: postgres.pid,
      work,
      web,
      async serveWith(processes) {
        while (web.length < processes) {
          const dataDir = folderOf(`web${web.length + 1}`);
          for (const file of KEYS) copyFileSync(join(home, "work", file), join(dataDir, file));
          web.push(await launchServer({ only: "web", dataDir, env }));
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Credits coins to the users for their purchases, and to the platform for its obligations. */
export async function giveMoney(database: Database, userIds: readonly string[]): Promise<void> {
  const debit = outsideAccount("chain");
  const goals = [
    { credit: houseAccount("treasury", "BTC"), amount: HOUSE_SATS },
    { credit: houseAccount("earn-funding", "BTC"), amount: HOUSE_SATS },
    { credit: houseAccount("mining", "BTC"), amount: HOUSE_SATS },
    ...userIds.map((userId) => ({
      credit: userAccount(userId, "available", "BTC"),
      amount: OPENING_SATS,
    })),
  ];
  await database.transaction((tx) =>
    postAll(
      tx,
      goals.map((goal) => ({ id: newUuid(), debit, ...goal, code: "opening" as const })),
    ),
  );
}

export function megabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? NaN) / 1_024;
}
