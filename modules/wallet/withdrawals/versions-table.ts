/**
 * SQL statements for the signed versions of payments that have more than one version. A batch's
 * versions are stored under its first payment.
 */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import { listBatch } from "./payment-batches.ts";
import type { WithdrawalRow } from "./withdrawals-table.ts";

export interface VersionRow {
  readonly txid: string;
  readonly withdrawalId: string;
  readonly number: number;
  readonly rawHex: string;
  readonly virtualSize: number;
  /** The transaction's total miner's fee. */
  readonly minerFeeSats: bigint;
  readonly signedAt: Date;
}

const COLUMNS = `txid, withdrawal_id as "withdrawalId", number, raw_hex as "rawHex", virtual_size as "virtualSize",
  miner_fee_sats as "minerFeeSats", signed_at as "signedAt"`;

/** Stores a version, unless it is already stored. */
export async function keepVersion(tx: DatabaseTransaction, version: VersionRow): Promise<void> {
  const { txid, withdrawalId, number, rawHex, virtualSize, minerFeeSats, signedAt } = version;
  await tx.query(
    `insert into wallet_versions (txid, withdrawal_id, number, raw_hex, virtual_size, miner_fee_sats, signed_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (txid) do nothing`,
    [txid, withdrawalId, number, rawHex, virtualSize, minerFeeSats, signedAt],
  );
}

/** Returns all versions of a payment, oldest first; empty if there is only one. */
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

/**
 * Returns the payments of which one of these transactions is a version but not the current one.
 * Each payment is returned with that version's txid.
 */
export async function findByOtherVersion(
  queryable: Queryable,
  txids: readonly string[],
): Promise<WithdrawalRow[]> {
  const versions = await findVersions(queryable, txids);
  const payments: WithdrawalRow[] = [];
  for (const { txid, withdrawalId } of versions) {
    const batch = await listBatch(queryable, withdrawalId);
    for (const payment of batch) if (payment.txid !== txid) payments.push({ ...payment, txid });
  }
  return payments;
}

/** Returns SQL for the amount that a payment's bumps added to the fee, up to the given version. */
const addedUpTo = (version: "v" | "own", whose = "true") =>
  `(select coalesce(sum(b.cost_sats), 0)::bigint from wallet_bumps b where b.withdrawal_id = w.id
      and b.number <= ${version}.number and b.state in ('signed', 'returned') and ${whose})`;

/** Adds the whole fee difference to the share of the withdrawal whose bump was requested. */
const TAKE = `update wallet_withdrawals w set txid = v.txid, signed_at = v.signed_at,
    raw_hex = case when w.paid_with is null then v.raw_hex end,
    virtual_size = case when w.paid_with is null then v.virtual_size end,
    miner_fee_sats = w.miner_fee_sats + ${addedUpTo("v")} - ${addedUpTo("own")},
    bump_sats = ${addedUpTo("v", "b.paid_by = 'user'")}
  from wallet_versions v, wallet_versions own
  where w.txid = own.txid and own.withdrawal_id = v.withdrawal_id and w.txid <> v.txid`;

/** Makes mined versions the current versions of their payments. */
export async function takeMined(tx: DatabaseTransaction, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  await tx.query(`${TAKE} and v.txid = any($1)`, [textArray(txids)]);
}

/**
 * Returns versions that one of these mined transactions made impossible, each with that
 * transaction's id.
 */
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
 * Makes the newest version, which pays the highest fee, current again for payments that are no
 * longer in a block. For a settled payment, selects the newest version whose fee was paid. If
 * another payment spends the payment's change, the current version stays.
 */
export async function takeNewest(
  tx: DatabaseTransaction,
  payments: readonly Pick<WithdrawalRow, "id">[],
): Promise<void> {
  if (payments.length === 0) return;
  await tx.query(
    `${TAKE} and w.height is null and w.id = any($1)
       and not exists (select from wallet_coins c where c.txid = w.txid and c.reserved_by is not null)
       and v.number = (select max(known.number) from wallet_versions known where known.withdrawal_id = v.withdrawal_id
         and (w.book <> 'posted' or known.number = 0 or exists (
           select from wallet_bumps b join wallet_withdrawals p on p.id = b.withdrawal_id
           where v.withdrawal_id in (p.id, p.paid_with) and b.number = known.number and b.state = 'signed')))`,
    [textArray(payments.map(({ id }) => id))],
  );
}
