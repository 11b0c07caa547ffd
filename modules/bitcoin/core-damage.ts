/**
 * Determines from Bitcoin Core's output why the node failed, and whether `-reindex` repairs it. A
 * reindex rebuilds a damaged index or chain state from the blocks, but it does not help if the disk
 * is full, the folder is locked or the port is in use. Matches the messages of Bitcoin Core 28.
 */

export interface CoreFailure {
  /** The node's error message without its timestamp. */
  readonly reason: string;
  readonly isMendedByReindex: boolean;
}

/** Messages of failures that a reindex does not repair, even if they suggest -reindex. */
const ELSEWHERE: readonly RegExp[] = [
  /Cannot obtain a lock on/,
  /Disk space is (too )?low/,
  /(out|lack) of disk space/,
  /No space left on device/,
  /Permission denied/,
  /Read-only file system/,
  /Too many open files/,
  /IO error(?!.*No such file)/,
  /Unable to bind/,
  /appears to be from the future/,
  /unpruned mode/,
];

const DAMAGE: readonly RegExp[] = [
  /best block of the index not found/,
  /Corrupted block database detected/,
  /Error (opening|loading|initializing) block database/,
  /Fatal LevelDB error: Corruption/,
  /Fatal LevelDB error: .*No such file/,
  /Transaction index corrupt|indicates index corruption|index may be corrupted/,
  /Chain state database corruption likely/,
  /Corrupt block found indicating potential hardware failure/,
  /coins database detected an inconsistent state/,
  /(rebuild the database using|restart (bitcoind )?with)( the)? -reindex/i,
  /PruneBlockIndexCandidates\(\): Assertion/,
];

const FAILURE = /\[error\]|\berror\b|exception|fatal|assertion/i;
const REASON_CHARACTERS_MAX = 300;

/** Returns the failure that the output reports, or undefined if it reports none. */
export function coreFailure(written: string): CoreFailure | undefined {
  const lines = written.split("\n");
  const elsewhere = findLine(lines, ELSEWHERE);
  if (elsewhere !== undefined) return { reason: wordsOf(elsewhere), isMendedByReindex: false };
  const damage = findLine(lines, DAMAGE);
  if (damage !== undefined) return { reason: wordsOf(damage), isMendedByReindex: true };
  const last = lines.findLast((line) => FAILURE.test(line));
  return last === undefined ? undefined : { reason: wordsOf(last), isMendedByReindex: false };
}

/** True if a reindex started in this part of the log and has not finished. */
export function isReindexing(log: string): boolean {
  return log.lastIndexOf("Reindexing block file") > log.lastIndexOf("Reindexing finished");
}

function findLine(lines: readonly string[], texts: readonly RegExp[]): string | undefined {
  return lines.find((line) => texts.some((text) => text.test(line)));
}

function wordsOf(line: string): string {
  return line
    .replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z\s*/, "")
    .replace(/^(\[\w+\]|\*+|:|Error:)\s*/, "")
    .trim()
    .slice(0, REASON_CHARACTERS_MAX);
}
