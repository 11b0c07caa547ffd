/**
 * Runs one of the programs of this folder, so that a test can kill it at a failpoint or run two at
 * once.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Runs it to its end and returns the signal that killed it, if one did. */
export async function runProgram(
  file: string,
  words: readonly string[],
  failpoint = "",
): Promise<string | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...words], {
    env: { ...process.env, FAILPOINTS: failpoint },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal;
}
