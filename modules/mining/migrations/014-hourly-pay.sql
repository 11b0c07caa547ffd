-- Mining is paid at each full UTC hour. A user's first payout does not wait for the hour, so that a newcomer sees money arrive.
-- Users who have mined before this migration had it.
alter table mining_miners add column awaits_first_payout boolean not null default false;
alter table mining_miners alter column awaits_first_payout set default true;
create index mining_miners_newcomers on mining_miners (user_id) where awaits_first_payout and mining_since is not null;

-- Old payouts are no longer compacted, because hourly pay writes few enough. Days that were compacted stay readable. From now on
-- nothing is deleted from these tables again.
drop function mining_fold(text[], timestamptz, timestamptz);
do $$
declare
  v_what text;
begin
  foreach v_what in array array['payouts', 'segments', 'power_charges', 'power_lines'] loop
    execute format('drop trigger mining_%1$s_only_fold on mining_%1$s', v_what);
    execute format('drop function mining_prove_fold_of_%1$s()', v_what);
    execute format('drop trigger mining_%1$s_append_only on mining_%1$s', v_what);
    execute format('create trigger mining_%1$s_append_only before update or delete or truncate on mining_%1$s
      for each statement execute function mining_refuse_change()', v_what);
    execute format('alter table mining_%1$s reset (autovacuum_vacuum_scale_factor)', v_what);
  end loop;
end $$;
alter table mining_folded_payouts rename to mining_daily_payouts;
alter table mining_folded_lines rename to mining_daily_lines;
alter table mining_daily_payouts rename column folded_at to compacted_at;

-- A year of a user who mines all the time has 8,760 payouts, so their rows are kept small. The id of a payout is 'pay_' and the
-- UUID of its transfer, which is derived from the hash-rate source and the number. The primary key therefore also refuses
-- a second payout with the same number, and the transfer's id need not be stored again.
alter table mining_payouts drop constraint mining_payouts_position_key, drop constraint mining_payouts_transfer_id_key,
  drop constraint mining_payouts_earner_id_number_key;
do $$
declare
  v_name text;
begin
  for v_name in select conname from pg_constraint
    where conrelid = 'mining_payouts'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%transfer_id%'
  loop
    execute format('alter table mining_payouts drop constraint %I', v_name);
  end loop;
end $$;

-- A payout whose time has one stretch needs no row in mining_segments. It stores the start of its stretch. Its hash rate is that
-- of its source, and its reference values are those in force at its start, because neither ever changes.
alter table mining_payouts add column stretch_from timestamptz check (stretch_from <= from_at);
-- A function, because the tables of the treasury module are created after those of this module.
create function mining_reference_at(p_at timestamptz) returns text language plpgsql stable as $$
begin
  return treasury_reference_at(p_at);
end $$;
create view mining_lines as
  select payout_id, line, stretch_from, from_at, to_at, hash_rate, reference_id, nanosats from mining_segments
  union all
  select p.id, 1, p.stretch_from, p.from_at, p.to_at, e.hash_rate, mining_reference_at(p.from_at), p.nanosats
  from mining_payouts p join mining_earners e on e.id = p.earner_id where p.stretch_from is not null;
