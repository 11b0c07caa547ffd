/** SQL statements for the chunks of price files, and for uploads that are being read. */
import { uuidArray, type Database, type DatabaseTransaction, type Queryable } from "#platform";
import type { PackedChunk } from "./chunk-writer.ts";

/** Chunk of a file, without its contents. */
export type ChunkPlace = Pick<PackedChunk, "kind" | "place" | "fromMs" | "untilMs">;

export interface UploadRow {
  readonly name: string;
  readonly bytes: bigint;
  readonly lines: number;
}

/** Seconds without news after which an upload's process has died. */
const SILENT_SECONDS = 60;

/**
 * Begins an upload. Returns false while another upload of the user is being read. Removes what
 * uploads of processes that died have left.
 */
export async function beginUpload(
  tx: DatabaseTransaction,
  {
    userId,
    fileId,
    name,
  }: { readonly userId: string; readonly fileId: string; readonly name: string },
): Promise<boolean> {
  const ended = await tx.query<{ fileId: string }>(
    `delete from forex_price_uploads where heard_at < clock_timestamp() - make_interval(secs => $1)
     returning file_id as "fileId"`,
    [SILENT_SECONDS],
  );
  await removeChunks(tx, ...ended.map((upload) => upload.fileId));
  const rows = await tx.query(
    `insert into forex_price_uploads (user_id, file_id, name, heard_at) values ($1, $2, $3, clock_timestamp())
     on conflict (user_id) do nothing returning 1`,
    [userId, fileId, name],
  );
  return rows.length > 0;
}

/** Stores the progress of an upload. Returns false if the upload was cancelled or has ended. */
export async function noteProgress(
  queryable: Queryable,
  fileId: string,
  { bytes, lines }: { readonly bytes: number; readonly lines: number },
): Promise<boolean> {
  const rows = await queryable.query(
    `update forex_price_uploads set bytes = $2, lines = $3, heard_at = clock_timestamp() where file_id = $1 returning 1`,
    [fileId, bytes, lines],
  );
  return rows.length > 0;
}

/** Stores a chunk of an upload. Returns false if the upload was cancelled or has ended. */
export async function insertChunk(
  queryable: Queryable,
  fileId: string,
  { kind, place, fromMs, untilMs, packed }: PackedChunk,
): Promise<boolean> {
  const rows = await queryable.query(
    `insert into forex_price_chunks (file_id, kind, place, from_at, until_at, packed)
     select file_id, $2, $3, $4, $5, $6 from forex_price_uploads where file_id = $1 for key share returning 1`,
    [fileId, kind, place, new Date(fromMs), new Date(untilMs), Buffer.from(packed)],
  );
  return rows.length > 0;
}

/** Returns false if the upload was cancelled. */
export async function endUpload(queryable: Queryable, fileId: string): Promise<boolean> {
  const rows = await queryable.query(
    "delete from forex_price_uploads where file_id = $1 returning 1",
    [fileId],
  );
  return rows.length > 0;
}

/** Ends an upload that was not stored, and removes its chunks. */
export async function discardUpload(database: Database, fileId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await endUpload(tx, fileId);
    await removeChunks(tx, fileId);
  });
}

/** Cancels the user's upload. Returns true if there was one. */
export function cancelUpload(database: Database, userId: string): Promise<boolean> {
  return database.transaction((tx) => endUploadOf(tx, userId));
}

/**
 * Ends the user's upload and removes its chunks. Returns true if there was one. The chunks are
 * removed by a second statement, which also sees a chunk that was committed while the first
 * statement waited for it.
 */
export async function endUploadOf(tx: DatabaseTransaction, userId: string): Promise<boolean> {
  const ended = await tx.query<{ fileId: string }>(
    `delete from forex_price_uploads where user_id = $1 returning file_id as "fileId"`,
    [userId],
  );
  await removeChunks(tx, ...ended.map((upload) => upload.fileId));
  return ended.length > 0;
}

export async function uploadOf(
  queryable: Queryable,
  userId: string,
): Promise<UploadRow | undefined> {
  const [row] = await queryable.query<UploadRow>(
    `select name, bytes, lines from forex_price_uploads where user_id = $1
       and heard_at > clock_timestamp() - make_interval(secs => $2)`,
    [userId, SILENT_SECONDS],
  );
  return row;
}

export async function removeChunks(
  queryable: Queryable,
  ...fileIds: readonly string[]
): Promise<void> {
  if (fileIds.length === 0) return;
  await queryable.query(
    "delete from forex_price_chunks where file_id = any((select $1::uuid[])::uuid[])",
    [uuidArray(fileIds)],
  );
}

/** Returns the places of a file's chunks, in order. */
export async function chunkPlaces(queryable: Queryable, fileId: string): Promise<ChunkPlace[]> {
  const rows = await queryable.query<
    Pick<ChunkPlace, "kind" | "place"> & { readonly fromAt: Date; readonly untilAt: Date }
  >(
    `select kind, place, from_at as "fromAt", until_at as "untilAt" from forex_price_chunks
     where file_id = $1 order by kind, place`,
    [fileId],
  );
  return rows.map(({ kind, place, fromAt, untilAt }) => ({
    kind,
    place,
    fromMs: fromAt.getTime(),
    untilMs: untilAt.getTime(),
  }));
}

export async function readChunk(
  queryable: Queryable,
  fileId: string,
  { kind, place }: Pick<ChunkPlace, "kind" | "place">,
): Promise<Uint8Array | undefined> {
  const [row] = await queryable.query<{ packed: Uint8Array }>(
    "select packed from forex_price_chunks where file_id = $1 and kind = $2 and place = $3",
    [fileId, kind, place],
  );
  return row?.packed;
}
