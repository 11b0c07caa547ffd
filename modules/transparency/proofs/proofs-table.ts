/** SQL statements for proofs of liabilities: roots, tree nodes and the users' own leaves. */
import { NODE_BYTES, readNode, type SumNode, type SumTree } from "#proofs";
import {
  beginSlice,
  deleteInBatches,
  uuidArray,
  type Database,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import type { PlacedAmount } from "./split-amounts.ts";

export interface Proof {
  readonly id: string;
  readonly height: number;
  readonly blockHash: string;
  readonly takenAt: Date;
  /** Number of leaves, including the zero leaves that fill the tree. */
  readonly leaves: number;
  readonly digest: Buffer;
  readonly sumSats: bigint;
  /** Part of the sum that is in the users' ledger accounts, available and held. */
  readonly ledgerSats: bigint;
}

/** Nodes per row of `transparency_nodes`. */
export const CHUNK_NODES = 1_024;
const CHUNK_BYTES = CHUNK_NODES * NODE_BYTES;
/** Rows per statement. Formatting the parameters of a statement blocks requests of users. */
const ROWS_MAX = 4;
const USERS_MAX = 250;

const COLUMNS = `id, height, block_hash as "blockHash", taken_at as "takenAt", leaves, digest, sum_sats as "sumSats", ledger_sats as "ledgerSats"`;

export async function insertProof(tx: DatabaseTransaction, proof: Proof): Promise<void> {
  await tx.query(
    `insert into transparency_proofs (id, height, block_hash, taken_at, leaves, digest, sum_sats, ledger_sats)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      proof.id,
      proof.height,
      proof.blockHash,
      proof.takenAt,
      proof.leaves,
      proof.digest,
      proof.sumSats,
      proof.ledgerSats,
    ],
  );
}

export async function insertNodes(
  tx: DatabaseTransaction,
  proofId: string,
  { levels }: SumTree,
): Promise<void> {
  const slice = beginSlice();
  for (const [level, { bytes }] of levels.entries()) {
    const chunks = Array.from(
      { length: Math.ceil(bytes.length / CHUNK_BYTES) },
      (_, chunk) => chunk,
    );
    for (let from = 0; from < chunks.length; from += ROWS_MAX) {
      const some = chunks.slice(from, from + ROWS_MAX);
      await slice.next();
      await tx.query(
        `insert into transparency_nodes (proof_id, level, chunk, bytes)
         select $1, $2, chunk, bytes from unnest($3::int[], $4::bytea[]) as t(chunk, bytes)`,
        [
          proofId,
          level,
          some,
          some.map((chunk) => bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES)),
        ],
      );
    }
  }
}

export async function insertLeaves(
  tx: DatabaseTransaction,
  proofId: string,
  placed: readonly PlacedAmount[],
): Promise<void> {
  const slice = beginSlice();
  for (let from = 0; from < placed.length; from += USERS_MAX) {
    const some = placed.slice(from, from + USERS_MAX);
    await slice.next();
    await tx.query(
      `insert into transparency_leaves (proof_id, user_id, account_number, places, sats)
       select $1, user_id, number, places::int[], sats::bigint[]
       from unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[]) as t(user_id, number, places, sats)`,
      [
        proofId,
        uuidArray(some.map(({ userId }) => userId)),
        some.map(({ accountNumber }) => accountNumber),
        some.map(({ places }) => `{${places.join(",")}}`),
        some.map(({ sats }) => `{${sats.join(",")}}`),
      ],
    );
  }
}

export async function findProof(queryable: Queryable, id: string): Promise<Proof | undefined> {
  const [row] = await queryable.query<Proof>(
    `select ${COLUMNS} from transparency_proofs where id = $1`,
    [id],
  );
  return row;
}

/** Returns proofs, newest first. `before` is the time of the last proof of the previous page. */
export async function listProofs(
  queryable: Queryable,
  { limit, before }: { readonly limit: number; readonly before?: Date | undefined },
): Promise<Proof[]> {
  return queryable.query<Proof>(
    `select ${COLUMNS} from transparency_proofs where $1::timestamptz is null or taken_at < $1
     order by taken_at desc limit $2`,
    [before ?? null, limit],
  );
}

export async function newestProof(queryable: Queryable): Promise<Proof | undefined> {
  const [proof] = await listProofs(queryable, { limit: 1 });
  return proof;
}

/** Returns the leaves of a chunk, or undefined if they were deleted or never existed. */
export async function readLeaves(
  queryable: Queryable,
  proofId: string,
  chunk: number,
): Promise<SumNode[] | undefined> {
  const [row] = await queryable.query<{ bytes: Buffer }>(
    "select bytes from transparency_nodes where proof_id = $1 and level = 0 and chunk = $2",
    [proofId, chunk],
  );
  if (!row) return undefined;
  return Array.from({ length: row.bytes.length / NODE_BYTES }, (_, index) => readNode(row, index));
}

export interface OwnLeaves {
  readonly accountNumber: bigint;
  readonly places: readonly number[];
  readonly sats: readonly bigint[];
}

export async function findOwnLeaves(
  queryable: Queryable,
  proofId: string,
  userId: string,
): Promise<OwnLeaves | undefined> {
  const [row] = await queryable.query<Omit<OwnLeaves, "sats"> & { readonly sats: string[] }>(
    `select account_number as "accountNumber", places, sats::text[] as sats from transparency_leaves
     where proof_id = $1 and user_id = $2`,
    [proofId, userId],
  );
  return row && { ...row, sats: row.sats.map(BigInt) };
}

/** Returns the siblings on the way from the leaf to the root. */
export async function readPath(
  queryable: Queryable,
  { id, leaves }: Pick<Proof, "id" | "leaves">,
  place: number,
): Promise<SumNode[]> {
  const siblings = Array.from({ length: Math.log2(leaves) }, (_, level) => (place >> level) ^ 1);
  const chunks = siblings.map((index) => Math.floor(index / CHUNK_NODES));
  const rows = await queryable.query<{ level: number; bytes: Buffer }>(
    `select n.level, substr(n.bytes, (t.place * ${NODE_BYTES}) + 1, ${NODE_BYTES}) as bytes
     from unnest($2::int[], $3::int[]) with ordinality as t(chunk, place, number)
       join transparency_nodes n on n.proof_id = $1 and n.level = t.number - 1 and n.chunk = t.chunk
     order by n.level`,
    [id, chunks, siblings.map((index) => index % CHUNK_NODES)],
  );
  if (rows.length !== siblings.length) throw new Error(`the nodes of proof ${id} are incomplete`);
  return rows.map((row) => readNode(row, 0));
}

/** Deletes the nodes and leaves of old proofs. The roots stay. */
export async function sweepProofs(database: Database, takenBefore: Date): Promise<void> {
  const where = "proof_id in (select id from transparency_proofs where taken_at < $1)";
  for (const table of ["transparency_leaves", "transparency_nodes"])
    await deleteInBatches(database, table, { where, values: [takenBefore] });
}

/** Deletes the user's leaves, when the account is deleted. */
export async function forgetLeaves(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from transparency_leaves where user_id = $1", [userId]);
}
