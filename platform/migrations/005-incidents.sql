-- Incidents: times at which the platform did not work as promised. Code that changes a state writes the row in the same
-- transaction. Nobody can change or delete a row.
create table platform_incidents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'withdrawals_locked', 'books_broken', 'coins_differ', 'chain_halted', 'pay_paused', 'reorg', 'restored', 'price_gap', 'outage')),
  -- In the row that ends an incident: the row that began it. Null in the row that begins an incident.
  begun_by bigint unique references platform_incidents,
  at timestamptz not null,
  written_at timestamptz not null default clock_timestamp(),
  detail text not null check (length(detail) between 1 and 500)
);
create index platform_incidents_kind on platform_incidents (kind, id);

create function platform_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'incidents are only added: % on % is refused', tg_op, tg_table_name using errcode = 'HF001';
end $$;

create trigger platform_incidents_append_only before update or delete or truncate on platform_incidents
  for each statement execute function platform_refuse_change();
