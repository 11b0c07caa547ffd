-- What happened to a user's money, one row an event: all transfers with one cause belong together, the pay and the power of
-- one cause by UTC day. Derived from the transfers and counted up on demand, from the version up to which an account was
-- counted before, as ledger_days is.

-- As ledger_entries, with the event that an entry belongs to. Causes that name no single thing, such as 'debt', and entries
-- without one go by what was posted together. Codes 32 and 36: pay and power, which come every minute.
create view ledger_keyed_entries as
  select entry.*, case
      when cause is null or cause !~ '^([a-z]{3}_|[0-9a-f]{64}(:|$))' then posted::text
      when code in (32, 36) then cause || ' ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD')
      else cause
    end as key
  from (
    select id, event as posted, at, debit as account, d_ver as version, d_bal as balance, -amount as amount, code, kind, cause
      from ledger_transfers
    union all
    select id, event, at, credit, c_ver, c_bal, amount, code, kind, cause from ledger_transfers
  ) as entry;

create table ledger_events (
  user_id uuid not null,
  key text not null,
  cause text,
  -- to the millisecond: what a page ends with is where the next one begins
  first_at timestamptz not null,
  last_at timestamptz not null,
  first_code smallint not null,
  last_code smallint not null,
  transfers bigint not null,
  -- those of mining pay
  payouts bigint not null,
  -- which accounts it moved: 1 and 2 available and held BTC, 4 and 8 the same in USD
  touched smallint not null,
  primary key (user_id, key)
);
create index ledger_events_newest on ledger_events (user_id, last_at desc, key desc);

-- What an event moved on one account, and between which of its versions.
create table ledger_event_parts (
  account bigint not null references ledger_accounts,
  key text not null,
  amount bigint not null,
  first_version bigint not null,
  last_version bigint not null,
  primary key (account, key)
);

-- How far an account is counted, and the balance that the ledger carried there.
create table ledger_events_counted (
  account bigint primary key references ledger_accounts,
  version bigint not null,
  balance bigint not null
);

-- Versions and balances of all accounts are read in one statement, so that a hold is seen on both of its accounts or on none.
create function ledger_count_events(p_user uuid) returns void language plpgsql security definer
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_account bigint[]; v_bit int[]; v_version bigint[]; v_balance bigint[]; v_from bigint[];
begin
  insert into ledger_events_counted
    select id, 0, 0 from ledger_accounts where user_id = p_user on conflict do nothing;
  perform from ledger_events_counted c join ledger_accounts a on a.id = c.account
    where a.user_id = p_user order by c.account for update of c;
  select array_agg(id), array_agg(1 << (asset - 1) * 2 + class - 1), array_agg(version), array_agg(balance),
      array_agg((select c.version from ledger_events_counted c where c.account = id))
    into v_account, v_bit, v_version, v_balance, v_from
    from (select * from ledger_accounts where user_id = p_user order by id) as own;
  if v_from is not distinct from v_version then return; end if;
  with entry as materialized (
    select k.*, span.bit
    from unnest(v_account, v_bit, v_from, v_version) as span(account, bit, after, upto)
      cross join lateral (
        select * from ledger_keyed_entries e
          where e.account = span.account and e.version > span.after and e.version <= span.upto
      ) as k
  ), part as (
    insert into ledger_event_parts as known (account, key, amount, first_version, last_version)
      select account, key, sum(amount), min(version), max(version) from entry group by account, key
      on conflict (account, key) do update
        set amount = known.amount + excluded.amount, last_version = excluded.last_version
  )
  insert into ledger_events as known
      (user_id, key, cause, first_at, last_at, first_code, last_code, transfers, payouts, touched)
    select p_user, key, min(cause), date_trunc('milliseconds', min(at)), date_trunc('milliseconds', max(at)),
      (array_agg(code order by at, version))[1], (array_agg(code order by at desc, version desc))[1],
      count(distinct id), count(distinct id) filter (where code = 32), bit_or(bit)
    from entry group by key
    on conflict (user_id, key) do update set
      first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at),
      last_code = excluded.last_code, transfers = known.transfers + excluded.transfers,
      payouts = known.payouts + excluded.payouts, touched = known.touched | excluded.touched;
  update ledger_events_counted c set version = now.version, balance = now.balance
    from unnest(v_account, v_version, v_balance) as now(account, version, balance) where c.account = now.account;
end $$;

do $$ begin
  execute format('alter function ledger_count_events(uuid) set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function ledger_count_events(uuid) from public;
