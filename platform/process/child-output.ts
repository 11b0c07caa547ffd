/**
 * Copies the output of a child process into our log: its log lines unchanged, and its standard
 * error, such as a stack trace, as a line of ours.
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
 * Resolves at the end of the output. The child must have a pipe as standard output, standard error,
 * or both.
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
