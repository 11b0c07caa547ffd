/** Tests that a start cleans up after a killed start or a killed parent process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
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
import { describe, expect, test } from "vitest";
import {
  firstLine,
  kill,
  ownPostgres,
  until,
  withDatabase,
} from "../../test/support/servers/own-postgres.ts";
import { processesUsing } from "../../test/support/servers/processes.ts";
import { processIdentity } from "../process/process-identity.ts";

const { dataDir, start, startParent } = ownPostgres();

/** Starts a program as the owner of a folder, writes its process id, and waits for two minutes. */
const CARELESS = `
  const [program, folder] = process.argv.slice(1);
  const { uid, gid } = require("node:fs").statSync(folder);
  const { pid } = require("node:child_process").spawn(program, { uid, gid, stdio: "ignore" });
  require("node:fs").writeSync(1, String(pid));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120_000);`;

describe("an interrupted start", () => {
  test("is repaired by the next start, wherever it was interrupted", async () => {
    for (const progress of ["PG_VERSION", "global/pg_control", "postgresql.auto.conf"])
      while (!(await diesAt(progress))) await startedOver();
    // Child processes of the killed start may write a moment longer.
    await until(() => processesUsing(dataDir()).length === 0);
    const postgres = await start();
    const rows = await withDatabase(postgres.url, (db) => db.query("select 1 as one"));
    await postgres.stop();
    expect(rows).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir())).toEqual(["postgres"]);
  });

  /** Kills a start at this point of its progress. Returns false if the start completed first. */
  async function diesAt(progress: string): Promise<boolean> {
    const isDone = () => existsSync(join(dataDir(), "postgres"));
    const draft = () => readdirSync(dataDir()).find((name) => name.startsWith("postgres.init-"));
    const child = startParent();
    await until(() => isDone() || existsSync(join(dataDir(), draft() ?? "none", progress)));
    await kill(child);
    return !isDone();
  }

  async function startedOver(): Promise<void> {
    await until(() => processesUsing(dataDir()).length === 0);
    for (const name of readdirSync(dataDir())) rmSync(join(dataDir(), name), { recursive: true });
  }

  test("is cleaned up even while its child processes still write", async () => {
    const draft = join(dataDir(), "postgres.init-late");
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
    expect(readdirSync(dataDir())).toEqual(["postgres"]);
  });

  test("an unknown incomplete folder is set aside, not deleted", async () => {
    mkdirSync(join(dataDir(), "postgres"));
    writeFileSync(join(dataDir(), "postgres", "precious"), "kept");
    const postgres = await start();
    await postgres.stop();
    const aside = readdirSync(dataDir()).find((name) => name.startsWith("postgres.broken-"));
    expect(readFileSync(join(dataDir(), aside ?? "none", "precious"), "utf8")).toBe("kept");
  });
});

describe("when the parent process is killed", () => {
  test("the database server stops", async () => {
    const child = startParent();
    const { pid = 0 } = await firstLine(child);
    const identity = processIdentity(pid);
    expect(identity).toBeDefined();
    await kill(child);
    await until(() => processIdentity(pid) !== identity);
  });

  test("a start does not wait for a zombie server process", async () => {
    const first = await start();
    await first.stop();
    const folder = join(dataDir(), "postgres");
    const place = mkdtempSync(join(tmpdir(), "hashfloor-ended-"));
    chmodSync(place, 0o755);
    const program = join(place, "postgres");
    copyFileSync("/bin/true", program);
    // The parent sleeps and never collects the exit status of its child.
    const careless = spawn(process.execPath, ["-e", CARELESS, program, folder], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const pid = Number(String((await once(careless.stdout, "data"))[0]));
    await until(() => existsSync(`/proc/${pid}`) && processIdentity(pid) === undefined);
    writeFileSync(join(folder, "postmaster.pid"), `${pid}\n${folder}\n`);
    const postgres = await start();
    const rows = await withDatabase(postgres.url, (db) => db.query("select 1 as one"));
    await postgres.stop();
    expect(rows).toEqual([{ one: 1 }]);
    await kill(careless);
    rmSync(place, { recursive: true });
  });

  test("a server that outlived its parent is stopped without losing rows", async () => {
    const child = startParent();
    const { pid = 0, url = "" } = await firstLine(child);
    const identity = processIdentity(pid);
    await withDatabase(url, (db) => db.query("create table kept as select 7 as value"));
    // The guard processes are killed, so that the server keeps running.
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

/** Returns the guard processes whose last argument is the process id of that server. */
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
