/**
 * Starts the whole product, including its pool process, in a separate process on the benchmark's
 * PostgreSQL. Also sets up a user for the miners and a minimal echo server.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { paths } from "../../api/paths.ts";
import { openDatabase, type Database } from "#platform";
import { databaseUrl } from "../support/servers/database-url.ts";
import { launchServer } from "../support/servers/launch-server.ts";
import { eventually } from "../support/people/person.ts";
import { childOf } from "../support/servers/processes.ts";
import { openClient } from "./http-client.ts";

const DATABASE = "bench_pool";
const PERSON = { email: "miner@example.test", password: "correct horse battery" };

export interface PoolInstallation {
  readonly database: Database;
  readonly port: number;
  readonly echoPort: number;
  readonly pid: number;
  readonly miningName: string;
}

export async function openPoolInstallation(
  bench: { readonly database: Database; readonly url: string },
  cleanUp: AsyncDisposableStack,
): Promise<PoolInstallation> {
  await bench.database.query(`create database ${DATABASE}`);
  const url = databaseUrl(bench.url, DATABASE);
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-bench-pool-"));
  cleanUp.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // Turns off automatic blocks, because a new block would make the prepared work stale.
  const server = await launchServer({ dataDir, env: { DATABASE_URL: url, BLOCK_SECONDS: "0" } });
  cleanUp.defer(async () => void (await server.stop()));
  const echo = fork(join(import.meta.dirname, "pool-echo.ts"));
  cleanUp.defer(async () => {
    echo.disconnect();
    await once(echo, "exit");
  });
  const [echoPort] = (await once(echo, "message")) as [number];
  const database = openDatabase(url, { connectionsMax: 2 });
  cleanUp.defer(() => database.close());
  return {
    database,
    port: await portOf(database),
    echoPort,
    pid: childOf(server.pid, "pool"),
    miningName: await signUp(server.url),
  };
}

async function portOf(database: Database): Promise<number> {
  const rows = await eventually(
    "the pool says where it listens",
    () => database.query<{ port: number }>("select port from pool_instances"),
    (userRows) => userRows.length > 0,
  );
  return rows[0]?.port ?? 0;
}

async function signUp(url: string): Promise<string> {
  const client = openClient(1);
  const ask = async (path: string, sending: Parameters<typeof client.ask>[1]) =>
    JSON.parse(await client.ask(url + path, sending)) as Readonly<Record<string, string>>;
  const { access_token: token } = await ask("/auth/v1/signup", { method: "POST", body: PERSON });
  const { miningName } = await ask(paths.getMe.path, { method: "GET", token: token ?? "" });
  client.close();
  return miningName ?? "";
}
