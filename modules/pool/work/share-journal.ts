/**
 * Stores accepted shares on disk. A share is written before the miner receives the response, so
 * acknowledged shares survive a process kill. (A power failure may lose the last second.) Each file
 * is one batch, and its name is the batch id. Any process that finds the file posts it under that
 * id, so the batch is counted once.
 */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { isUuid } from "#platform";
import type { AcceptedShare } from "./accepted-share.ts";

export interface ShareJournal {
  /** Adds a share, to be written by the next `flush`. */
  add(share: AcceptedShare): void;
  /**
   * Writes the added shares to disk. If the disk is not writable, throws and drops the shares added
   * since the last flush.
   */
  flush(): void;
  /** Tests the disk with a write that contains no shares. Throws if the disk is not writable. */
  probe(): void;
  /** Returns the ids of complete batches, oldest first. */
  closedBatches(): readonly string[];
  readBatch(id: string): readonly AcceptedShare[];
  removeBatch(id: string): void;
  /** Returns the total size of all batches that have not been removed. */
  bytes(): number;
}

const BATCH_SHARES = 500;
const BATCH_MS = 1_000;
const ENDING = ".shares";
const PROBE = "probe";
/**
 * Size of a test write in bytes. Large enough to fail on a disk that has room for only a few more
 * lines.
 */
const PROBE_BYTES = 65_536;

interface Open {
  readonly id: string;
  readonly file: number;
  readonly sinceMs: number;
  shares: number;
  bytes: number;
}

/** Opens the journal in a folder. Existing files are batches of a process that has ended. */
export function openShareJournal(folder: string, nowMs: () => number): ShareJournal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const closed = new Map(leftIn(folder));
  /**
   * Total size of the files. Updated with each write instead of read from the file system, because
   * each line from a miner requires it.
   */
  let bytesThere = [...closed.values()].reduce((sum, size) => sum + size, 0);
  let added: string[] = [];
  let open: Open | undefined;

  const path = (id: string): string => join(folder, id + ENDING);

  const close = (): void => {
    if (!open) return;
    closeSync(open.file);
    closed.set(open.id, open.bytes);
    open = undefined;
  };

  const opened = (): Open => {
    if (open) return open;
    const id = randomUUID();
    open = { id, file: openSync(path(id), "ax", 0o600), sinceMs: nowMs(), shares: 0, bytes: 0 };
    return open;
  };

  return {
    add: (share) => void added.push(lineOf(share)),
    flush() {
      if (added.length === 0) return;
      const lines = added;
      added = [];
      const batch = opened();
      const bytes = Buffer.from(lines.join(""));
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(batch.file, bytes, at);
      } catch (error) {
        // Append nothing more to the file, because it may end with an incomplete line.
        close();
        throw error;
      }
      batch.shares += lines.length;
      batch.bytes += bytes.length;
      bytesThere += bytes.length;
      if (batch.shares >= BATCH_SHARES) close();
    },
    probe() {
      const file = join(folder, PROBE);
      try {
        writeFileSync(file, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600, flush: true });
      } finally {
        rmSync(file, { force: true });
      }
    },
    closedBatches() {
      if (open && nowMs() - open.sinceMs >= BATCH_MS) close();
      return [...closed.keys()];
    },
    readBatch: (id) => readIfThere(path(id)).split("\n").flatMap(readLine),
    removeBatch(id) {
      rmSync(path(id), { force: true });
      bytesThere -= closed.get(id) ?? 0;
      closed.delete(id);
    },
    bytes: () => bytesThere,
  };
}

function leftIn(folder: string): [string, number][] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING) && isUuid(name.slice(0, -ENDING.length)))
    .map((name) => ({ id: name.slice(0, -ENDING.length), stat: statSync(join(folder, name)) }));
  return files
    .toSorted((one, other) => one.stat.mtimeMs - other.stat.mtimeMs)
    .map(({ id, stat }) => [id, stat.size]);
}

/**
 * Reads a file. Returns "" if the file does not exist, because an ending process may have posted
 * and removed it.
 */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function lineOf({ shareMicros, acceptedAt, ...share }: AcceptedShare): string {
  const at = acceptedAt.getTime();
  return `${JSON.stringify({ ...share, acceptedAt: at, shareMicros: shareMicros.toString() })}\n`;
}

/**
 * Parses a line of the journal. Drops an incomplete last line: the process was killed while writing
 * it, so its share was not acknowledged.
 */
function readLine(line: string): AcceptedShare[] {
  if (!line.endsWith("}")) return [];
  try {
    const { shareMicros, acceptedAt, ...share } = JSON.parse(line) as Record<string, unknown>;
    const read = {
      ...share,
      shareMicros: BigInt(String(shareMicros)),
      acceptedAt: new Date(Number(acceptedAt)),
    };
    return [read as unknown as AcceptedShare];
  } catch {
    return [];
  }
}
