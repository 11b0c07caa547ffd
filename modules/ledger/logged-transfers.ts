/**
 * Reads transfers for the public log, in the order of the accounts that pay and of the entries of
 * each account. An account's entries are numbered without gaps in the order of their commits, so a
 * transfer that commits late is never skipped.
 */
import type { LoggedTransfer } from "#log";
import type { Queryable } from "#platform";
import { codeName } from "./codes.ts";
import { TRANSFER_KINDS } from "./transfer.ts";

/** Entries of an account that pays, after `fromVersion` up to `toVersion`. */
export interface EntryRange {
  readonly account: bigint;
  readonly fromVersion: bigint;
  readonly toVersion: bigint;
}

export interface PlacedTransfer extends LoggedTransfer {
  /** Number of the account that pays. */
  readonly account: bigint;
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly code: number;
  readonly kind: number;
  readonly asset: number;
  readonly amount: bigint;
  readonly account: bigint;
  readonly debit: string;
  readonly debitVersion: bigint;
  readonly credit: string;
  readonly creditVersion: bigint;
}

/** Accounts of users are only numbers, because names of accounts contain the user's id. */
const nameOf = (account: string) =>
  `case when ${account}.user_id is null then ${account}.name else 'user:' || ${account}.id end`;

const COLUMNS = `t.id, t.at, t.code, t.kind, t.asset, t.amount, t.debit as account, ${nameOf("d")} as debit,
  t.d_ver as "debitVersion", ${nameOf("c")} as credit, t.c_ver as "creditVersion"`;

/**
 * Returns the next transfers. `cursors` is an SQL query for the `version` of the last entry read of
 * each `account`. Everything is read in one snapshot.
 */
export async function transfersAfter(
  queryable: Queryable,
  cursors: string,
  limit: number,
): Promise<PlacedTransfer[]> {
  const rows = await queryable.query<Row>(
    `select ${COLUMNS}
     from ledger_accounts d left join (${cursors}) as read on read.account = d.id
       cross join lateral (
         select * from ledger_transfers own
         where own.debit = d.id and own.d_ver > coalesce(read.version, 0) order by own.d_ver limit $1
       ) as t
       join ledger_accounts c on c.id = t.credit
     where d.version > coalesce(read.version, 0)
     order by d.id, t.d_ver limit $1`,
    [limit],
  );
  return rows.map(asTransfer);
}

/** Returns the transfers of these entries, in the order of `transfersAfter`. */
export async function transfersIn(
  queryable: Queryable,
  ranges: readonly EntryRange[],
): Promise<PlacedTransfer[]> {
  const rows = await queryable.query<Row>(
    `select ${COLUMNS}
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as range(account, from_version, to_version)
       join ledger_transfers t on t.debit = range.account and t.d_ver > range.from_version and t.d_ver <= range.to_version
       join ledger_accounts d on d.id = t.debit join ledger_accounts c on c.id = t.credit
     order by t.debit, t.d_ver`,
    [
      ranges.map(({ account }) => account),
      ranges.map(({ fromVersion }) => fromVersion),
      ranges.map(({ toVersion }) => toVersion),
    ],
  );
  return rows.map(asTransfer);
}

/** Returns the account that pays and the number of its entry. */
export async function findEntry(
  queryable: Queryable,
  transferId: string,
): Promise<{ readonly account: bigint; readonly version: bigint } | undefined> {
  const [row] = await queryable.query<{ account: bigint; version: bigint }>(
    "select debit as account, d_ver as version from ledger_transfers where id = $1",
    [transferId],
  );
  return row;
}

function asTransfer({ code, kind, asset, ...row }: Row): PlacedTransfer {
  return {
    ...row,
    code: codeName(code),
    kind: TRANSFER_KINDS[kind] ?? "plain",
    asset: asset === 1 ? "BTC" : "USD",
  };
}
