/** SQL statements for the moves of trailing stops in replays. */
import type { Queryable } from "#platform";

interface Move {
  readonly id: string;
  readonly price: number | undefined;
}

/** Stores the stops' current prices, which they reached after `since` and until `at`. */
export async function storeMoves(
  queryable: Queryable,
  moves: readonly Move[],
  { since, at }: { readonly since: Date; readonly at: Date },
): Promise<void> {
  const priced = moves.filter(({ price }) => price !== undefined);
  if (priced.length === 0) return;
  await queryable.query(
    `with moved as (select id, price from jsonb_to_recordset($1::jsonb) as one(id text, price int)),
       pending as (
         update forex_orders set price = moved.price from moved
         where forex_orders.id = moved.id and forex_orders.state = 'PENDING'
       )
     insert into forex_trailing_moves (order_id, since, at, price)
     select id, $2, $3, price from moved on conflict do nothing`,
    [JSON.stringify(priced), since, at],
  );
}

export interface StoredMove {
  readonly since: Date;
  readonly at: Date;
  readonly price: number;
}

/** Returns a stop's last move until a time and its first move after that time. */
export async function movesAround(
  queryable: Queryable,
  orderId: string,
  at: Date,
): Promise<{ readonly before: StoredMove | undefined; readonly after: StoredMove | undefined }> {
  const move = "select since, at, price from forex_trailing_moves where order_id = $1";
  const [[before], [after]] = await Promise.all([
    queryable.query<StoredMove>(`${move} and at <= $2 order by at desc limit 1`, [orderId, at]),
    queryable.query<StoredMove>(`${move} and at > $2 order by at limit 1`, [orderId, at]),
  ]);
  return { before, after };
}
