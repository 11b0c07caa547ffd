/**
 * SQL statements for transactions that spent the wallet's coins but were missing from this
 * database, and for the withdrawals that they may have paid.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Purpose } from "../books/withdrawal-legs.ts";
import type { Outpoint } from "../chain/coins-table.ts";
import { BEFORE_SIGNED, SENDABLE } from "../withdrawals/withdrawal-states.ts";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";

export interface UnrecordedPayment {
  readonly txid: string;
  readonly foundAt: Date;
  /** Amount that matches no withdrawal in this database. */
  readonly unexplainedSats: bigint;
  /** Recipients of the unexplained amount. */
  readonly addresses: readonly string[];
  /** Block height; null if the transaction is not in the chain. */
  readonly height: number | null;
}

export async function insertUnrecorded(
  tx: DatabaseTransaction,
  payment: Omit<UnrecordedPayment, "height">,
): Promise<void> {
  await tx.query(
    `insert into wallet_unrecorded_payments (txid, found_at, unexplained_sats, addresses)
     values ($1, $2, $3, $4) on conflict (txid) do nothing`,
    [payment.txid, payment.foundAt, payment.unexplainedSats, payment.addresses],
  );
}

/** Returns transactions that wait for an administrator's decision, oldest first. */
export async function listUnrecorded(queryable: Queryable): Promise<UnrecordedPayment[]> {
  return queryable.query<UnrecordedPayment>(
    `select txid, found_at as "foundAt", unexplained_sats as "unexplainedSats", addresses,
       greatest((select max(spent_height) from wallet_coins c where c.spent_txid = p.txid),
         (select max(spent_height) from wallet_cold_coins c where c.spent_txid = p.txid)) as height
     from wallet_unrecorded_payments p where booked_at is null order by found_at, txid`,
  );
}

export async function markBooked(
  tx: DatabaseTransaction,
  txids: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query("update wallet_unrecorded_payments set booked_at = $2 where txid = any($1)", [
    txids,
    now,
  ]);
}

/**
 * Returns those of the given transactions that were recorded as missing, and whether an
 * administrator has decided about them.
 */
export async function findUnrecorded(
  queryable: Queryable,
  txids: readonly string[],
): Promise<{ readonly txid: string; readonly isBooked: boolean }[]> {
  return queryable.query(
    `select txid, booked_at is not null as "isBooked" from wallet_unrecorded_payments where txid = any($1)`,
    [txids],
  );
}

interface Wanted {
  readonly scriptHex: string;
  readonly amountSats: bigint;
  readonly purposes: readonly Purpose[];
  /** Ids of withdrawals already matched to this transaction. */
  readonly except: readonly string[];
  readonly spent: readonly Outpoint[];
}

/**
 * Locks and returns the oldest payment with exactly this script and amount that is unsigned, or
 * that was signed again with the same coins.
 */
export async function lockUnpaid(
  tx: DatabaseTransaction,
  { scriptHex, amountSats, purposes, except, spent }: Wanted,
): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
     where (state = any($1) or (state = any($6) and coalesce(paid_with, id) in (
         select reserved_by from wallet_coins
           join unnest($7::text[], $8::bigint[]) as o(spent_id, spent_vout) on spent_id = txid and spent_vout = vout)))
       and script_hex = $2 and amount_sats - fee_sats = $3 and purpose = any($4) and id <> all($5)
     order by requested_at, id limit 1 for update`,
    [
      BEFORE_SIGNED,
      scriptHex,
      amountSats,
      purposes,
      except,
      SENDABLE,
      spent.map(({ txid }) => txid),
      spent.map(({ vout }) => vout),
    ],
  );
  return row;
}
