/** SQL statements for uploaded price files. Each file belongs to one user. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { PriceFileKind } from "#market/price-files";
import type { Leaving } from "#treasury";
import { endUploadOf, removeChunks } from "./price-chunks-table.ts";

export interface PriceFileRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly sha256: string;
  readonly instrument: string;
  readonly kind: PriceFileKind;
  /** Name of the recognised format. Empty for files of earlier versions. */
  readonly format: string;
  readonly timeZone: string | null;
  readonly isSpreadAssumed: boolean;
  readonly lines: number;
  readonly closedLines: number;
  readonly replacedLines: number;
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly addedAt: Date;
}

const COLUMNS = `id, user_id as "userId", name, sha256, instrument, kind, format, time_zone as "timeZone",
  is_spread_assumed as "isSpreadAssumed", lines, closed_lines as "closedLines", replaced_lines as "replacedLines", from_at as "fromAt", until_at as "untilAt",
  added_at as "addedAt"`;

/**
 * Returns the user's files that are not removed, newest first. Until the transaction ends, other
 * transactions cannot add or remove this user's files.
 */
export async function lockPriceFiles(
  tx: DatabaseTransaction,
  userId: string,
): Promise<PriceFileRow[]> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`prices ${userId}`]);
  return priceFilesOf(tx, userId);
}

/** Returns the user's files, at most as many as a user may keep. */
export async function priceFilesOf(queryable: Queryable, userId: string): Promise<PriceFileRow[]> {
  return queryable.query<PriceFileRow>(
    `select ${COLUMNS} from forex_price_files where user_id = $1 and removed_at is null order by position desc`,
    [userId],
  );
}

export async function insertPriceFile(
  tx: DatabaseTransaction,
  file: PriceFileRow,
  packedBytes: number,
): Promise<void> {
  await tx.query(
    `insert into forex_price_files (id, user_id, name, sha256, instrument, kind, format, time_zone, is_spread_assumed, lines,
       closed_lines, replaced_lines, from_at, until_at, added_at, packed_bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      file.id,
      file.userId,
      file.name,
      file.sha256,
      file.instrument,
      file.kind,
      file.format,
      file.timeZone,
      file.isSpreadAssumed,
      file.lines,
      file.closedLines,
      file.replacedLines,
      file.fromAt,
      file.untilAt,
      file.addedAt,
      packedBytes,
    ],
  );
}

/** Returns a file. A removed file has no prices. */
export async function findPriceFile(
  queryable: Queryable,
  id: string,
): Promise<PriceFileRow | undefined> {
  const [row] = await queryable.query<PriceFileRow>(
    `select ${COLUMNS} from forex_price_files where id = $1`,
    [id],
  );
  return row;
}

/** Returns the size of all stored files. */
export async function storedBytes(queryable: Queryable): Promise<bigint> {
  const [row] = await queryable.query<{ bytes: bigint }>(
    "select coalesce(sum(packed_bytes), 0)::bigint as bytes from forex_price_files where removed_at is null",
  );
  return row?.bytes ?? 0n;
}

export async function isPlayed(queryable: Queryable, id: string): Promise<boolean> {
  const rows = await queryable.query(
    `select 1 from forex_replay_files join forex_replays on forex_replays.id = replay_id
     where file_id = $1 and ended_at is null limit 1`,
    [id],
  );
  return rows.length > 0;
}

export async function removeQuotes(tx: DatabaseTransaction, id: string, now: Date): Promise<void> {
  await tx.query("update forex_price_files set removed_at = $2 where id = $1", [id, now]);
  await removeChunks(tx, id);
}

/**
 * Removes all price data of a deleted user, including previously removed files and a running
 * upload. Only the ids remain, for the replays that used the files.
 */
export async function forgetPriceFiles(
  tx: DatabaseTransaction,
  { userId, now }: Leaving,
): Promise<void> {
  await endUploadOf(tx, userId);
  const files = await tx.query<{ id: string }>(
    `update forex_price_files set removed_at = coalesce(removed_at, $2), name = 'Removed', sha256 = repeat('0', 64)
     where user_id = $1 returning id`,
    [userId, now],
  );
  await removeChunks(tx, ...files.map(({ id }) => id));
}
