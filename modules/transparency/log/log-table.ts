/** SQL statements for the public log: logs, leaves, nodes, checkpoints and cosignatures. */
import { completeNodes, joinHashes, type Hash, type Place, type Range, type Tile } from "#log";
import { TILE_HEIGHT, TILE_WIDTH } from "#log";
import { numberArray, textArray, type DatabaseTransaction, type Queryable } from "#platform";

export interface Log {
  readonly generation: number;
  readonly installation: string;
  readonly origin: string;
  /** The newest incident of `newestRollbackId` when the log was opened. */
  readonly rollbackId: bigint | null;
}

/** The newest checkpoint of a log. */
export interface Head {
  readonly size: number;
  readonly root: Buffer;
  /** The signed note, without signatures of witnesses. */
  readonly note: string;
}

export interface LeafRow {
  readonly index: number;
  readonly kind: string;
  readonly subject: string;
  readonly body: Buffer;
  readonly loggedAt: Date;
}

/** Makes writers wait for each other until the transaction ends. */
export async function lockLog(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('transparency/log', 0))");
}

export async function newestLog(queryable: Queryable): Promise<Log | undefined> {
  const [row] = await queryable.query<Log>(
    `select generation, installation, origin, rollback_id as "rollbackId" from transparency_logs
     order by generation desc limit 1`,
  );
  return row;
}

export async function insertLog(
  tx: DatabaseTransaction,
  { generation, installation, origin, rollbackId }: Log,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into transparency_logs (generation, installation, origin, rollback_id, opened_at)
     values ($1, $2, $3, $4, $5)`,
    [generation, installation, origin, rollbackId, now],
  );
}

export async function newestHead(
  queryable: Queryable,
  { generation }: Log,
): Promise<Head | undefined> {
  const [row] = await queryable.query<Omit<Head, "size"> & { readonly size: bigint }>(
    `select size, root, note from transparency_log_checkpoints where generation = $1
     order by size desc limit 1`,
    [generation],
  );
  return row && { ...row, size: Number(row.size) };
}

export async function insertHead(
  tx: DatabaseTransaction,
  { generation }: Log,
  { size, root, note }: Head,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into transparency_log_checkpoints (generation, size, root, note, made_at)
     values ($1, $2, $3, $4, $5)`,
    [generation, size, root, note, now],
  );
}

export async function insertLeaves(
  tx: DatabaseTransaction,
  { generation }: Log,
  leaves: readonly LeafRow[],
): Promise<void> {
  await tx.query(
    `insert into transparency_log_leaves (generation, index, kind, subject, body, logged_at)
     select $1, index, kind, subject, convert_to(body, 'UTF8'), $6
     from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) as t(index, kind, subject, body)`,
    [
      generation,
      numberArray(leaves.map(({ index }) => index)),
      textArray(leaves.map(({ kind }) => kind)),
      textArray(leaves.map(({ subject }) => subject)),
      textArray(leaves.map(({ body }) => body.toString("utf8"))),
      leaves[0]?.loggedAt,
    ],
  );
}

/** Returns the subjects of this kind that are in the log. */
export async function loggedSubjects(
  queryable: Queryable,
  { generation }: Log,
  { kind, subjects }: { readonly kind: string; readonly subjects: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ subject: string }>(
    `select subject from transparency_log_leaves
     where generation = $1 and kind = $2 and subject = any($3::text[])`,
    [generation, kind, textArray(subjects)],
  );
  return new Set(rows.map(({ subject }) => subject));
}

/** Returns the newest leaf, or the newest one of a kind. */
export async function newestLeaf(
  queryable: Queryable,
  { generation }: Log,
  kind?: string,
): Promise<LeafRow | undefined> {
  const ofKind = kind === undefined ? "" : "and kind = $2";
  const [row] = await queryable.query<LeafRow>(
    `select index::float8 as index, kind, subject, body, logged_at as "loggedAt"
     from transparency_log_leaves where generation = $1 ${ofKind} order by index desc limit 1`,
    kind === undefined ? [generation] : [generation, kind],
  );
  return row;
}

/** Returns the bodies of `count` leaves from `from`. Returns fewer if the log is shorter. */
export async function readBodies(
  queryable: Queryable,
  { generation }: Log,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<Buffer[]> {
  const rows = await queryable.query<{ body: Buffer }>(
    `select body from transparency_log_leaves
     where generation = $1 and index >= $2 and index < $3 order by index`,
    [generation, from, from + count],
  );
  return rows.map(({ body }) => body);
}

export interface PlacedHash extends Place {
  readonly hash: Hash;
}

export async function insertNodes(
  tx: DatabaseTransaction,
  { generation }: Log,
  nodes: readonly PlacedHash[],
): Promise<void> {
  await tx.query(
    `insert into transparency_log_nodes (generation, level, index, hash)
     select $1, level, index, hash
     from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as t(level, index, hash)`,
    [
      generation,
      numberArray(nodes.map(({ level }) => level)),
      numberArray(nodes.map(({ index }) => index)),
      nodes.map(({ hash }) => Buffer.from(hash)),
    ],
  );
}

/** Returns the hashes at these places. Throws if one is missing. */
export async function readNodes(
  queryable: Queryable,
  { generation }: Log,
  places: readonly Place[],
): Promise<Hash[]> {
  const rows = await queryable.query<{ hash: Buffer }>(
    `select n.hash from unnest($2::smallint[], $3::bigint[]) with ordinality as t(level, index, number)
       join transparency_log_nodes n on n.generation = $1 and n.level = t.level and n.index = t.index
     order by t.number`,
    [
      generation,
      numberArray(places.map(({ level }) => level)),
      numberArray(places.map(({ index }) => index)),
    ],
  );
  if (rows.length !== places.length) throw new Error("nodes of the log are missing");
  return rows.map(({ hash }) => Uint8Array.from(hash));
}

/** Returns the hash of each node, which may be incomplete. */
export async function readRanges(
  queryable: Queryable,
  log: Log,
  ranges: readonly Range[],
): Promise<Hash[]> {
  const places = ranges.map(completeNodes);
  const hashes = await readNodes(queryable, log, places.flat());
  let at = 0;
  return places.map(({ length }) => {
    const own = hashes.slice(at, at + length);
    at += length;
    return joinHashes(own);
  });
}

/** Returns the hashes of a tile. Returns fewer if the log has fewer. */
export async function readTile(
  queryable: Queryable,
  { generation }: Log,
  { level, index, width }: Tile & { readonly level: number },
): Promise<Buffer[]> {
  const from = index * TILE_WIDTH;
  const rows = await queryable.query<{ hash: Buffer }>(
    `select hash from transparency_log_nodes
     where generation = $1 and level = $2 and index >= $3 and index < $4 order by index`,
    [generation, level * TILE_HEIGHT, from, from + width],
  );
  return rows.map(({ hash }) => hash);
}
