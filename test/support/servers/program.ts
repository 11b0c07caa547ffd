/**
 * Runs one of the tests' own programs, which a test can kill at a failpoint or run twice at once.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, inject } from "vitest";
import { onServer } from "./database.ts";
import { joinedProgram, type TestProgram } from "./joined-programs.ts";

/**
 * Waits until the program ends, and returns the signal that killed it, if any. After a kill it also
 * waits until PostgreSQL has closed the program's connections, so that no unfinished transaction
 * holds a lock.
 */
export async function runProgram(
  source: TestProgram,
  [databaseUrl, ...words]: readonly [databaseUrl: string, ...words: string[]],
  failpoint = "",
): Promise<string | null> {
  const program = [joinedProgram(source), databaseUrl, ...words];
  const child = spawn(process.execPath, program, {
    env: { ...process.env, FAILPOINTS: failpoint },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== null) await nothingUnfinished(new URL(databaseUrl).pathname.slice(1));
  return signal;
}

async function nothingUnfinished(name: string): Promise<void> {
  await onServer(inject("postgresUrl"), async (server) => {
    const unfinished = () =>
      server.query(
        "select pid from pg_stat_activity where datname = $1 and xact_start is not null",
        [name],
      );
    await expect.poll(unfinished).toEqual([]);
  });
}
