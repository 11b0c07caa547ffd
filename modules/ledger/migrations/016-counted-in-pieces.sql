-- Days and events of a user are counted in pieces, as the house's days are: a history of millions is no statement that ends at
-- its limit of time and then begins anew. Both count at most about p_steps transfers of an account and return how many are
-- left.

drop function ledger_count_days(uuid);
drop function ledger_count_events(uuid);

-- Versions of all accounts are read in one statement, so that what nothing is left of has a hold on both of its accounts or
-- on none; the rows below a version that is seen are all committed.
create function ledger_count_days(p_user uuid, p_steps bigint) returns bigint language plpgsql security definer
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_account bigint[]; v_version bigint[]; v_from bigint; v_to bigint; v_left bigint := 0;
begin
  insert into ledger_days_counted
    select id, 0, 0 from ledger_accounts where user_id = p_user on conflict do nothing;
  perform from ledger_days_counted c join ledger_accounts a on a.id = c.account
    where a.user_id = p_user order by c.account for update of c;
  select array_agg(id order by id), array_agg(version order by id)
    into v_account, v_version from ledger_accounts where user_id = p_user;
  for i in 1 .. coalesce(cardinality(v_account), 0) loop
    select version into v_from from ledger_days_counted where account = v_account[i];
    continue when v_from >= v_version[i];
    v_to := least(v_version[i], v_from + p_steps);
    insert into ledger_days as known (account, day, code, about, amount)
      select v_account[i], (at at time zone 'UTC')::date, code,
        case when substr(cause, 4, 1) = '_' then left(cause, 3) else '' end, sum(amount)
      from (
        select at, code, cause, -amount as amount from ledger_transfers
          where debit = v_account[i] and d_ver > v_from and d_ver <= v_to
        union all
        select at, code, cause, amount from ledger_transfers
          where credit = v_account[i] and c_ver > v_from and c_ver <= v_to
      ) as entry
      group by 2, 3, 4
      on conflict (account, day, code, about) do update set amount = known.amount + excluded.amount;
    update ledger_days_counted
      set version = v_to, balance = (
        select balance from ledger_entries where account = v_account[i] and version = v_to
      )
      where account = v_account[i];
    v_left := v_left + v_version[i] - v_to;
  end loop;
  return v_left;
end $$;

-- Whether some accounts were counted ahead of others.
alter table ledger_events_counted add column is_cut boolean not null default false;

-- A piece has a transfer between two accounts of the user on both or on none, so that it counts as one. Such transfers are
-- of one asset, and in the same order on both accounts: they are locked together. So the piece of what is held ends with
-- the last one that the piece of what is available has. Among pieces times say what an event began and ended with; what
-- comes after a whole count is later, whatever the clock said.
create function ledger_count_events(p_user uuid, p_steps bigint) returns bigint language plpgsql security definer
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_account bigint[]; v_bit int[]; v_version bigint[]; v_from bigint[]; v_to bigint[];
  v_available int; v_held int; v_left bigint; v_by_time boolean;
begin
  insert into ledger_events_counted
    select id, 0, 0 from ledger_accounts where user_id = p_user on conflict do nothing;
  perform from ledger_events_counted c join ledger_accounts a on a.id = c.account
    where a.user_id = p_user order by c.account for update of c;
  select array_agg(own.id), array_agg(1 << (own.asset - 1) * 2 + own.class - 1), array_agg(own.version),
      array_agg(c.version), bool_or(c.is_cut)
    into v_account, v_bit, v_version, v_from, v_by_time
    from ledger_accounts own join ledger_events_counted c on c.account = own.id where own.user_id = p_user;
  if v_from is not distinct from v_version then return 0; end if;
  v_to := v_version;
  for v_asset in 1 .. 2 loop
    v_available := array_position(v_bit, 1 << (v_asset - 1) * 2);
    v_held := array_position(v_bit, 1 << (v_asset - 1) * 2 + 1);
    continue when v_version[v_available] <= v_from[v_available] + p_steps;
    v_to[v_available] := v_from[v_available] + p_steps;
    v_to[v_held] := coalesce((
      select max(held) from (
        select c_ver as held from ledger_transfers
          where debit = v_account[v_available] and credit = v_account[v_held]
            and d_ver > v_from[v_available] and d_ver <= v_to[v_available]
        union all
        select d_ver from ledger_transfers
          where credit = v_account[v_available] and debit = v_account[v_held]
            and c_ver > v_from[v_available] and c_ver <= v_to[v_available]
      ) as shared
    ), v_from[v_held]);
  end loop;
  select sum(version - upto) into v_left from unnest(v_version, v_to) as own(version, upto);
  v_by_time := v_by_time or v_left > 0;
  with entry as materialized (
    select k.*, span.bit
    from unnest(v_account, v_bit, v_from, v_to) as span(account, bit, after, upto)
      cross join lateral (
        select * from ledger_keyed_entries e
          where e.account = span.account and e.version > span.after and e.version <= span.upto
          -- Account by account: never joined with the transfers of everybody.
          offset 0
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
      first_code = case when v_by_time and excluded.first_at < known.first_at
        then excluded.first_code else known.first_code end,
      last_code = case when v_by_time and excluded.last_at < known.last_at
        then known.last_code else excluded.last_code end,
      transfers = known.transfers + excluded.transfers,
      payouts = known.payouts + excluded.payouts, touched = known.touched | excluded.touched;
  update ledger_events_counted c
    set version = now.version, is_cut = v_left > 0, balance = case when now.version = now.before then c.balance else (
      select balance from ledger_entries e where e.account = now.account and e.version = now.version
    ) end
    from unnest(v_account, v_from, v_to) as now(account, before, version)
    where c.account = now.account and (now.version > now.before or c.is_cut <> (v_left > 0));
  return v_left;
end $$;

do $$
declare
  v_door regprocedure;
begin
  foreach v_door in array array['ledger_count_days(uuid, bigint)', 'ledger_count_events(uuid, bigint)']::regprocedure[] loop
    execute format('alter function %s set search_path = pg_catalog, %I, pg_temp', v_door, current_schema());
    execute format('revoke execute on function %s from public', v_door);
  end loop;
end $$;

-- What happened to one thing, without the pay and the power that come every minute: the entries of an event.
create index ledger_transfers_caused on ledger_transfers (cause) where cause is not null and code not in (32, 36);
