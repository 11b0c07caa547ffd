/** SQL statements for blocks that a reorg removed from the chain. */
import type { DatabaseTransaction, Queryable } from "#platform";

export interface UndoneBlock {
  readonly hash: string;
  readonly height: number;
  readonly undoneAt: Date;
  /** The last block before the reorg. Until then, the undone block was in the chain. */
  readonly untilHeight: number;
  readonly untilHash: string;
}

interface Undoing {
  readonly height: number;
  readonly hash: string;
  /** True for the last block before the reorg, which is undone first. */
  readonly isFirst: boolean;
  readonly now: Date;
}

/**
 * Records a block that is being undone, with its payments. Call this before the payments are
 * changed. Blocks are undone one after the other, so a later one inherits the end of the chain from
 * the one before.
 */
export async function insertUndoneBlock(
  tx: DatabaseTransaction,
  { height, hash, isFirst, now }: Undoing,
): Promise<void> {
  await tx.query(
    `insert into wallet_undone_blocks (hash, height, txids, undone_at, until_height, until_hash)
     select $2, $1, array(
         select txid from wallet_withdrawals where height = $1
         union select txid from wallet_deposits where height = $1),
       $4, coalesce(last.until_height, $1), coalesce(last.until_hash, $2)
     from (select 1) as one left join lateral (
       select until_height, until_hash from wallet_undone_blocks
       where not $3 and height = $1 + 1 order by position desc limit 1) as last on true`,
    [height, hash, isFirst, now],
  );
}

const COLUMNS = `hash, height, undone_at as "undoneAt", until_height as "untilHeight", until_hash as "untilHash"`;

/** Returns the last reorg that removed the block, or undefined if none did. */
export async function findUndoneBlock(
  queryable: Queryable,
  hash: string,
): Promise<UndoneBlock | undefined> {
  const [row] = await queryable.query<UndoneBlock>(
    `select ${COLUMNS} from wallet_undone_blocks where hash = $1 order by position desc limit 1`,
    [hash],
  );
  return row;
}

/** Returns the last reorg that removed the transaction's block, or undefined if none did. */
export async function findUndoneBlockOf(
  queryable: Queryable,
  txid: string,
): Promise<UndoneBlock | undefined> {
  const [row] = await queryable.query<UndoneBlock>(
    `select ${COLUMNS} from wallet_undone_blocks where txids @> array[$1::text]
     order by position desc limit 1`,
    [txid],
  );
  return row;
}
