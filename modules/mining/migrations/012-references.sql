-- Every minute everybody who mines gets a payout with its line. That what these refer to is there is asked once a statement
-- instead of once a row, which was an eighth of what it costs to pay. What they refer to keeps its id, and none of
-- it goes before they do.
alter table mining_payouts drop constraint mining_payouts_earner_id_fkey;
alter table mining_segments drop constraint mining_segments_payout_id_fkey, drop constraint mining_segments_reference_id_fkey;

create function mining_payouts_refer() returns trigger language plpgsql as $$
begin
  if exists (select from added where not exists (select from mining_earners e where e.id = added.earner_id)) then
    raise exception 'a payout refers to an earner that is not there' using errcode = '23503';
  end if;
  return null;
end $$;
create trigger mining_payouts_refer after insert on mining_payouts referencing new table as added
  for each statement execute function mining_payouts_refer();

create function mining_segments_refer() returns trigger language plpgsql as $$
begin
  if exists (select from added where not exists (select from mining_payouts p where p.id = added.payout_id)) then
    raise exception 'a line refers to a payout that is not there' using errcode = '23503';
  end if;
  if exists (select from (select distinct reference_id as id from added) as used where not treasury_has_reference(used.id)) then
    raise exception 'a line refers to reference values that are not there' using errcode = '23503';
  end if;
  return null;
end $$;
create trigger mining_segments_refer after insert on mining_segments referencing new table as added
  for each statement execute function mining_segments_refer();

create function mining_earners_referred() returns trigger language plpgsql as $$
begin
  if exists (select from gone where exists (select from mining_payouts p where p.earner_id = gone.id)) then
    raise exception 'a payout refers to an earner that would go' using errcode = '23503';
  end if;
  return null;
end $$;
create trigger mining_earners_referred after delete on mining_earners referencing old table as gone
  for each statement execute function mining_earners_referred();
create trigger mining_earners_keep_ids before update of id or truncate on mining_earners
  for each statement execute function mining_refuse_change();

create function mining_payouts_referred() returns trigger language plpgsql as $$
begin
  if exists (select from gone where exists (select from mining_segments s where s.payout_id = gone.id)) then
    raise exception 'a line refers to a payout that would go' using errcode = '23503';
  end if;
  return null;
end $$;
create trigger mining_payouts_referred after delete on mining_payouts referencing old table as gone
  for each statement execute function mining_payouts_referred();

-- A connection keeps their plans: made while the tables were small, they would read all of them for each statement.
do $$
declare
  v_function text;
begin
  foreach v_function in array array['payouts_refer', 'segments_refer', 'earners_referred', 'payouts_referred'] loop
    execute format('alter function mining_%s() set enable_seqscan = off', v_function);
    execute format('alter function mining_%s() set enable_hashjoin = off', v_function);
    execute format('alter function mining_%s() set enable_mergejoin = off', v_function);
  end loop;
end $$;
