-- Limits, fee and faucet as administrators set them. A row holds from valid_from until the subject's next one; satoshis,
-- minutes, a switch 1 or 0. A withdrawal keeps the fee it was asked for with.
create function wallet_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;

create table wallet_terms (
  id text primary key,
  subject text not null,
  terms jsonb not null,
  valid_from timestamptz not null,
  source text not null,
  set_by text not null,
  unique (subject, valid_from)
);
create trigger wallet_terms_append_only before update or delete or truncate on wallet_terms
  for each statement execute function wallet_refuse_change();

insert into wallet_terms (id, subject, terms, valid_from, source, set_by)
  select 'trm_start_' || subject, subject, terms::jsonb, '2024-05-09T00:00:00Z', 'Starting limits of this product', 'Hashfloor'
  from (values
    ('wallet', '{"minimum": "1", "maximum": "10000000000", "daily": "10000000000"}'),
    ('bank', '{"minimum": "1", "maximum": "10000000000", "daily": "10000000000"}'),
    ('paypal', '{"minimum": "1", "maximum": "10000000000", "daily": "10000000000"}'),
    ('cashapp', '{"minimum": "1", "maximum": "10000000000", "daily": "10000000000"}'),
    ('faucet', '{"least": "10000", "daily": "5000000", "waitMinutes": "0"}'),
    ('fee', '{"fee": "10000", "isEstimated": "0", "supportEach": "20000", "supportDaily": "40000"}'),
    ('review', '{"one": "100000000", "two": "500000000"}')
  ) as posted(subject, terms);

-- The daily amount is a setting now; the statement that gives checks it.
alter table wallet_faucet_days drop constraint wallet_faucet_days_given_sats_check;
alter table wallet_faucet_days add check (given_sats >= 0);
alter table wallet_faucet_days add column last_given_at timestamptz;
