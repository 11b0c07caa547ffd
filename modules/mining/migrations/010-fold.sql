-- Old payouts fold: those of one earner that ended on one UTC day become one, with the same sums and with lines that add up by the
-- same formula, because what a stretch earned until a time is worked out from its start. Who deletes has to have written the fold
-- before: the triggers below compare what goes with what stays, to the last 10^-9 sat. The ledger's transfers stay as they are.

create table mining_folded_payouts (
  -- that of the last payout
  id text primary key,
  -- that of the first payout, so that a page read before the fold goes on without a gap
  position bigint not null unique,
  earner_id text not null references mining_earners,
  first_number int not null check (first_number > 0),
  last_number int not null check (last_number >= first_number),
  user_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  carry_before bigint not null check (carry_before between 0 and 999999999),
  nanosats bigint not null check (nanosats >= 0),
  payout_sats bigint not null check (payout_sats >= 0),
  carry_after bigint not null check (carry_after between 0 and 999999999),
  -- of a rig, as in mining_power_charges; null for the others
  prepaid_before bigint check (prepaid_before between 0 and 999999999),
  power_nanosats bigint check (power_nanosats >= 0),
  charged_sats bigint check (charged_sats >= 0),
  prepaid_after bigint check (prepaid_after between 0 and 999999999),
  folded_at timestamptz not null,
  unique (earner_id, first_number),
  check (carry_before + nanosats = payout_sats * 1000000000 + carry_after),
  check (num_nulls(prepaid_before, power_nanosats, charged_sats, prepaid_after) in (0, 4)),
  check (prepaid_before + charged_sats * 1000000000 = power_nanosats + prepaid_after)
);
create index mining_folded_payouts_user on mining_folded_payouts (user_id, position);
create trigger mining_folded_payouts_append_only before update or delete or truncate on mining_folded_payouts
  for each statement execute function mining_refuse_change();

-- Neighbouring lines of the payouts with the same stretch, inputs and UTC day are one.
create table mining_folded_lines (
  payout_id text not null references mining_folded_payouts,
  line int not null,
  stretch_from timestamptz not null,
  from_at timestamptz not null check (from_at >= stretch_from),
  to_at timestamptz not null check (to_at > from_at),
  hash_rate bigint not null,
  reference_id text not null,
  nanosats bigint not null check (nanosats >= 0),
  -- of a rig; null for the others
  watts bigint,
  usd_per_kwh numeric(8, 6),
  power_nanosats bigint check (power_nanosats >= 0),
  primary key (payout_id, line),
  check (num_nulls(watts, usd_per_kwh, power_nanosats) in (0, 3))
);
create trigger mining_folded_lines_append_only before update or delete or truncate on mining_folded_lines
  for each statement execute function mining_refuse_change();

create function mining_prove_fold_of_payouts() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone left join mining_folded_payouts f
      on f.earner_id = gone.earner_id and gone.number between f.first_number and f.last_number
    group by f.id
    having f.id is null or count(*) <> f.last_number - f.first_number + 1
      or count(*) filter (where gone.user_id = f.user_id) <> count(*)
      or min(gone.from_at) <> f.from_at or max(gone.to_at) <> f.to_at
      or sum(gone.nanosats) <> f.nanosats or sum(gone.payout_sats) <> f.payout_sats
      or sum(gone.carry_before) filter (where gone.number = f.first_number) <> f.carry_before
      or sum(gone.carry_after) filter (where gone.number = f.last_number) <> f.carry_after
      or f.nanosats is distinct from (select sum(l.nanosats) from mining_folded_lines l where l.payout_id = f.id)
      or f.power_nanosats is distinct from (select sum(l.power_nanosats) from mining_folded_lines l where l.payout_id = f.id)
  ) then
    raise exception 'mining_payouts only fold: what went is not what stays' using errcode = 'HF001';
  end if;
  return null;
end $$;

