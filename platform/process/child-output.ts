/**
 * The output of a child process of ours in our own log: its log lines as they are, and what it
 * writes to its standard error, such as the trace of a crash, as a line of ours.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pino } from "pino";
import type { Log } from "./log.ts";

interface LineStream {
  write(line: string): void;
}

/**
 * Resolves when all of it was taken. The child has pipes as its standard output and error, or one
 * of them.
 */
export async function followOutput(child: ChildProcess, name: string, log: Log): Promise<void> {
  const { stdout, stderr } = child;
  const stream = (log as unknown as Record<symbol, LineStream>)[pino.symbols.streamSym];
  const closed = [stdout, stderr].flatMap((pipe) => (pipe ? [once(pipe, "close")] : []));
  if (stdout) createInterface({ input: stdout }).on("line", (line) => stream?.write(`${line}\n`));
  stderr?.setEncoding("utf8").on("data", (text: string) => {
    log.error({ text: text.trim() }, `the ${name} wrote to its standard error`);
  });
  await Promise.all(closed);
}
