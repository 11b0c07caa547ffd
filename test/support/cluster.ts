/**
 * Starts one PostgreSQL for the whole test run, with a migrated template database in it. Fsync is off here and only here:
 * what the tests ask of a crash they ask of servers of their own.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase, readMigrations, ROOMS, silentLog, startPostgres } from "#platform";
import type { TestProject } from "vitest/node";
import { databaseUrl, TEMPLATE } from "./database-url.ts";

const PREFIX = "hashfloor-test-";
const OLD_MS = 24 * 3_600_000;
/** The servers and workers of all test files start in half the time when they find what an earlier one compiled. */
const COMPILED = join("node_modules", ".cache", "compiled");

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  removeOldFolders();
  process.env["NODE_COMPILE_CACHE"] ??= join(project.config.root, COMPILED);
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  const postgres = await startPostgres({
    dataDir,
    log: silentLog,
    settings: { fsync: "off", synchronous_commit: "off", max_connections: "400" },
  });
  await createTemplate(postgres.url, project.config.root);
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Of runs that were killed. */
function removeOldFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > OLD_MS) rmSync(folder, { recursive: true, force: true });
  }
}

async function createTemplate(postgresUrl: string, root: string): Promise<void> {
  const server = openDatabase(postgresUrl, { connectionsMax: 1 });
  await server.query(`create database ${TEMPLATE}`);
  await server.close();
  const template = openDatabase(databaseUrl(postgresUrl, TEMPLATE), { connectionsMax: 1 });
  await migrate(template, readMigrations(root, ROOMS));
  await template.close();
}
