/**
 * Copies a child process's output to our log. The child's log lines are copied unchanged. Its
 * standard error, such as a stack trace, becomes one log line.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pino } from "pino";
import type { Log } from "./log.ts";

interface LineStream {
  write(line: string): void;
}

/** Copies until the output ends. Standard output or standard error of the child must be a pipe. */
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
