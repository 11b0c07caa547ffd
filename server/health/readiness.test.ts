/** Tests that readiness runs every check, and that a check that does not respond fails. */
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GENESIS_HASHES } from "#bitcoin";
import { openDatabase, Outage, readSchema, silentLog, systemClock, type Database } from "#platform";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { createReadiness, failingOf, type ReadinessDeps } from "./readiness.ts";

const file = fileDatabase({ asSuperuser: true });
const ROOT = join(import.meta.dirname, "..", "..");
const schema = readSchema(ROOT);
const POOL = { host: "127.0.0.1", port: 1, tlsPort: null, connections: 0, journalBytes: 0 };
let application: Database;

beforeAll(() => {
  application = openDatabase(file.applicationUrl, { connectionsMax: 4 });
});
afterAll(() => application.close());

beforeEach(async () => {
  await file.database.query(
    `insert into wallet_blocks (height, hash, previous_hash, mined_at, applied_at)
     values (7, 'seven', 'six', now(), now()) on conflict do nothing`,
  );
  await file.database.query(
    `insert into wallet_cursor (network, height, hash, unexplained_sats, reconciled_height, reconciled_at)
     values ('regtest', 7, 'seven', 0, 7, now()) on conflict do nothing`,
  );
});

function deps(changes: Partial<ReadinessDeps> = {}): ReadinessDeps {
  return {
    database: application,
    clock: systemClock,
    log: silentLog,
    node: nodeWith(async () => GENESIS_HASHES.regtest),
    machine: {
      startedAt: new Date(),
      disk: async () => ({ freeBytes: 9, totalBytes: 10 }),
      workers: () => [],
    },
    pool: () => ({ ...POOL, templateAt: new Date() }),
    schema,
    blockSeconds: 1,
    ...changes,
  };
}

function nodeWith(getGenesisHash: () => Promise<string>): ReadinessDeps["node"] {
  return {
    network: "regtest",
    signetChallengeHex: "",
    getGenesisHash,
    getSignetChallenge: async () => undefined,
    getBlockCount: async () => 7,
  };
}

const failing = async (changes: Partial<ReadinessDeps>) =>
  failingOf(await createReadiness(deps(changes)).checkNow());

test("an installation whose checks all pass is ready", async () => {
  const readiness = createReadiness(deps());
  expect(readiness.hasStarted()).toBe(false);
  const checks = await readiness.checkNow();
  expect(Object.keys(checks)).toEqual([
    "database",
    "schema",
    "rights",
    "clock",
    "node",
    "tip",
    "books",
    "disk",
    "jobs",
    "pool",
  ]);
  expect(Object.values(checks).map(({ state }) => state)).toEqual(Array(10).fill("ok"));
  expect(readiness.hasStarted()).toBe(true);
});

test("a node that does not respond, or is on another network, fails the check", async () => {
  const silent = nodeWith(async () => {
    throw new Outage("bitcoin node", "no answer");
  });
  expect(await failing({ node: silent })).toEqual(["node"]);
  expect(await failing({ node: nodeWith(async () => GENESIS_HASHES.signet) })).toEqual(["node"]);
});

test("a database migrated by another version fails the check", async () => {
  const failingAt = (migrations: typeof schema.migrations) =>
    failing({ schema: { ...schema, migrations } });
  const newer = { module: "wallet", file: "999-later.sql", sql: "", checksum: "" };
  expect(await failingAt([...schema.migrations, newer])).toEqual(["schema"]);
  expect(await failingAt(schema.migrations.slice(0, -1))).toEqual(["schema"]);
});

test("undeclared database privileges are reported without failing readiness", async () => {
  const saysOf = async (database: Database) =>
    (await createReadiness(deps({ database })).checkNow())["rights"];
  const detail = await saysOf(file.database);
  expect(detail).toMatchObject({ state: "attention" });
  expect(detail?.detail).toMatch(/is a superuser.*npm run database:roles/);
  const { username } = new URL(file.applicationUrl);
  await file.database.query(`grant update on ledger_accounts to ${username}`);
  expect((await saysOf(application))?.detail).toContain("it may update ledger_accounts");
  await file.database.query(`revoke update on ledger_accounts from ${username}`);
  expect((await saysOf(application))?.state).toBe("ok");
});

test("a clock that is off by more than the tolerance fails the check", async () => {
  const wrong = { now: () => new Date(Date.now() + 60_000) };
  expect(await failing({ clock: wrong })).toEqual(["clock"]);
});

test("without a database, only the checks that need it are unknown", async () => {
  const away = new Error("the database is away");
  const database = { ...file.database, query: () => Promise.reject(away) };
  const checks = await createReadiness(deps({ database })).checkNow();
  expect(failingOf(checks)).toEqual(["database", "schema", "rights", "clock", "tip", "books"]);
  expect(checks["books"]?.detail).toBe("the database is away");
});

test("a server is not ready as soon as it starts to stop", async () => {
  const readiness = createReadiness(deps());
  await readiness.checkNow();
  readiness.stop();
  expect(failingOf(await readiness.checkNow())).toEqual(["server"]);
});

test("a pool that is missing or has no work needs attention, but readiness passes", async () => {
  const saysWith = async (pool: ReadinessDeps["pool"]) => {
    const checks = await createReadiness(deps({ pool })).checkNow();
    return [failingOf(checks), checks["pool"]?.state];
  };
  expect(await saysWith(() => undefined)).toEqual([[], "attention"]);
  expect(await saysWith(() => ({ ...POOL, templateAt: null }))).toEqual([[], "attention"]);
  const minutesAgo = new Date(Date.now() - 90_000);
  expect(await saysWith(() => ({ ...POOL, templateAt: minutesAgo }))).toEqual([[], "attention"]);
});

test("concurrent callers share one check", async () => {
  let queries = 0;
  const node = nodeWith(async () => {
    queries += 1;
    return GENESIS_HASHES.regtest;
  });
  const readiness = createReadiness(deps({ node }));
  await Promise.all(Array.from({ length: 50 }, () => readiness.checkNow()));
  expect(queries).toBe(1);
});
