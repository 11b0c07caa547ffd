/**
 * SQL statements for rates and their start times. Rows are never changed or deleted, so that every
 * posted rate can be looked up later.
 */
import type { BasisPoints } from "#economics";
import type { DatabaseTransaction, Queryable } from "#platform";

export interface Rate {
  readonly id: string;
  readonly productId: string;
  readonly apy: BasisPoints;
  readonly validFrom: Date;
  readonly source: string;
  readonly setBy: string;
}

const RATE = `id, product_id as "productId", apy_basis_points as apy, valid_from as "validFrom", source, set_by as "setBy"`;

/** Prevents other transactions from posting a rate until the end of this transaction. */
export async function lockRates(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('earn/rates', 0))");
}

/** Returns all rates of a product, oldest first. */
export async function ratesOf(queryable: Queryable, productId: string): Promise<Rate[]> {
  return queryable.query<Rate>(
    `select ${RATE} from earn_rates where product_id = $1 order by valid_from`,
    [productId],
  );
}

/** Returns all rates of all products, oldest first. */
export async function allRates(queryable: Queryable): Promise<Rate[]> {
  return queryable.query<Rate>(`select ${RATE} from earn_rates order by valid_from`);
}

/** Returns the rate in force at a time. `rates` must be the rates of one product, oldest first. */
export function rateAt(rates: readonly Rate[], at: Date): Rate {
  const rate = rates.findLast(({ validFrom }) => validFrom <= at);
  if (!rate) throw new Error(`no rate at ${at.toISOString()}: is the clock right?`);
  return rate;
}

export async function insertRate(tx: DatabaseTransaction, rate: Rate): Promise<void> {
  await tx.query(
    `insert into earn_rates (id, product_id, apy_basis_points, valid_from, source, set_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [rate.id, rate.productId, rate.apy, rate.validFrom, rate.source, rate.setBy],
  );
}
