/** Every transaction that was signed for a payment, once there is more than one. */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import { findWithdrawal, type WithdrawalRow } from "./withdrawals-table.ts";

export interface VersionRow {
  readonly txid: string;
  readonly withdrawalId: string;
  readonly number: number;
  readonly rawHex: string;
  readonly virtualSize: number;
  readonly minerFeeSats: bigint;
  readonly bumpSats: bigint;
  readonly signedAt: Date;
}

const COLUMNS = `txid, withdrawal_id as "withdrawalId", number, raw_hex as "rawHex", virtual_size as "virtualSize",
  miner_fee_sats as "minerFeeSats", bump_sats as "bumpSats", signed_at as "signedAt"`;

/** One that is known stays as it is. */
export async function keepVersion(tx: DatabaseTransaction, version: VersionRow): Promise<void> {
  const { txid, withdrawalId, number, rawHex, virtualSize, minerFeeSats, bumpSats, signedAt } =
    version;
  await tx.query(
    `insert into wallet_versions (txid, withdrawal_id, number, raw_hex, virtual_size, miner_fee_sats, bump_sats, signed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (txid) do nothing`,
    [txid, withdrawalId, number, rawHex, virtualSize, minerFeeSats, bumpSats, signedAt],
  );
}

/** Of one payment, oldest first; empty while there is one transaction only. */
export async function listVersions(
  queryable: Queryable,
  withdrawalId: string,
): Promise<VersionRow[]> {
  return queryable.query<VersionRow>(
    `select ${COLUMNS} from wallet_versions where withdrawal_id = $1 order by number`,
    [withdrawalId],
  );
}

export async function findVersions(
  queryable: Queryable,
  txids: readonly string[],
): Promise<VersionRow[]> {
  if (txids.length === 0) return [];
  return queryable.query<VersionRow>(
    `select ${COLUMNS} from wallet_versions where txid = any($1)`,
    [textArray(txids)],
  );
}

/** Payments that these transactions would pay, which are not their own now: each with that txid. */
export async function findByOtherVersion(
  queryable: Queryable,
  txids: readonly string[],
): Promise<WithdrawalRow[]> {
  const versions = await findVersions(queryable, txids);
  const payments: WithdrawalRow[] = [];
  for (const { txid, withdrawalId } of versions) {
    const payment = await findWithdrawal(queryable, withdrawalId);
    if (payment && payment.txid !== txid) payments.push({ ...payment, txid });
  }
  return payments;
}

const TAKE = `update wallet_withdrawals w set txid = v.txid, raw_hex = v.raw_hex, virtual_size = v.virtual_size,
    miner_fee_sats = v.miner_fee_sats, bump_sats = v.bump_sats, signed_at = v.signed_at
  from wallet_versions v where w.id = v.withdrawal_id and w.txid <> v.txid`;

/** These are in a block: each is its payment's own now. */
export async function takeMined(tx: DatabaseTransaction, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  await tx.query(`${TAKE} and v.txid = any($1)`, [textArray(txids)]);
}

/** Transactions that can never be mined while these are: each with the one that took its place. */
export async function listOvertaken(
  queryable: Queryable,
  txids: readonly string[],
): Promise<{ readonly txid: string; readonly by: string }[]> {
  return queryable.query(
    `select other.txid, mined.txid as by from wallet_versions mined
       join wallet_versions other on other.withdrawal_id = mined.withdrawal_id and other.txid <> mined.txid
     where mined.txid = any($1)`,
    [textArray(txids)],
  );
}

/**
 * No block holds them any more: the newest pays the most; of one that is out of the books it is the
 * one that these know. One whose change was spent again stays: a payment of ours builds on it.
 */
export async function takeNewest(
  tx: DatabaseTransaction,
  payments: readonly Pick<WithdrawalRow, "id">[],
): Promise<void> {
  if (payments.length === 0) return;
  await tx.query(
    `${TAKE} and w.height is null and w.id = any($1)
       and not exists (select from wallet_coins c where c.txid = w.txid and c.reserved_by is not null)
       and v.number = (select max(number) from wallet_versions known where known.withdrawal_id = w.id
         and known.miner_fee_sats <= coalesce(w.settled_fee_sats, known.miner_fee_sats))`,
    [textArray(payments.map(({ id }) => id))],
  );
}
