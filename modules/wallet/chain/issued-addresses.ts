/**
 * Records the last issued address of each branch in a file in the data folder, before the address
 * is shown to the user. The database stores the same index. A database that is behind the file is
 * an older copy, which would issue one user's address to another user. Indexes are reserved a
 * hundred at a time, so that most address requests need no disk write.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepFile, type Database, type DatabaseTransaction, type Queryable } from "#platform";
import { CHANGE, RECEIVE } from "./account.ts";
import {
  listReceiveBranches,
  recallReceiveBranch,
  startReceiveBranch,
  type ReceiveBranch,
} from "./receive-branches.ts";

export const ISSUED_FILE = "addresses-issued";

export interface IssuedBranch extends ReceiveBranch {
  /** Upper bound of the issued indexes. */
  readonly lastIndex: number;
}

export interface IssuedAddresses {
  /** Records an issued index. Resolves when the record is on disk. */
  note(branch: number, index: number): Promise<void>;
  /** Reads the recorded branches, keyed by branch number. */
  read(): Promise<ReadonlyMap<number, IssuedBranch>>;
}

/**
 * Number of receive indexes reserved at a time. A restart skips at most this many receive indexes.
 * It skips no change indexes, because the sender records used change indexes once per round.
 */
const RESERVED = 100;
const LINE = /^(\d{1,10}) (\d{1,10}) (\d{1,10})$/;

/**
 * Opens the file for the wallet with this public key. Indexes of other wallets in the file are
 * ignored.
 */
export function openIssuedAddresses({
  dataDir,
  xpub,
}: {
  readonly dataDir: string;
  readonly xpub: string;
}): IssuedAddresses {
  const path = join(dataDir, ISSUED_FILE);
  const wallet = createHash("sha256").update(xpub).digest("hex").slice(0, 16);
  const read = () => readIssued(path, wallet);
  const reserved = new Map<number, number>();
  let writing: Promise<void> = Promise.resolve();
  const write = async (branch: number, index: number): Promise<void> => {
    if (index <= (reserved.get(branch) ?? -1)) return;
    const end = branch === CHANGE ? index : index + RESERVED;
    const branches = new Map(await read());
    const { firstIndex = index, lastIndex = -1 } = branches.get(branch) ?? {};
    if (index > lastIndex) {
      branches.set(branch, { branch, firstIndex, lastIndex: end });
      const lines = [...branches.values()].map((one) =>
        [one.branch, one.firstIndex, one.lastIndex].join(" "),
      );
      await keepFile(path, `${[`wallet ${wallet}`, ...lines].join("\n")}\n`);
    }
    reserved.set(branch, Math.max(end, lastIndex));
  };
  return {
    read,
    async note(branch, index) {
      if (index <= (reserved.get(branch) ?? -1)) return;
      const written = writing.then(() => write(branch, index));
      writing = written.catch(() => undefined);
      await written;
    },
  };
}

/**
 * Compares the database with the file before a process issues its first address. Returns whether
 * the database is an older copy. Reserved indexes that may be unused are skipped. If more than one
 * reservation is missing, the database is an older copy, and new addresses come from a new branch.
 */
export async function compareIssued(
  database: Database,
  issued: Pick<IssuedAddresses, "read">,
): Promise<boolean> {
  const noted = await issued.read();
  if (noted.size === 0) return false;
  return database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('wallet/issued', 0))");
    const branches = await listReceiveBranches(tx);
    const recorded = new Set([RECEIVE, CHANGE, ...branches.map(({ branch }) => branch)]);
    const lost = [...noted.values()].filter(({ branch }) => !recorded.has(branch));
    // A different machine may have issued indexes below this machine's first index.
    for (const { branch } of lost) await recallReceiveBranch(tx, { branch, firstIndex: 0 });
    const current = branches.at(-1)?.branch ?? RECEIVE;
    const received = noted.get(current)?.lastIndex ?? 0;
    const isBehind = await skipTo(tx, "wallet_deposit_index", received);
    await skipTo(tx, "wallet_change_index", noted.get(CHANGE)?.lastIndex ?? 0);
    const isOlder = isBehind || lost.length > 0;
    if (isOlder) await startReceiveBranch(tx);
    return isOlder;
  });
}

/**
 * Records the change indexes that the sender used. Call this before the signed payments are
 * broadcast.
 */
export async function noteChange(
  queryable: Queryable,
  issued: Pick<IssuedAddresses, "note">,
): Promise<void> {
  const [row] = await queryable.query<{ last: bigint }>(
    "select last_value as last from wallet_change_index where is_called",
  );
  if (row) await issued.note(CHANGE, Number(row.last));
}

/** Skips to the index. Returns whether more than one reservation was skipped. */
async function skipTo(
  tx: DatabaseTransaction,
  sequence: "wallet_deposit_index" | "wallet_change_index",
  index: number,
): Promise<boolean> {
  // A single statement that can only raise the index, because other processes may be issuing
  // addresses.
  const [row] = await tx.query<{ last: bigint }>(
    `select last_value as last, setval('${sequence}', greatest(last_value, $1)) from ${sequence} where last_value < $1`,
    [index],
  );
  return row !== undefined && index - Number(row.last) > RESERVED;
}

/**
 * Reads the file. Returns an empty map if there is no file or it belongs to another wallet. Throws
 * if the file has an unknown format.
 */
async function readIssued(path: string, wallet: string): Promise<Map<number, IssuedBranch>> {
  const [head, ...lines] = (await readText(path)).trimEnd().split("\n");
  if (head === "" || head !== `wallet ${wallet}`) return new Map();
  const branches = lines.map((line) => {
    const [, branch, first, last] = LINE.exec(line) ?? [];
    if (branch === undefined || first === undefined || last === undefined)
      throw new Error(`${ISSUED_FILE} in the data folder contains no numbers`);
    return { branch: Number(branch), firstIndex: Number(first), lastIndex: Number(last) };
  });
  return new Map(branches.map((one) => [one.branch, one]));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
