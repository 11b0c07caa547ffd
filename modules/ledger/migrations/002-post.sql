-- Posting. All decisions are made here, under row locks, so any number of processes may post at once.
--
-- Events arrive as parallel arrays, one element per leg. p_event[i] is the index of the first leg of i's event (null array:
-- every leg stands alone); p_accounts holds the distinct account ids in ascending order and p_debit, p_credit index into it.
-- Results per leg (null array: all 0): 0 ok, 1 exists, 2 id reused, 3 no account, 4 asset, 5 closed, 6 same account,
-- 7 insufficient, 8 hold not open, 9 another leg of the event failed.

-- Answers for events of which some id is known already: all legs equal to what is stored: 1; otherwise nothing of the event
-- is posted. Events without a known id get 0.
create function ledger_repeat_results(
  p_accounts bigint[], p_event int[], p_id uuid[], p_debit int[], p_credit int[], p_amount bigint[], p_code smallint[],
  p_kind smallint[], p_pending uuid[], p_cause text[]
) returns smallint[] language sql stable as $$
  with leg as (
    select l.*, coalesce(l.event, l.i) as first
    from unnest(p_id, p_event, p_debit, p_credit, p_amount, p_code, p_kind, p_pending, p_cause)
      with ordinality as l(id, event, debit, credit, amount, code, kind, pending, cause, i)
  ), seen as (
    select leg.i, leg.first, t.id is not null as is_known,
      t.event = p_id[leg.first] and t.debit = p_accounts[leg.debit] and t.credit = p_accounts[leg.credit]
        and t.amount = leg.amount and t.code = leg.code and t.kind = coalesce(leg.kind, 0)
        and t.pending_id is not distinct from leg.pending and t.cause is not distinct from leg.cause as is_same
    from leg left join ledger_transfers t using (id)
  ), event as (
    select first, bool_or(is_known) as is_known, bool_and(is_known and is_same) as is_repeat from seen group by first
  )
  select array_agg((case when not event.is_known then 0 when is_repeat then 1 when seen.is_known then 2 else 9 end)::smallint
                   order by seen.i)
  from seen join event using (first)
$$;

-- Per leg, whether a post, void or release fits the hold it names: made by an earlier call, resolved by nobody yet, the right
-- accounts, and exactly what the releases of the same event leave. A release needs its post later in the same event.
create function ledger_hold_fits(
  p_accounts bigint[], p_event int[], p_debit int[], p_credit int[], p_amount bigint[], p_kind smallint[], p_pending uuid[]
) returns boolean[] language sql stable as $$
  with leg as (
    select l.*, p_accounts[l.debit] as debit_id, p_accounts[l.credit] as credit_id,
      coalesce(sum(amount) filter (where kind = 4) over earlier, 0) as released,
      coalesce(bool_or(kind = 2) over later, false) as has_post
    from unnest(p_event, p_debit, p_credit, p_amount, p_kind, p_pending)
      with ordinality as l(event, debit, credit, amount, kind, pending, i)
    window earlier as (partition by coalesce(event, i), pending order by i rows between unbounded preceding and 1 preceding),
      later as (partition by coalesce(event, i), pending order by i rows between 1 following and unbounded following)
  )
  select array_agg(coalesce(hold.credit = leg.debit_id and case leg.kind
      when 2 then leg.amount = hold.amount - leg.released
      when 3 then leg.amount = hold.amount and leg.credit_id = hold.debit
      when 4 then leg.amount < hold.amount - leg.released and leg.credit_id = hold.debit and leg.has_post
    end, false) order by leg.i)
  from leg left join ledger_transfers hold on hold.id = leg.pending and hold.kind = 1
    and not exists (select from ledger_transfers done where done.pending_id = hold.id and done.kind in (2, 3))
$$;

-- The careful door. Locks the accounts in id order, decides leg by leg on arrays in memory, then writes with one insert and one
-- update. The ids of a call must differ. Raises unique_violation when another session posts one of them on other accounts at
-- the same moment: ledger_post_exact sorts that out.
create function ledger_post_batch(
  p_accounts bigint[], p_event int[], p_id uuid[], p_debit int[], p_credit int[], p_amount bigint[], p_code smallint[],
  p_kind smallint[], p_pending uuid[], p_cause text[]
) returns smallint[] language plpgsql as $$
declare
  n constant int := cardinality(p_id);
  -- the accounts, in the order of p_accounts
  v_found bigint[]; v_asset smallint[]; v_balance bigint[]; v_version bigint[]; v_min bigint[];
  v_closed boolean[]; v_held boolean[];
  -- version and balance after each leg
  v_d_ver bigint[] := array_fill(0::bigint, array[n]); v_d_bal bigint[] := v_d_ver;
  v_c_ver bigint[] := v_d_ver; v_c_bal bigint[] := v_d_ver;
  v_result smallint[] := array_fill(0::smallint, array[n]);
  v_fits boolean[];
  v_resolved uuid[] := '{}'; v_resolved_before uuid[] := '{}';
  v_first int := 0; v_failed boolean; v_kind smallint; v_answer smallint;
  v_posted int := 0; v_is_clean boolean := true;
  d int; c int; m bigint;
