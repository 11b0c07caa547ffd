/**
 * Writes the log to a file when the product is started in a terminal, so that the terminal shows
 * only messages for the operator. Lines are written synchronously, so that no line is lost when the
 * process ends.
 */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../errors/start-error.ts";

export interface LogFile {
  readonly path: string;
  write(line: string): void;
}

interface LogFilePlan {
  /** Folder of the log files, created if it is missing. */
  readonly folder: string;
  /** Prints a sentence about an error in the terminal. */
  readonly notify: (text: string) => void;
  readonly bytesMax?: number;
  /** Number of log files to keep, including the current file. */
  readonly filesMax?: number;
}

const BYTES_MAX = 10 * 1024 * 1024;
const FILES_MAX = 5;
/** Pause between two notices, so that a repeated error does not fill the terminal. */
const NOTICE_PAUSE_MS = 60_000;
const ERROR = 50;
const FATAL = 60;

/** Opens the log file. Throws StartError if the folder is not writable. */
export function openLogFile(plan: LogFilePlan): LogFile {
  const { folder, bytesMax = BYTES_MAX, filesMax = FILES_MAX } = plan;
  const pathOf = (age: number) =>
    join(folder, age === 0 ? "hashfloor.log" : `hashfloor.${age}.log`);
  const path = pathOf(0);
  const notice = noticeWriter(path, plan.notify);
  /**
   * Descriptor of the open file. Undefined if the file could not be reopened, because the old
   * descriptor may then belong to another file.
   */
  let file: number | undefined = openFirst();
  let bytes = fstatSync(file).size;

  function openFirst(): number {
    try {
      return open();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(`DATA_DIR: cannot use ${folder}: ${reason}`, { cause: error });
    }
  }

  function open(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(path, "a", 0o600);
  }

  /**
   * Starts a new file. Safe to retry, because a second attempt opens the file but does not move the
   * older files again.
   */
  function rotate(): void {
    if (file !== undefined) {
      closeSync(file);
      file = undefined;
      for (let age = filesMax - 1; age > 0; age -= 1) moveIfPresent(pathOf(age - 1), pathOf(age));
    }
    file = open();
    bytes = fstatSync(file).size;
  }

  return {
    path,
    write(line) {
      const size = Buffer.byteLength(line);
      try {
        if (file === undefined || (bytes > 0 && bytes + size > bytesMax)) rotate();
        if (file !== undefined) bytes += writeSync(file, line);
      } catch {
        // A full disk must not stop the product. /readyz reports the full disk.
      }
      notice(line);
    },
  };
}

function moveIfPresent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

function noticeWriter(path: string, notify: (text: string) => void): (line: string) => void {
  let nextAt = -Infinity;
  return (line) => {
    const level = Number(/^\{"level":(\d+),/.exec(line)?.[1]);
    if (!(level >= ERROR)) return;
    const now = performance.now();
    if (level < FATAL && now < nextAt) return;
    nextAt = now + NOTICE_PAUSE_MS;
    notify(`An error was logged: ${messageOf(line)}. Details are in ${path}.`);
  };
}

/**
 * Returns the message of a line. A child's line may be truncated, or be JSON that the removal of
 * secrets has broken.
 */
function messageOf(line: string): string {
  try {
    const { msg } = JSON.parse(line) as { readonly msg?: string };
    return msg ?? "no message";
  } catch {
    return "a line that cannot be read";
  }
}
