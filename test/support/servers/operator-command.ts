/** Runs one of the operator's commands, such as `npm run backup`, as a separate process. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

export interface Ended {
  readonly code: number | null;
  /** Lines that the command has printed to standard output and standard error. */
  readonly lines: readonly string[];
}

export interface OperatorCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

type Environment = Readonly<Record<string, string>>;

export const PASSPHRASE = "correct horse battery";

interface Options {
  readonly env: Environment;
  /** Size limit for files that the command writes. */
  readonly fileBytesMax?: number;
}

/** Starts the program `file` from the folder `backup`. */
export function startCommand(
  file: string,
  words: readonly string[],
  { env, fileBytesMax }: Options,
): OperatorCommand {
  const program = [process.execPath, join("modules", "backup", file), ...words];
  const limit = fileBytesMax === undefined ? "" : `ulimit -f ${Math.floor(fileBytesMax / 512)}; `;
  // dash's `ulimit -f` counts blocks of 512 bytes.
  const child = spawn("/bin/sh", ["-c", `${limit}exec "$@"`, "command", ...program], {
    cwd: join(import.meta.dirname, "..", "..", ".."),
    env: { ...process.env, BITCOIN_NETWORK: "regtest", BACKUP_PASSPHRASE: PASSPHRASE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code) => resolve({ code, lines: text.trim().split("\n") })),
  );
  return { child, ended };
}

export function runCommand(
  file: string,
  words: readonly string[],
  options: Options,
): Promise<Ended> {
  return startCommand(file, words, options).ended;
}