create function mining_prove_fold_of_segments() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone join mining_payouts p on p.id = gone.payout_id
      left join mining_folded_payouts f on f.earner_id = p.earner_id and p.number between f.first_number and f.last_number
      left join mining_folded_lines l on l.payout_id = f.id and l.stretch_from = gone.stretch_from
        and l.hash_rate = gone.hash_rate and l.reference_id = gone.reference_id
        and gone.from_at >= l.from_at and gone.to_at <= l.to_at
    group by l.payout_id, l.line
    having l.line is null or sum(gone.nanosats) <> l.nanosats or sum(gone.to_at - gone.from_at) <> l.to_at - l.from_at
  ) then
    raise exception 'mining_segments only fold: what went is not what stays' using errcode = 'HF001';
  end if;
  return null;
end $$;

create function mining_prove_fold_of_power_charges() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone join mining_payouts p on p.id = gone.payout_id
      left join mining_folded_payouts f on f.earner_id = p.earner_id and p.number between f.first_number and f.last_number
    group by f.id
    having f.id is null or f.charged_sats is null or count(*) <> f.last_number - f.first_number + 1
      or sum(gone.nanosats) <> f.power_nanosats or sum(gone.charged_sats) <> f.charged_sats
      or sum(gone.prepaid_before) filter (where p.number = f.first_number) <> f.prepaid_before
      or sum(gone.prepaid_after) filter (where p.number = f.last_number) <> f.prepaid_after
  ) then
    raise exception 'mining_power_charges only fold: what went is not what stays' using errcode = 'HF001';
  end if;
  return null;
end $$;

create function mining_prove_fold_of_power_lines() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone join mining_segments s on s.payout_id = gone.payout_id and s.line = gone.line
      join mining_payouts p on p.id = gone.payout_id
      left join mining_folded_payouts f on f.earner_id = p.earner_id and p.number between f.first_number and f.last_number
      left join mining_folded_lines l on l.payout_id = f.id and l.stretch_from = s.stretch_from
        and l.watts = gone.watts and l.usd_per_kwh = gone.usd_per_kwh and s.from_at >= l.from_at and s.to_at <= l.to_at
    group by l.payout_id, l.line
    having l.line is null or sum(gone.nanosats) <> l.power_nanosats
      or sum(s.to_at - s.from_at) <> l.to_at - l.from_at
  ) then
    raise exception 'mining_power_lines only fold: what went is not what stays' using errcode = 'HF001';
  end if;
  return null;
end $$;

do $$
declare
  v_what text;
