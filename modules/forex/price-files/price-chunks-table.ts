/** SQL statements for the chunks of price files, and for uploads that are being read. */
import type { Database, DatabaseTransaction, Queryable } from "#platform";
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
  await tx.query(
    `with ended as (
       delete from forex_price_uploads where heard_at < clock_timestamp() - make_interval(secs => $1) returning file_id
     )
     delete from forex_price_chunks where file_id in (select file_id from ended)`,
    [SILENT_SECONDS],
  );
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

/** Cancels the user's upload. Returns true if there was one. */
export async function cancelUpload(database: Database, userId: string): Promise<boolean> {
  const rows = await database.query(
    `with ended as (delete from forex_price_uploads where user_id = $1 returning file_id),
       chunks as (delete from forex_price_chunks where file_id in (select file_id from ended))
     select 1 from ended`,
    [userId],
  );
  return rows.length > 0;
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

export async function removeChunks(queryable: Queryable, fileId: string): Promise<void> {
  await queryable.query("delete from forex_price_chunks where file_id = $1", [fileId]);
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