begin
  select array_agg(a.id), array_agg(a.asset), array_agg(a.balance), array_agg(a.version), array_agg(a.min_balance),
      array_agg(a.closed), array_agg(a.code = 2)
    into v_found, v_asset, v_balance, v_version, v_min, v_closed, v_held
    from (select * from ledger_accounts where id = any(p_accounts) order by id for no key update) as a;
  if v_found is distinct from p_accounts then
    -- an account is missing: align, with nulls
    select array_agg(v_asset[k]), array_agg(v_balance[k]), array_agg(v_version[k]), array_agg(v_min[k]),
        array_agg(v_closed[k]), array_agg(v_held[k])
      into v_asset, v_balance, v_version, v_min, v_closed, v_held
      from (select array_position(v_found, id) as k from unnest(p_accounts) with ordinality as p(id, i) order by i) as p;
  end if;
  if exists (select from ledger_transfers where id = any(p_id)) then
    v_result := ledger_repeat_results(p_accounts, p_event, p_id, p_debit, p_credit, p_amount, p_code, p_kind, p_pending, p_cause);
    v_is_clean := false;
  end if;
  if p_pending is not null then
    v_fits := ledger_hold_fits(p_accounts, p_event, p_debit, p_credit, p_amount, p_kind, p_pending);
  end if;

  for i in 1 .. n loop
    if p_event is null or p_event[i] = i then
      v_first := i;
      v_failed := false;
      v_resolved_before := v_resolved;
    end if;
    continue when v_result[i] <> 0;
    if v_failed then
      v_result[i] := 9;
      continue;
    end if;
    d := p_debit[i];
    c := p_credit[i];
    m := p_amount[i];
    v_kind := coalesce(p_kind[i], 0);
    v_answer := case
      when v_asset[d] is null or v_asset[c] is null then 3
      when d = c then 6
      when v_closed[d] or v_closed[c] then 5
      when v_asset[d] <> v_asset[c] then 4
      -- money enters a held account by a pending transfer and leaves it by post, void or release, nothing else
      when v_held[c] <> (v_kind = 1) or v_held[d] <> (v_kind >= 2) then 8
      when v_kind >= 2 and (not v_fits[i] or p_pending[i] = any(v_resolved)) then 8
      when v_balance[d] - m < v_min[d] then 7
      else 0 end;

    if v_answer = 0 then
      v_balance[d] := v_balance[d] - m;
      v_version[d] := v_version[d] + 1;
      v_d_ver[i] := v_version[d];
      v_d_bal[i] := v_balance[d];
      v_balance[c] := v_balance[c] + m;
      v_version[c] := v_version[c] + 1;
      v_c_ver[i] := v_version[c];
      v_c_bal[i] := v_balance[c];
      v_posted := v_posted + 1;
      if v_kind in (2, 3) then v_resolved := v_resolved || p_pending[i]; end if;
    else
      v_result[i] := v_answer;
      v_is_clean := false;
      v_failed := true;
      v_resolved := v_resolved_before;
      for j in v_first .. i - 1 loop
        v_result[j] := 9;
        v_posted := v_posted - 1;
        v_balance[p_debit[j]] := v_balance[p_debit[j]] + p_amount[j];
        v_version[p_debit[j]] := v_version[p_debit[j]] - 1;
        v_balance[p_credit[j]] := v_balance[p_credit[j]] - p_amount[j];
        v_version[p_credit[j]] := v_version[p_credit[j]] - 1;
      end loop;
    end if;
  end loop;

  if v_posted > 0 then
    insert into ledger_transfers (id, event, debit, credit, amount, asset, code, kind, pending_id, d_ver, d_bal, c_ver, c_bal, at, cause)
      select l.id, p_id[coalesce(l.event, l.i)], p_accounts[l.debit], p_accounts[l.credit], l.amount, v_asset[l.debit], l.code,
        coalesce(l.kind, 0), l.pending, l.d_ver, l.d_bal, l.c_ver, l.c_bal, clock_timestamp(), l.cause
      from unnest(p_id, p_event, p_debit, p_credit, p_amount, p_code, p_kind, p_pending, p_cause, v_d_ver, v_d_bal, v_c_ver,
        v_c_bal, v_result)
        with ordinality as l(id, event, debit, credit, amount, code, kind, pending, cause, d_ver, d_bal, c_ver, c_bal, result, i)
      where l.result = 0;
    update ledger_accounts a set balance = u.balance, version = u.version
      from unnest(p_accounts, v_balance, v_version) as u(id, balance, version)
      where a.id = u.id and a.version <> u.version;
  end if;
  return case when v_is_clean then null else v_result end;
end $$;

-- The exact door: as ledger_post_batch, but if an id repeats or collides, every event alone, so that each gets its own answer.
create function ledger_post_exact(
  p_accounts bigint[], p_event int[], p_id uuid[], p_debit int[], p_credit int[], p_amount bigint[], p_code smallint[],
  p_kind smallint[], p_pending uuid[], p_cause text[]
) returns smallint[] language plpgsql as $$
declare
  v_event constant int[] := coalesce(p_event, (select array_agg(i) from generate_subscripts(p_id, 1) as i));
  v_result smallint[] := '{}';
  v_part smallint[];
  a int; b int;
