/**
 * SQL statements for the chain cursor: the last block that the wallet's tables include, the blocks
 * before it, and whether payments may be sent.
 */
import { ledgerProblemSql } from "#ledger";
import {
  beginIncident,
  endIncident,
  type Database,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";

export interface Cursor {
  readonly network: string;
  readonly height: number;
  readonly hash: string;
  readonly haltedReason: string | null;
  readonly unexplainedSats: bigint | null;
  /** Why payments are locked until an administrator unlocks them; null if they are not. */
  readonly lockedReason: string | null;
  readonly lockedAt: Date | null;
  /**
   * When the watcher last finished reading the chain and the mempool and comparing them with the
   * ledger.
   */
  readonly followedAt: Date | null;
  /** Problem found by the last ledger verification; null if there was none. */
  readonly ledgerProblem: string | null;
}

export interface BlockRow {
  readonly height: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly minedAt: Date;
}

const CURSOR = `select network, height, hash, halted_reason as "haltedReason", unexplained_sats as "unexplainedSats",
  locked_reason as "lockedReason", locked_at as "lockedAt", followed_at as "followedAt", ${ledgerProblemSql} as "ledgerProblem"
  from wallet_cursor`;

export async function readCursor(queryable: Queryable): Promise<Cursor | undefined> {
  const [row] = await queryable.query<Cursor>(CURSOR);
  return row;
}

/**
 * Locks and returns the chain cursor. Code that depends on the chain calls this first, so that the
 * cursor cannot move until its transaction ends.
 */
export async function lockCursor(tx: DatabaseTransaction): Promise<Cursor> {
  const [row] = await tx.query<Cursor>(`${CURSOR} for update`);
  if (!row) throw new Error("the chain has no cursor yet");
  return row;
}

export async function insertCursor(
  tx: DatabaseTransaction,
  start: { readonly network: string; readonly height: number; readonly hash: string },
): Promise<void> {
  await tx.query(
    "insert into wallet_cursor (network, height, hash) values ($1, $2, $3) on conflict do nothing",
    [start.network, start.height, start.hash],
  );
}

export async function moveCursor(
  tx: DatabaseTransaction,
  to: { readonly height: number; readonly hash: string },
): Promise<void> {
  await tx.query("update wallet_cursor set height = $1, hash = $2", [to.height, to.hash]);
}

/** Stores why the chain is not followed, and begins or ends the incident "chain_halted". */
export async function setHalted(database: Database, reason: string | null): Promise<void> {
  await database.transaction(async (tx) => {
    const changed = await tx.query(
      "update wallet_cursor set halted_reason = $1 where halted_reason is distinct from $1 returning 1",
      [reason],
    );
    if (changed.length === 0) return;
    if (reason === null) await endIncident(tx, "chain_halted");
    else await beginIncident(tx, { kind: "chain_halted", detail: reason });
  });
}

export interface Reconciled {
  readonly unexplainedSats: bigint;
  readonly height: number;
  readonly now: Date;
}

/**
 * Stores the result of the comparison, and begins or ends the incident "coins_differ". The caller
 * holds the cursor's lock; `before` is the previous difference.
 */
export async function setReconciled(
  tx: DatabaseTransaction,
  { unexplainedSats, height, now }: Reconciled,
  before: bigint | null,
): Promise<void> {
  await tx.query(
    "update wallet_cursor set unexplained_sats = $1, reconciled_height = $2, reconciled_at = $3",
    [unexplainedSats, height, now],
  );
  if (unexplainedSats === (before ?? 0n)) return;
  if (unexplainedSats === 0n) await endIncident(tx, "coins_differ");
  else await beginIncident(tx, { kind: "coins_differ", detail: differenceText(unexplainedSats) });
}

function differenceText(unexplainedSats: bigint): string {
  return unexplainedSats > 0n
    ? `The ledger showed ${unexplainedSats} satoshis without coins on the chain.`
    : `The chain showed ${-unexplainedSats} satoshis that are not in the ledger.`;
}

/**
 * Records that the chain was read to its tip now, by the database's clock (as in `databaseNow`).
 */
export async function noteFollowed(queryable: Queryable): Promise<void> {
  await queryable.query("update wallet_cursor set followed_at = clock_timestamp()");
}

export async function databaseNow(queryable: Queryable): Promise<Date> {
  const [row] = await queryable.query<{ now: Date }>("select clock_timestamp() as now");
  if (!row) throw new Error("the database returned no time");
  return row.now;
}

export async function insertBlock(
  tx: DatabaseTransaction,
  block: BlockRow,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into wallet_blocks (height, hash, previous_hash, mined_at, applied_at) values ($1, $2, $3, $4, $5)`,
    [block.height, block.hash, block.previousHash, block.minedAt, now],
  );
}

export async function deleteBlock(tx: DatabaseTransaction, height: number): Promise<void> {
  await tx.query("delete from wallet_blocks where height = $1", [height]);
}

export async function findBlock(
  queryable: Queryable,
  height: number,
): Promise<BlockRow | undefined> {
  const [row] = await queryable.query<BlockRow>(
    `select height, hash, previous_hash as "previousHash", mined_at as "minedAt" from wallet_blocks where height = $1`,
    [height],
  );
  return row;
}

export async function findBlockByHash(
  queryable: Queryable,
  hash: string,
): Promise<BlockRow | undefined> {
  const [row] = await queryable.query<BlockRow>(
    `select height, hash, previous_hash as "previousHash", mined_at as "minedAt" from wallet_blocks where hash = $1`,
    [hash],
  );
  return row;
}
