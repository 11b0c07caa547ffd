-- The same short history for the accounts that are nobody's. What users own together is the opposite of what all other
-- accounts hold, so these few accounts tell it for every day without looking at anybody's.

-- Counts at most p_steps transfers of each account and returns how many are left, so that a long history is counted in pieces.
create function ledger_count_house_days(p_steps bigint) returns bigint language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_account bigint; v_from bigint; v_to bigint; v_version bigint; v_left bigint := 0;
begin
  insert into ledger_days_counted
    select id, 0, 0 from ledger_accounts where user_id is null on conflict do nothing;
  for v_account, v_from, v_version in
    select c.account, c.version, a.version from ledger_days_counted c join ledger_accounts a on a.id = c.account
      where a.user_id is null order by c.account for update of c
  loop
    continue when v_from >= v_version;
    v_to := least(v_version, v_from + p_steps);
    insert into ledger_days as known (account, day, code, about, amount)
      select v_account, (at at time zone 'UTC')::date, code,
        case when substr(cause, 4, 1) = '_' then left(cause, 3) else '' end, sum(amount)
      from (
        select at, code, cause, -amount as amount from ledger_transfers
          where debit = v_account and d_ver > v_from and d_ver <= v_to
        union all
        select at, code, cause, amount from ledger_transfers
          where credit = v_account and c_ver > v_from and c_ver <= v_to
      ) as entry
      group by 2, 3, 4
      on conflict (account, day, code, about) do update set amount = known.amount + excluded.amount;
    update ledger_days_counted set version = v_to,
        balance = (select sum(amount) from ledger_days where account = v_account)
      where account = v_account;
    v_left := v_left + v_version - v_to;
  end loop;
  return v_left;
end $$;
