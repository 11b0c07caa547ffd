-- What plans cost and whether they are sold. A row holds from valid_from until the plan's next one; price in US cents, a
-- switch 1 or 0. Contracts keep the price they were bought at.
create table mining_plan_terms (
  id text primary key,
  subject text not null,
  terms jsonb not null,
  valid_from timestamptz not null,
  source text not null,
  set_by text not null,
  unique (subject, valid_from),
  check ((terms ->> 'price')::bigint > 0 and (terms ->> 'isOffered') in ('0', '1'))
);
create trigger mining_plan_terms_append_only before update or delete or truncate on mining_plan_terms
  for each statement execute function mining_refuse_change();

insert into mining_plan_terms (id, subject, terms, valid_from, source, set_by)
  select 'trm_start_' || plan, plan, jsonb_build_object('price', price::text, 'isOffered', '1'), '2024-05-09T00:00:00Z',
    'Starting prices of this product', 'Hashfloor'
  from (values ('starter-rig', 9900), ('pro-miner', 49900), ('enterprise-farm', 199900)) as posted(plan, price);
