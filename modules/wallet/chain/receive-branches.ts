/**
 * Manages the branches from which deposit addresses are derived. A restored database does not know
 * which addresses were issued after the backup was made. It therefore continues on a random new
 * branch, which differs from the branches of all lost databases.
 */
import { randomInt } from "node:crypto";
import type { DatabaseTransaction, Queryable } from "#platform";

export interface ReceiveBranch {
  readonly branch: number;
  /** Smallest index issued on this branch. */
  readonly firstIndex: number;
}

const FIRST = 2;
/** First hardened index (BIP32). Hardened indexes cannot be derived from a public key. */
const END = 2 ** 31;

/**
 * Starts a new receive branch. It becomes the newest branch even if the clock was ahead when the
 * previous branch was started.
 */
export async function startReceiveBranch(tx: DatabaseTransaction): Promise<ReceiveBranch> {
  const branch = randomInt(FIRST, END);
  const [row] = await tx.query<{ firstIndex: bigint }>(
    `insert into wallet_receive_branches (branch, first_index, started_at)
     select $1, last_value, greatest(clock_timestamp(),
       (select max(started_at) + interval '1 microsecond' from wallet_receive_branches where isfinite(started_at)))
     from wallet_deposit_index
     returning first_index as "firstIndex"`,
    [branch],
  );
  return { branch, firstIndex: Number(row?.firstIndex) };
}

/** Returns all branches except branch 0. */
export async function listReceiveBranches(queryable: Queryable): Promise<ReceiveBranch[]> {
  const rows = await queryable.query<{ branch: number; firstIndex: bigint }>(
    `select branch, first_index as "firstIndex" from wallet_receive_branches order by started_at, branch`,
  );
  return rows.map(({ branch, firstIndex }) => ({ branch, firstIndex: Number(firstIndex) }));
}

/**
 * Records a branch so that later backups contain it. No new addresses are derived on this branch.
 */
export async function recallReceiveBranch(
  tx: DatabaseTransaction,
  { branch, firstIndex }: ReceiveBranch,
): Promise<void> {
  await tx.query(
    `insert into wallet_receive_branches (branch, first_index, started_at) values ($1, $2, '-infinity')
     on conflict do nothing`,
    [branch, firstIndex],
  );
}
