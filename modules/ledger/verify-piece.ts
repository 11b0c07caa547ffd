/**
 * Verifies a part of the ledger: some accounts, in order of their ids. Verification of an account
 * continues after its last verified transfer and reads a limited number of transfers. A single SQL
 * statement reads everything in one snapshot.
 */
import type { Queryable } from "#platform";
import { CLASSES } from "./accounts.ts";

const ACCOUNTS_MAX = 2_000;
/**
 * Maximum number of transfers per SQL statement, which limits a statement to a few tenths of a
 * second.
 */
const TRANSFERS_MAX = 50_000;

/** The last verified transfer of an account, and the balance after it. */
export interface Proven {
  readonly account: bigint;
  readonly version: bigint;
  readonly balance: bigint;
}

export interface PieceRow extends Proven {
  readonly name: string;
  /** True if the account's last transfer is verified. */
  readonly isEnd: boolean;
  /** First wrong version. Null if all versions are correct. */
  readonly badVersion: bigint | null;
  readonly expectedVersion: bigint;
  readonly badBalance: bigint | null;
  readonly expectedBalance: bigint;
  /** Sum of the account's open holds. Null if the sum equals the balance or was not checked. */
  readonly openHolds: bigint | null;
  readonly storedBalance: bigint;
  /** Number of transfers that do not match the account or the hold that they end. */
  readonly misfits: bigint;
}

/**
 * Verifies a part. `start` is the last verified transfer of one account. All other accounts are
 * verified from their first transfer on or, with `onlyNew`, after their last verified transfer.
 */
export async function readPiece(
  queryable: Queryable,
  { after, start, onlyNew }: { after: bigint; start: Proven | undefined; onlyNew: boolean },
): Promise<PieceRow[]> {
  const proven = onlyNew ? "left join ledger_proven p on p.account = a.id" : "";
  const [version, balance] = onlyNew
    ? ["coalesce(p.version, 0)", "coalesce(p.balance, 0)"]
    : ["0", "0"];
  return queryable.query<PieceRow>(
    `with candidate as (
      select a.*,
        case when a.id = $2 then $3::bigint else ${version} end as from_version,
        case when a.id = $2 then $4::bigint else ${balance} end as from_balance
      from ledger_accounts a ${proven}
      where (a.id > $1 or a.id = $2) ${onlyNew ? "and (a.version, a.balance) is distinct from (p.version, p.balance)" : ""}
      order by a.id limit ${ACCOUNTS_MAX}
    ), counted as (
      select *, sum(greatest(version - from_version, 0)) over (order by id) - greatest(version - from_version, 0) as before
      from candidate
    ), part as (
      select *, least(version, from_version + ${TRANSFERS_MAX}) as to_version
      from counted where before < ${TRANSFERS_MAX}
    ), entry as (
      select part.id as account, t.*, row_number() over own + part.from_version as expected_version,
        sum(t.amount) over own + part.from_balance as expected_balance,
        t.asset = part.asset and (part.class = ${CLASSES.held}) = case when t.amount > 0 then t.kind = 1 else t.kind > 1 end
          and (t.amount > 0 or exists (select from ledger_transfers first where first.id = t.event))
          and (t.amount > 0 or t.kind < 2 or exists (
            select from ledger_transfers hold
            where hold.id = t.pending_id and hold.kind = 1 and hold.credit = part.id
              and case t.kind
                when 2 then hold.amount = -t.amount + coalesce((
                  select sum(r.amount) from ledger_transfers r where r.event = t.event and r.pending_id = hold.id and r.kind = 4), 0)
                when 3 then hold.amount = -t.amount and t.other = hold.debit
                else -t.amount < hold.amount and t.other = hold.debit end)) as fits
      from part cross join lateral (
        select d_ver as version, d_bal as balance, -amount as amount, credit as other, asset, kind, event, pending_id
          from ledger_transfers where debit = part.id and d_ver > from_version and d_ver <= to_version
        union all
        select c_ver, c_bal, amount, debit, asset, kind, event, pending_id
          from ledger_transfers where credit = part.id and c_ver > from_version and c_ver <= to_version
      ) as t
      window own as (partition by part.id order by t.version rows unbounded preceding)
    ), book as (
      select account, count(*) as transfers, sum(amount) as total,
        min(version) filter (where version <> expected_version) as bad_version,
        min(expected_version) filter (where version <> expected_version) as bad_expected_version,
        (array_agg(balance order by version) filter (where balance <> expected_balance))[1] as bad_balance,
        (array_agg(expected_balance order by version) filter (where balance <> expected_balance))[1] as bad_expected,
        count(*) filter (where fits is not true) as misfits
      from entry group by account
    ), judged as (
      select part.*, part.balance as stored_balance, coalesce(transfers, 0) as transfers, from_balance + coalesce(total, 0) as total, bad_version,
        bad_expected_version, bad_balance, bad_expected, coalesce(misfits, 0) as misfits, to_version = version as is_end,
        -- beyond the last one that the account knows of
        (select max(version) from (
          select max(d_ver) as version from ledger_transfers where debit = part.id and d_ver > part.version
          union all select max(c_ver) from ledger_transfers where credit = part.id and c_ver > part.version) as later) as beyond,
        case when class = ${CLASSES.held} and to_version = version then
          (select coalesce(sum(amount), 0) from ledger_open_holds where account = part.id) end as open_holds
      from part left join book on book.account = part.id
    )
    select id as account, name, to_version as version, total::bigint as balance, is_end as "isEnd",
      case when bad_version is not null or transfers <> to_version - from_version or beyond is not null then
        coalesce(bad_version, beyond, from_version + transfers) end::bigint as "badVersion",
      coalesce(bad_expected_version, to_version)::bigint as "expectedVersion",
      case when bad_balance is not null or (is_end and stored_balance <> total) then
        coalesce(bad_balance, stored_balance) end::bigint as "badBalance",
      coalesce(bad_expected, total)::bigint as "expectedBalance",
      nullif(open_holds, stored_balance)::bigint as "openHolds", stored_balance as "storedBalance",
      misfits::bigint as misfits
    from judged order by id`,
    [after, start?.account ?? null, start?.version ?? 0n, start?.balance ?? 0n],
  );
}