begin
  foreach v_what in array array['payouts', 'segments', 'power_charges', 'power_lines'] loop
    execute format('drop trigger mining_%1$s_append_only on mining_%1$s', v_what);
    execute format('create trigger mining_%1$s_append_only before update or truncate on mining_%1$s
      for each statement execute function mining_refuse_change()', v_what);
    execute format('create trigger mining_%1$s_only_fold after delete on mining_%1$s referencing old table as gone
      for each statement execute function mining_prove_fold_of_%1$s()', v_what);
    -- A day of many goes at once: their room is for the payouts of the next one.
    execute format('alter table mining_%1$s set (autovacuum_vacuum_scale_factor = 0.05)', v_what);
  end loop;
end $$;

-- Folds of each of these earners the oldest day on which a payout ended by p_before, a UTC midnight. Returns the folds, with the
-- transfers that their payouts had, for the last comparison with the books; nothing for an earner without such a payout.
create function mining_fold(p_earners text[], p_before timestamptz, p_at timestamptz)
  returns table (id text, payouts int, payout_sats bigint, charged_sats bigint, transfer_ids uuid[], power_transfer_ids uuid[])
  language plpgsql as $$
#variable_conflict use_column
declare
  v_payouts text[];
begin
  -- Whoever folds beside this waits, and finds nothing left.
  perform pg_advisory_xact_lock(hashtextextended('mining_fold', 1));
  select array_agg(p.id) into v_payouts
  from unnest(p_earners) as earner(id)
    cross join lateral (
      select number, date_trunc('day', to_at - interval '1 millisecond', 'UTC') + interval '1 day' as day_end
      from mining_payouts where earner_id = earner.id order by number limit 1) oldest
    cross join lateral (
      select p.id from mining_payouts p where p.earner_id = earner.id and p.number < oldest.number + 100000
        and p.to_at <= oldest.day_end) p
  where oldest.day_end <= p_before;
  if v_payouts is null then
    return;
  end if;

  insert into mining_folded_payouts (id, position, earner_id, first_number, last_number, user_id, from_at, to_at, carry_before,
    nanosats, payout_sats, carry_after, prepaid_before, power_nanosats, charged_sats, prepaid_after, folded_at)
  select (array_agg(p.id order by p.number desc))[1], min(p.position), p.earner_id, min(p.number), max(p.number), p.user_id,
    min(p.from_at), max(p.to_at), (array_agg(p.carry_before order by p.number))[1], sum(p.nanosats), sum(p.payout_sats),
    (array_agg(p.carry_after order by p.number desc))[1], (array_agg(c.prepaid_before order by p.number))[1],
    sum(c.nanosats), sum(c.charged_sats), (array_agg(c.prepaid_after order by p.number desc))[1], p_at
  from mining_payouts p left join mining_power_charges c on c.payout_id = p.id
  where p.id = any(v_payouts) group by p.earner_id, p.user_id;

  insert into mining_folded_lines (payout_id, line, stretch_from, from_at, to_at, hash_rate, reference_id, nanosats, watts,
    usd_per_kwh, power_nanosats)
  with lines as (
    select f.id as payout_id, p.number, s.line, s.stretch_from, s.from_at, s.to_at, s.hash_rate, s.reference_id, s.nanosats,
      w.watts, w.usd_per_kwh, w.nanosats as power_nanosats,
      (s.stretch_from, s.hash_rate, s.reference_id, w.watts, w.usd_per_kwh, date_trunc('day', s.from_at, 'UTC'), s.from_at)
        is distinct from (lag(s.stretch_from) over up, lag(s.hash_rate) over up, lag(s.reference_id) over up, lag(w.watts) over up,
          lag(w.usd_per_kwh) over up, lag(date_trunc('day', s.from_at, 'UTC')) over up, lag(s.to_at) over up) as begins
    from mining_payouts p join mining_segments s on s.payout_id = p.id
      left join mining_power_lines w on w.payout_id = s.payout_id and w.line = s.line
      join mining_folded_payouts f on f.earner_id = p.earner_id and p.number between f.first_number and f.last_number
    where p.id = any(v_payouts)
    window up as (partition by f.id order by p.number, s.line)
  ), numbered as (
    select lines.*, count(*) filter (where begins) over (partition by payout_id order by number, line) as place from lines
  )
  select payout_id, place, min(stretch_from), min(from_at), max(to_at), min(hash_rate), min(reference_id), sum(nanosats), min(watts),
    min(usd_per_kwh), sum(power_nanosats)
  from numbered group by payout_id, place;

  return query
    select f.id, count(*)::int, f.payout_sats, coalesce(f.charged_sats, 0),
      array_agg(p.transfer_id) filter (where p.transfer_id is not null),
      array_agg(c.transfer_id) filter (where c.transfer_id is not null)
    from mining_payouts p left join mining_power_charges c on c.payout_id = p.id
      join mining_folded_payouts f on f.earner_id = p.earner_id and p.number between f.first_number and f.last_number
    where p.id = any(v_payouts) group by f.id;

  delete from mining_power_lines where payout_id = any(v_payouts);
  delete from mining_segments where payout_id = any(v_payouts);
  delete from mining_power_charges where payout_id = any(v_payouts);
  delete from mining_payouts where mining_payouts.id = any(v_payouts);
end $$;

-- The application may call it and delete nothing itself. References are checked row by row by plans that a connection keeps: made
-- while the tables were small, they would read all of them for each row, were that not switched off where they are made.
do $$
begin
  execute format('alter function mining_fold(text[], timestamptz, timestamptz) security definer set search_path = pg_catalog, %I, pg_temp',
    current_schema());
  alter function mining_fold(text[], timestamptz, timestamptz) set enable_seqscan = off;
  revoke execute on function mining_fold(text[], timestamptz, timestamptz) from public;
end $$;
