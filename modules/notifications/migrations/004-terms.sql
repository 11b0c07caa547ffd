-- How much leaves the whole installation in 24 hours, as administrators set it. A row holds from valid_from until the next one.
create function notifications_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;

create table notifications_terms (
  id text primary key,
  subject text not null,
  terms jsonb not null,
  valid_from timestamptz not null,
  source text not null,
  set_by text not null,
  unique (subject, valid_from)
);
create trigger notifications_terms_append_only before update or delete or truncate on notifications_terms
  for each statement execute function notifications_refuse_change();

insert into notifications_terms (id, subject, terms, valid_from, source, set_by)
  values ('trm_start_messages', 'messages', '{"mailsDaily": "5000", "smsDaily": "200"}', '2024-05-09T00:00:00Z',
    'Starting limits of this product', 'Hashfloor');