begin
  if cardinality(p_id) = (select count(distinct id) from unnest(p_id) as id) then
    begin
      return ledger_post_batch(p_accounts, p_event, p_id, p_debit, p_credit, p_amount, p_code, p_kind, p_pending, p_cause);
    exception when unique_violation then null;
    end;
  end if;
  -- all locks at once and in order, before the events take theirs one by one
  perform from ledger_accounts where id = any(p_accounts) order by id for no key update;
  a := 1;
  while a <= cardinality(p_id) loop
    b := a;
    while v_event[b + 1] = a loop b := b + 1; end loop;
    v_part := null;
    for attempt in 1 .. 2 loop
      begin
        v_part := ledger_post_batch(p_accounts, (select array_agg(1) from generate_series(a, b)), p_id[a:b], p_debit[a:b],
          p_credit[a:b], p_amount[a:b], p_code[a:b], p_kind[a:b], p_pending[a:b], p_cause[a:b]);
        v_part := coalesce(v_part, array_fill(0::smallint, array[b - a + 1]));
        exit;
      exception when unique_violation then
        -- another session has committed the id just now: the second attempt sees it
        null;
      end;
    end loop;
    -- an id twice in one event
    v_result := v_result || coalesce(v_part, array_fill(2::smallint, array[b - a + 1]));
    a := b + 1;
  end loop;
  return v_result;
end $$;

-- The fast door, for plain transfers of which all are expected to succeed: one update, one insert, and only when something is
-- in the way the careful door. The caller adds up what the batch does: per account the sum of its legs (p_delta), of its
-- debits alone (p_debits) and their number (p_touches); per leg the number and sum of its account's legs up to and with it,
-- on the debit side (p_d_nth, p_d_run) and on the credit side. An account must afford all its debits without the credits.
create function ledger_post_plain(
  p_accounts bigint[], p_event int[], p_id uuid[], p_debit int[], p_credit int[], p_amount bigint[], p_code smallint[],
  p_cause text[], p_delta bigint[], p_debits bigint[], p_touches int[], p_d_nth int[], p_d_run bigint[], p_c_nth int[],
  p_c_run bigint[]
) returns smallint[] language plpgsql as $$
declare
  -- the accounts before the batch, in the order of p_accounts
  v_asset smallint[]; v_balance bigint[]; v_version bigint[];
  v_posted int;
begin
  if not exists (select from ledger_transfers where id = any(p_id)) then
    begin
      with moved as (
        update ledger_accounts a set balance = a.balance + u.delta, version = a.version + u.touches
        from unnest(p_accounts, p_delta, p_debits, p_touches) with ordinality as u(id, delta, debits, touches, place)
        where a.id = u.id and a.code <> 2 and not a.closed
          and (a.min_balance is null or a.balance - u.debits >= a.min_balance)
        returning u.place, a.asset, a.balance - u.delta as balance, a.version - u.touches as version
      )
      select array_agg(asset order by place), array_agg(balance order by place), array_agg(version order by place)
        into v_asset, v_balance, v_version from moved;
      if cardinality(v_asset) is distinct from cardinality(p_accounts) then
        raise exception 'an account does not allow the batch' using errcode = 'HF003';
      end if;
      insert into ledger_transfers (id, event, debit, credit, amount, asset, code, kind, d_ver, d_bal, c_ver, c_bal, at, cause)
        select l.id, case when l.event is null then l.id else p_id[l.event] end, p_accounts[l.debit], p_accounts[l.credit],
          l.amount, v_asset[l.debit], l.code, 0, v_version[l.debit] + l.d_nth, v_balance[l.debit] + l.d_run,
          v_version[l.credit] + l.c_nth, v_balance[l.credit] + l.c_run, clock_timestamp(), l.cause
        from unnest(p_id, p_event, p_debit, p_credit, p_amount, p_code, p_cause, p_d_nth, p_d_run, p_c_nth, p_c_run)
          as l(id, event, debit, credit, amount, code, cause, d_nth, d_run, c_nth, c_run)
        where v_asset[l.debit] = v_asset[l.credit];
      get diagnostics v_posted = row_count;
      if v_posted < cardinality(p_id) then
        raise exception 'assets differ' using errcode = 'HF003';
      end if;
      return null;
    exception when unique_violation or check_violation or sqlstate 'HF002' or sqlstate 'HF003' then null;
    end;
  end if;
  return ledger_post_exact(p_accounts, p_event, p_id, p_debit, p_credit, p_amount, p_code, null, null, p_cause);
end $$;

-- The door for people and use cases: accounts by name, in the transaction of the caller.
create function ledger_post(
  p_event int[], p_id uuid[], p_debit text[], p_credit text[], p_amount bigint[], p_code smallint[],
  p_kind smallint[] default null, p_pending uuid[] default null, p_cause text[] default null
) returns smallint[] language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_accounts bigint[]; v_debit int[]; v_credit int[];
begin
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
