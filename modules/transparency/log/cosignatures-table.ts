/** SQL statements for the signatures of witnesses. */
import type { Queryable } from "#platform";
import type { Log } from "./log-table.ts";

/** Returns the signature lines of witnesses for the checkpoint of this size. */
export async function readCosignatures(
  queryable: Queryable,
  { generation }: Log,
  size: number,
): Promise<string[]> {
  const rows = await queryable.query<{ line: string }>(
    `select line from transparency_log_cosignatures where generation = $1 and size = $2
     order by witness`,
    [generation, size],
  );
  return rows.map(({ line }) => line);
}

/** Returns the size of the newest checkpoint that the witness has signed, or 0. */
export async function cosignedSize(
  queryable: Queryable,
  { generation }: Log,
  witness: string,
): Promise<number> {
  const [row] = await queryable.query<{ size: bigint | null }>(
    `select max(size) as size from transparency_log_cosignatures
     where generation = $1 and witness = $2`,
    [generation, witness],
  );
  return Number(row?.size ?? 0n);
}

export async function insertCosignature(
  queryable: Queryable,
  { generation }: Log,
  cosignature: {
    readonly size: number;
    readonly witness: string;
    readonly line: string;
    readonly receivedAt: Date;
  },
): Promise<void> {
  const { size, witness, line, receivedAt } = cosignature;
  await queryable.query(
    `insert into transparency_log_cosignatures (generation, size, witness, line, received_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [generation, size, witness, line, receivedAt],
  );
}
