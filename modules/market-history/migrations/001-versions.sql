-- Days that administrators added to the series of difficulty and price which the product carries. A row holds all that was
-- added up to it, the newest counts, and none is changed: what was told on a day can be told again.
create table history_versions (
  position bigint generated always as identity primary key,
  id text not null unique,
  -- 80 bytes each, in hex, from the header after the last carried one on
  headers text[] not null check (cardinality(headers) <= 200),
  -- US cents, one a UTC day from the day after the last carried one on
  cents integer[] not null check (cardinality(cents) <= 3000),
  -- days since 1970 whose price is that of the day before
  carried_days integer[] not null,
  last_day date not null,
  source text not null check (char_length(source) between 1 and 200),
  set_at timestamptz not null,
  set_by uuid not null
);

create function history_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;
create trigger history_versions_append_only before update or delete or truncate on history_versions
  for each statement execute function history_refuse_change();
