/** SQL statements for transactions from the hot to the cold wallet and their destinations. */
import type { DatabaseTransaction, Queryable } from "#platform";

/**
 * Kind under which cold-wallet transactions are stored. Like consolidations, they belong to no
 * payment, and only one transaction of the two kinds may be open at a time. The cold tables
 * distinguish them from consolidations.
 */
export const COLD_KIND = { kind: "consolidation", withdrawalId: null, parentTxid: null } as const;

export interface ColdMove {
  readonly id: string;
  readonly scriptHex: string;
  readonly amountSats: bigint;
}

export async function insertColdMove(tx: DatabaseTransaction, move: ColdMove): Promise<void> {
  await tx.query(
    "insert into wallet_cold_moves (id, script_hex, amount_sats) values ($1, $2, $3)",
    [move.id, move.scriptHex, move.amountSats],
  );
}

export async function findColdMove(
  queryable: Queryable,
  id: string,
): Promise<ColdMove | undefined> {
  const [row] = await queryable.query<ColdMove>(
    `select id, script_hex as "scriptHex", amount_sats as "amountSats" from wallet_cold_moves where id = $1`,
    [id],
  );
  return row;
}

/** Returns whether this transaction of the platform sends coins to or from the cold wallet. */
export async function isCold(queryable: Queryable, id: string): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_cold_moves where id = $1)
       or exists (select from wallet_cold_returns where id = $1) as "isFound"`,
    [id],
  );
  return row?.isFound ?? false;
}
