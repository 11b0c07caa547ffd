-- What machines cost and whether they are sold. A row holds from valid_from until the item's next one; price in US cents, a
-- switch 1 or 0. Orders keep the price they were placed at.
create function shop_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;

create table shop_item_terms (
  id text primary key,
  subject text not null,
  terms jsonb not null,
  valid_from timestamptz not null,
  source text not null,
  set_by text not null,
  unique (subject, valid_from),
  check ((terms ->> 'price')::bigint > 0 and (terms ->> 'isOffered') in ('0', '1'))
);
create trigger shop_item_terms_append_only before update or delete or truncate on shop_item_terms
  for each statement execute function shop_refuse_change();

insert into shop_item_terms (id, subject, terms, valid_from, source, set_by)
  select 'trm_start_' || item, item, jsonb_build_object('price', price::text, 'isOffered', '1'), '2024-05-09T00:00:00Z',
    'Starting prices of this product', 'Hashfloor'
  from (values ('s19-pro', 350000), ('m30s-plus-plus', 380000), ('mining-rig-frame', 15000)) as posted(item, price);
