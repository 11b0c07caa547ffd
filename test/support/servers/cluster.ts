/**
 * Starts one PostgreSQL server for the whole test run, with a migrated template database. Crash
 * tests start separate servers.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  giveLogin,
  openDatabase,
  prepareDatabase,
  readSchema,
  silentLog,
  startPostgres,
} from "#platform";
import type { TestProject } from "vitest/node";
import { hideBitcoind } from "../chain/bitcoind.ts";
import { databaseUrl, TEMPLATE } from "./database-url.ts";
import { installNatsServer } from "./nats-server.ts";
import { memoryFolder, removeFolder, removeOldFolders } from "./scratch-folder.ts";

/** Folder of the shared compile cache, which halves the start time of all servers and workers. */
const COMPILED = join("node_modules", ".cache", "compiled");

/**
 * Settings for a server whose data is never replicated or kept. The settings on which the product
 * relies are unchanged, so every commit is durable.
 */
const SETTINGS = { max_connections: "400", wal_level: "minimal", max_wal_senders: "0" };

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
    /** The product's login for the template and its copies, as `name:password`. */
    applicationLogin: string;
    processLogins: Readonly<Record<"signer" | "pool", string>>;
    /**
     * Folder for an installation's data after its first start (see
     * test/support/servers/installation.ts).
     */
    firstStartFolder: string;
  }
}

export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  removeOldFolders();
  await buildPrograms();
  project.onTestsRerun(buildPrograms);
  const links = hideBitcoind();
  installNatsServer();
  process.env["JOINED_PROGRAMS"] = "yes";
  process.env["NODE_COMPILE_CACHE"] ??= join(project.config.root, COMPILED);
  const dataDir = memoryFolder();
  const postgres = await startPostgres({
    dataDir,
    log: silentLog,
    settings: SETTINGS,
  });
  const logins = await createTemplate(postgres.url, project.config.root);
  const firstStartFolder = memoryFolder();
  project.provide("postgresUrl", postgres.url);
  project.provide("applicationLogin", logins.application);
  project.provide("processLogins", { signer: logins.signer, pool: logins.pool });
  project.provide("firstStartFolder", firstStartFolder);
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, firstStartFolder, ...links]) removeFolder(folder);
  };
}

/** Builds the programs that tests start from the current sources. */
async function buildPrograms(): Promise<void> {
  const cwd = join(import.meta.dirname, "..", "..", "..");
  const builds = ["scripts/build-server.ts", "test/support/servers/joined-programs.ts"];
  await Promise.all(builds.map((file) => promisify(execFile)(process.execPath, [file], { cwd })));
}

async function createTemplate(postgresUrl: string, root: string) {
  const server = openDatabase(postgresUrl, { connectionsMax: 1 });
  await server.query(`create database ${TEMPLATE}`);
  await server.close();
  const url = databaseUrl(postgresUrl, TEMPLATE);
  const schema = readSchema(root);
  const { roles } = await prepareDatabase(url, schema);
  const loginOf = async (role: string): Promise<string> => {
    const { username, password } = new URL(await giveLogin(url, role));
    return `${username}:${password}`;
  };
  return {
    application: await loginOf(roles.application),
    signer: await loginOf(roles.signer),
    pool: await loginOf(roles.pool),
  };
}
