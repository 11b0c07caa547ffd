-- Least amount, term and whether a product takes new money. A row holds from valid_from until the product's next one;
-- satoshis, days, a switch 1 or 0. Open positions keep the term they were opened with.
create table earn_product_terms (
  id text primary key,
  subject text not null,
  terms jsonb not null,
  valid_from timestamptz not null,
  source text not null,
  set_by text not null,
  unique (subject, valid_from),
  check ((terms ->> 'minimum')::bigint > 0 and (terms ->> 'isOffered') in ('0', '1')),
  check ((terms ->> 'termDays')::int > 0)
);
create trigger earn_product_terms_append_only before update or delete or truncate on earn_product_terms
  for each statement execute function earn_refuse_change();

insert into earn_product_terms (id, subject, terms, valid_from, source, set_by)
  select 'trm_start_' || product, product,
    jsonb_strip_nulls(jsonb_build_object('minimum', minimum::text, 'termDays', term_days::text, 'isOffered', '1')),
    '2024-05-09T00:00:00Z', 'Starting terms of this product', 'Hashfloor'
  from (values ('btc-starter', 100000, 30), ('btc-growth', 5000000, 90), ('btc-pro', 50000000, null),
    ('staking-30', 1, null), ('staking-90', 1, null), ('staking-180', 1, null)) as posted(product, minimum, term_days);
