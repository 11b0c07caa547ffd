-- The application's role may read these tables and change them through the functions below alone, which run with the rights
-- of the tables' owner. Their search path is fixed: a table or function of the same name elsewhere is not taken for ours.

-- Opens a user's four accounts: available and held, in BTC and USD. Does nothing when they are open.
create function ledger_open_accounts(p_user uuid) returns void language sql as $$
  insert into ledger_accounts (name, asset, class, user_id, min_balance)
    select 'user:' || p_user || ':' || part.name || ':' || asset.name, asset.number, part.class, p_user, 0
    from (values ('available', 1), ('held', 2)) as part(name, class), (values ('BTC', 1), ('USD', 2)) as asset(name, number)
    on conflict (name) do nothing
$$;

-- Keeps what the hourly proof has reached. A version and balance that no transfer of the account carries is not kept.
create function ledger_keep_proven(p_account bigint[], p_version bigint[], p_balance bigint[]) returns void
  language sql as $$
  insert into ledger_proven (account, version, balance)
    select proven.* from unnest(p_account, p_version, p_balance) as proven(account, version, balance)
    where (version = 0 and balance = 0)
      or exists (select from ledger_transfers t where t.debit = account and t.d_ver = version and t.d_bal = balance)
      or exists (select from ledger_transfers t where t.credit = account and t.c_ver = version and t.c_bal = balance)
    on conflict (account) do update set version = excluded.version, balance = excluded.balance
$$;

do $$
declare
  v_door regprocedure;
begin
  foreach v_door in array array[
    'ledger_post(int[], uuid[], text[], text[], bigint[], smallint[], smallint[], uuid[], text[])', 'ledger_count_days(uuid)',
    'ledger_count_house_days(bigint)', 'ledger_open_accounts(uuid)', 'ledger_keep_proven(bigint[], bigint[], bigint[])'
  ]::regprocedure[] loop
    execute format('alter function %s security definer set search_path = pg_catalog, %I, pg_temp', v_door, current_schema());
    execute format('revoke execute on function %s from public', v_door);
  end loop;
end $$;
