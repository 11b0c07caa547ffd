/** SQL statements for drawings. An account is a user or a replay. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Leaving } from "#treasury";

export interface DrawingRow {
  readonly id: string;
  readonly instrument: string;
  readonly kind: "trend" | "level" | "fibonacci";
  readonly firstAt: Date;
  /** Price as the market's integer. */
  readonly firstPrice: number;
  /** Null for a level. */
  readonly secondAt: Date | null;
  readonly secondPrice: number | null;
  readonly version: number;
}

const COLUMNS = `id, instrument, kind, first_at as "firstAt", first_price as "firstPrice", second_at as "secondAt",
  second_price as "secondPrice", version`;

/** Returns all drawings of an account, at most as many as an account may keep. */
export async function drawingsOf(queryable: Queryable, accountId: string): Promise<DrawingRow[]> {
  return queryable.query<DrawingRow>(
    `select ${COLUMNS} from forex_drawings where account_id = $1 order by instrument, first_at, id`,
    [accountId],
  );
}

/**
 * Returns an account's drawings. Until the transaction ends, other transactions cannot add or
 * change drawings of this account.
 */
export async function lockDrawings(
  tx: DatabaseTransaction,
  accountId: string,
): Promise<DrawingRow[]> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `drawings ${accountId}`,
  ]);
  return drawingsOf(tx, accountId);
}

/** Adds or replaces a drawing. */
export async function saveDrawing(
  tx: DatabaseTransaction,
  accountId: string,
  drawing: DrawingRow,
): Promise<void> {
  const { id, instrument, kind, firstAt, firstPrice, secondAt, secondPrice, version } = drawing;
  await tx.query(
    `insert into forex_drawings
       (account_id, id, instrument, kind, first_at, first_price, second_at, second_price, version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, id) do update set instrument = $3, kind = $4, first_at = $5, first_price = $6,
       second_at = $7, second_price = $8, version = $9`,
    [accountId, id, instrument, kind, firstAt, firstPrice, secondAt, secondPrice, version],
  );
}

export async function deleteDrawing(
  tx: DatabaseTransaction,
  accountId: string,
  id: string,
): Promise<void> {
  await tx.query("delete from forex_drawings where account_id = $1 and id = $2", [accountId, id]);
}

/** Deletes the drawings of a deleted user and of the user's replays. */
export async function forgetDrawings(tx: DatabaseTransaction, { userId }: Leaving): Promise<void> {
  await tx.query(
    `delete from forex_drawings where account_id = $1
       or account_id in (select id from forex_replays where user_id = $1)`,
    [userId],
  );
}
