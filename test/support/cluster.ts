/**
 * Starts one PostgreSQL for the whole test run, with a migrated template database in it. Fsync is off here and only here:
 * what the tests ask of a crash they ask of servers of their own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase, readMigrations, ROOMS, silentLog, startPostgres } from "#platform";
import type { TestProject } from "vitest/node";
import { databaseUrl, TEMPLATE } from "./database-url.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-test-"));
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

async function createTemplate(postgresUrl: string, root: string): Promise<void> {
  const server = openDatabase(postgresUrl, { connectionsMax: 1 });
  await server.query(`create database ${TEMPLATE}`);
  await server.close();
  const template = openDatabase(databaseUrl(postgresUrl, TEMPLATE), { connectionsMax: 1 });
  await migrate(template, readMigrations(root, ROOMS));
  await template.close();
}
