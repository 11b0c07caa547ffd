/** PostgreSQL of our own on a data folder: durable, private, started once, and gone with its parent. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { processesUsing } from "../../test/support/processes.ts";
import { silentLog } from "../log.ts";
import { processIdentity } from "../process-identity.ts";
import { Outage } from "../refusal.ts";
import { StartError } from "../start-error.ts";
import { openDatabase, type Database } from "./database.ts";
import { startPostgres, type Postgres } from "./embedded-postgres.ts";

// A PostgreSQL that starts, dies and recovers takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let dataDir: string;
/** Temporary files of parents that are killed and so leave them. */
let scratch: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "hashfloor-own-"));
  scratch = mkdtempSync(join(tmpdir(), "hashfloor-tmp-"));
  chmodSync(scratch, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  // A guard stops the server of a killed parent; it may still be writing its last checkpoint.
  await until(() => runningServer() === undefined);
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(scratch, { recursive: true, force: true });
});

const start = (): Promise<Postgres> => startPostgres({ dataDir, log: silentLog });

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}

/** The process id of the server on the data folder. */
function runningServer(): number | undefined {
  const file = join(dataDir, "postgres", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  return processIdentity(pid) === undefined ? undefined : pid;
}

function startParent(): ChildProcess {
  const child = spawn(process.execPath, ["test/support/postgres-parent.ts", dataDir], {
    env: { ...process.env, TMPDIR: scratch },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

interface Answer {
  readonly url?: string;
  readonly pid?: number;
  readonly refused?: string;
}

async function firstLine(child: ChildProcess): Promise<Answer> {
  if (!child.stdout) throw new Error("the child has no output");
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  return JSON.parse(line) as Answer;
}

/** Runs `use` on a database; its pool is closed in every case. */
async function withDatabase<Result>(
  url: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

test("what was committed is there after a stop and a start", async () => {
  const first = await start();
  await withDatabase(first.url, (db) => db.query("create table kept as select 7 as value"));
  await first.stop();
  expect(runningServer()).toBeUndefined();
  const second = await start();
  const rows = await withDatabase(second.url, (db) => db.query("select value from kept"));
  await second.stop();
  expect(rows).toEqual([{ value: 7 }]);
  expect(readdirSync(dataDir)).toEqual(["postgres"]);
});

test("the server is private, durable and never root", async () => {
  const postgres = await start();
  const [settings] = await withDatabase(postgres.url, (db) =>
    db.query(`select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync,
        current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
        current_setting('max_wal_size') as wal`),
  );
  const status = readFileSync(`/proc/${postgres.pid}/status`, "utf8");
  const withoutPassword = new URL(postgres.url);
  withoutPassword.password = "wrong";
  await expect(withDatabase(withoutPassword.href, (db) => db.query("select 1"))).rejects.toThrow(
    /password/,
  );
  await postgres.stop();
  expect(settings).toEqual({
    listen: "",
    fsync: "on",
    checksums: "on",
    encoding: "UTF8",
    wal: "512MB",
  });
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe("0");
});

describe("kill -9 of the server under concurrent writes", () => {
  test("loses no acknowledged row, and the pool recovers", async () => {
    const postgres = await start();
    const database = openDatabase(postgres.url, { connectionsMax: 12 });
    await database.query("create table written (id text primary key)");
    const acknowledged: string[] = [];
    const surprises: unknown[] = [];
    let outages = 0;
    const writing = new AbortController();
    const writer = async (name: number): Promise<void> => {
      for (let number = 0; !writing.signal.aborted; number += 1) {
        const id = `${name}-${number}`;
        try {
          if (number % 2 === 0) await database.query("insert into written values ($1)", [id]);
          else
            await database.transaction((tx) => tx.query("insert into written values ($1)", [id]));
          acknowledged.push(id);
        } catch (error) {
          if (error instanceof Outage) outages += 1;
          else surprises.push(error);
          await sleep(5);
        }
      }
    };
    const writers = Array.from({ length: 12 }, (_, name) => writer(name));
    for (let round = 0; round < 3; round += 1) {
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 200);
      const { pid } = postgres;
      process.kill(pid, "SIGKILL");
      await until(() => postgres.pid !== pid);
    }
    const afterLastKill = acknowledged.length;
    await until(() => acknowledged.length > afterLastKill + 100);
    writing.abort();
    await Promise.all(writers);
    const rows = await database.query<{ id: string }>("select id from written");
    await database.close();
    await postgres.stop();
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(surprises).toEqual([]);
    expect(outages).toBeGreaterThan(0);
  });
});

describe("a start that died half way", () => {
  test("is made good by the next one, wherever it died", async () => {
    for (const progress of ["PG_VERSION", "global/pg_control", "postgresql.auto.conf"])
      while (!(await diesAt(progress))) await startedOver();
    // What the last one had begun may write on for a moment after it is dead.
    await until(() => processesUsing(dataDir).length === 0);
    const postgres = await start();
    const rows = await withDatabase(postgres.url, (db) => db.query("select 1 as one"));
    await postgres.stop();
    expect(rows).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  });

  /** False when the start was done before it could be killed. */
  async function diesAt(progress: string): Promise<boolean> {
    const isDone = () => existsSync(join(dataDir, "postgres"));
    const draft = () => readdirSync(dataDir).find((name) => name.startsWith("postgres.init-"));
    const child = startParent();
    await until(() => isDone() || existsSync(join(dataDir, draft() ?? "none", progress)));
    await kill(child);
    return !isDone();
  }

  async function startedOver(): Promise<void> {
    await until(() => processesUsing(dataDir).length === 0);
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
  }

  test("is cleared away also while what it began still writes", async () => {
    const draft = join(dataDir, "postgres.init-late");
    mkdirSync(draft);
    const script = `
      const { mkdirSync, writeFileSync } = require("node:fs");
      const attempt = (write) => { try { write() } catch {} };
      for (let i = 0; ; i += 1) {
        attempt(() => mkdirSync("s" + (i % 7)));
        attempt(() => writeFileSync("s" + (i % 7) + "/f" + i, ""));
      }`;
    const writer = spawn(process.execPath, ["-e", script], { cwd: draft, stdio: "ignore" });
    const ended = once(writer, "close");
    await until(() => existsSync(join(draft, "s6")));
    setTimeout(() => writer.kill("SIGKILL"), 1_000);
    const postgres = await start();
    await ended;
    await postgres.stop();
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  });

  test("a folder that we did not finish is set aside, not deleted", async () => {
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres", "precious"), "kept");
    const postgres = await start();
    await postgres.stop();
    const aside = readdirSync(dataDir).find((name) => name.startsWith("postgres.broken-"));
    expect(readFileSync(join(dataDir, aside ?? "none", "precious"), "utf8")).toBe("kept");
  });
});

describe("a second start on the same data folder", () => {
  test("is refused with one line, from this and from another process", async () => {
    const postgres = await start();
    await expect(start()).rejects.toThrow(StartError);
    const other = startParent();
    const { refused } = await firstLine(other);
    expect(refused).toMatch(/^StartError: DATA_DIR: [^\n]+ is in use by another Hashfloor/);
    expect(await withDatabase(postgres.url, (db) => db.query("select 1 as one"))).toHaveLength(1);
    await postgres.stop();
  });

  test("is welcome when the first one is dead", async () => {
    writeFileSync(join(dataDir, "lock"), `${process.pid} 1 another boot`);
    const postgres = await start();
    await postgres.stop();
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  });
});

describe("when the parent is killed", () => {
  test("its server stops by itself", async () => {
    const child = startParent();
    const { pid = 0 } = await firstLine(child);
    const identity = processIdentity(pid);
    expect(identity).toBeDefined();
    await kill(child);
    await until(() => processIdentity(pid) !== identity);
  });

  test("a server that outlived it is stopped, and its rows are there", async () => {
    const child = startParent();
    const { pid = 0, url = "" } = await firstLine(child);
    const identity = processIdentity(pid);
    await withDatabase(url, (db) => db.query("create table kept as select 7 as value"));
    // Without its guard the server is a true orphan.
    for (const guard of guardsOf(pid)) process.kill(guard, "SIGKILL");
    await kill(child);
    expect(processIdentity(pid)).toBe(identity);
    const postgres = await start();
    expect(processIdentity(pid)).not.toBe(identity);
    const rows = await withDatabase(postgres.url, (db) => db.query("select value from kept"));
    await postgres.stop();
    expect(rows).toEqual([{ value: 7 }]);
  });
});

/** The guard processes whose last argument is that server. */
function guardsOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const command = readFileSync(`/proc/${candidate}/cmdline`, "utf8").split("\0");
        return command.includes("guard") && command.includes(String(pid));
      } catch {
        return false;
      }
    });
}
