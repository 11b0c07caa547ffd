-- One door: ledger_post, in the caller's transaction. What many callers share is that transaction, so the statement for
-- batches of plain transfers goes.
drop function ledger_post_plain;

-- As before, with a quick way for one plain transfer with nothing in its way: two rows locked in the order of the ids, one
-- insert, one update. Whatever is unusual about it takes the general way, which has an answer for everything; nothing was
-- written by then, since an id that is known already is not inserted.
create or replace function ledger_post(
  p_event int[], p_id uuid[], p_debit text[], p_credit text[], p_amount bigint[], p_code smallint[],
  p_kind smallint[] default null, p_pending uuid[] default null, p_cause text[] default null
) returns smallint[] language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_accounts bigint[]; v_debit int[]; v_credit int[];
  v_account ledger_accounts; v_from ledger_accounts; v_to ledger_accounts;
begin
  if cardinality(p_id) = 1 and p_kind is null then
    for v_account in
      select * from ledger_accounts where name in (p_debit[1], p_credit[1]) order by id for no key update
    loop
      if v_account.name = p_debit[1] then v_from := v_account; else v_to := v_account; end if;
    end loop;
    if v_from.asset = v_to.asset and v_from.class <> 2 and v_to.class <> 2
      and not v_from.closed and not v_to.closed
      and (v_from.min_balance is null or v_from.balance - p_amount[1] >= v_from.min_balance)
    then
      insert into ledger_transfers (id, event, debit, credit, amount, asset, code, kind, d_ver, d_bal, c_ver, c_bal, at, cause)
        values (p_id[1], p_id[1], v_from.id, v_to.id, p_amount[1], v_from.asset, p_code[1], 0,
          v_from.version + 1, v_from.balance - p_amount[1], v_to.version + 1, v_to.balance + p_amount[1],
          clock_timestamp(), p_cause[1])
        on conflict (id) do nothing;
      if found then
        update ledger_accounts set version = version + 1,
            balance = balance + case when id = v_from.id then -p_amount[1] else p_amount[1] end
          where id in (v_from.id, v_to.id);
        return '{0}';
      end if;
    end if;
  end if;

  -- a name that nobody has becomes account 0, which does not exist
  with leg as (
    select l.i, coalesce(da.id, 0) as d, coalesce(ca.id, 0) as c
    from unnest(p_debit, p_credit) with ordinality as l(d, c, i)
      left join ledger_accounts da on da.name = l.d left join ledger_accounts ca on ca.name = l.c
  ), account as (
    select id, row_number() over (order by id)::int as k from (select d as id from leg union select c from leg) as used
  )
  select (select array_agg(id order by id) from account),
      array_agg(da.k order by leg.i), array_agg(ca.k order by leg.i)
    into v_accounts, v_debit, v_credit
    from leg join account da on da.id = leg.d join account ca on ca.id = leg.c;
  return coalesce(
    ledger_post_exact(v_accounts, p_event, p_id, v_debit, v_credit, p_amount, p_code, p_kind, p_pending, p_cause),
    array_fill(0::smallint, array[cardinality(p_id)]));
end $$;
