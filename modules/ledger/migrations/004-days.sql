-- What moved an account by UTC day, code and kind of cause: history in short, for reports over long ranges. Derived from the
-- transfers and counted up on demand, from the version up to which an account was counted before: nothing is counted twice
-- or left out, and posting knows nothing of it.

create table ledger_days (
  account bigint not null references ledger_accounts,
  day date not null,
  code smallint not null,
  -- first three letters of the causing id; empty where the cause is no id of ours
  about text not null,
  amount bigint not null,
  primary key (account, day, code, about)
);

-- How far an account is counted, and the balance that the ledger carried there.
create table ledger_days_counted (
  account bigint primary key references ledger_accounts,
  version bigint not null,
  balance bigint not null
);

-- Counts a user's accounts up to now. Versions and balances of all of them are read in one statement, so that a hold is seen
-- on both of its accounts or on none; the rows below a version that is seen are all committed.
create function ledger_count_days(p_user uuid) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_account bigint[]; v_version bigint[]; v_balance bigint[];
  v_from bigint;
begin
  insert into ledger_days_counted
    select id, 0, 0 from ledger_accounts where user_id = p_user on conflict do nothing;
  perform from ledger_days_counted c join ledger_accounts a on a.id = c.account
    where a.user_id = p_user order by c.account for update of c;
  select array_agg(id order by id), array_agg(version order by id), array_agg(balance order by id)
    into v_account, v_version, v_balance from ledger_accounts where user_id = p_user;
  for i in 1 .. coalesce(cardinality(v_account), 0) loop
    select version into v_from from ledger_days_counted where account = v_account[i];
    continue when v_from >= v_version[i];
    insert into ledger_days as known (account, day, code, about, amount)
      select v_account[i], (at at time zone 'UTC')::date, code,
        case when substr(cause, 4, 1) = '_' then left(cause, 3) else '' end, sum(amount)
      from (
        select at, code, cause, -amount as amount from ledger_transfers
          where debit = v_account[i] and d_ver > v_from and d_ver <= v_version[i]
        union all
        select at, code, cause, amount from ledger_transfers
          where credit = v_account[i] and c_ver > v_from and c_ver <= v_version[i]
      ) as entry
      group by 2, 3, 4
      on conflict (account, day, code, about) do update set amount = known.amount + excluded.amount;
    update ledger_days_counted set version = v_version[i], balance = v_balance[i] where account = v_account[i];
  end loop;
end $$;
