-- The practice market: the sealed root of its seeds, its days, and the terms that administrators post for the desk.

create function forex_market_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;

-- One row: 32 random bytes under the master key of DATA_DIR. Another root would break every commitment that is published.
create table forex_roots (
  id smallint primary key check (id = 1),
  sealed bytea not null,
  made_at timestamptz not null
);
create trigger forex_roots_append_only before update or delete or truncate on forex_roots
  for each statement execute function forex_market_refuse_change();

-- A day is named by the New York date on which it ends. The commitment comes first; what it begins with is written once,
-- when the day has begun, together with the posted terms that hold for all of it.
create table forex_days (
  day date primary key,
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  model text,
  -- USD of one of each foreign currency, in 10^-12
  levels bigint[] check (cardinality(levels) = 10),
  -- of the moves of late, in 10^-6
  variance bigint check (variance > 0),
  -- by pair: tenths of a pip, and 10^-7
  spread_tenths int[],
  margin_rates int[] check (cardinality(margin_rates) = cardinality(spread_tenths)),
  -- interest a year by currency, the dollar last, and the desk's mark-up: 10^-6
  interest int[] check (cardinality(interest) = 11),
  mark_up int check (mark_up >= 0),
  check (num_nulls(model, levels, variance, spread_tenths, margin_rates, interest, mark_up) in (0, 7))
);

create function forex_days_begin_once() returns trigger language plpgsql as $$
begin
  if old.model is not null or new.day <> old.day or new.commitment <> old.commitment then
    raise exception 'a day of the market begins once' using errcode = 'HF001';
  end if;
  return new;
end $$;
create trigger forex_days_begin_once before update on forex_days
  for each row execute function forex_days_begin_once();
create trigger forex_days_append_only before delete or truncate on forex_days
  for each statement execute function forex_market_refuse_change();

-- Interest of each currency, the desk's mark-up and cost, and what each pair costs. A row holds from valid_from until the
-- subject's next one; what a day of the market began with holds for all of it.
create table forex_terms (
  id text primary key,
  subject text not null,
  terms jsonb not null,
  valid_from timestamptz not null,
  source text not null,
  set_by text not null,
  unique (subject, valid_from),
  check ((terms ->> 'ratePerYear')::bigint between 0 and 500000),
  check ((terms ->> 'markUp')::bigint between 8000 and 100000),
  check ((terms ->> 'conversionCost')::bigint between 0 and 50000),
  check ((terms ->> 'isOpen') in ('0', '1')),
  check ((terms ->> 'spread')::bigint between 1 and 2000),
  check ((terms ->> 'marginRate')::bigint between 333333 and 10000000)
);
create trigger forex_terms_append_only before update or delete or truncate on forex_terms
  for each statement execute function forex_market_refuse_change();

insert into forex_terms (id, subject, terms, valid_from, source, set_by)
  select 'trm_start_' || subject, subject, terms, '2024-05-09T00:00:00Z', 'Starting rates of this product', 'Hashfloor'
  from (
    select currency as subject, jsonb_build_object('ratePerYear', rate::text) as terms
    from (values ('EUR', 20000), ('GBP', 37500), ('AUD', 38500), ('NZD', 22500), ('CAD', 22500), ('CHF', 0),
      ('JPY', 7500), ('SEK', 17500), ('NOK', 40000), ('PLN', 40000), ('USD', 36250)) as interest(currency, rate)
    union all
    select 'desk', jsonb_build_object('markUp', '10000', 'conversionCost', '2500', 'isOpen', '1')
    union all
    select pair, jsonb_build_object('spread', tenths::text, 'marginRate', margin::text)
    from (values ('EUR_GBP', 15, 333333), ('EUR_AUD', 22, 500000), ('EUR_NZD', 28, 500000), ('EUR_USD', 9, 333333),
      ('EUR_CAD', 22, 333333), ('EUR_CHF', 16, 333333), ('EUR_JPY', 16, 333333), ('GBP_AUD', 26, 500000),
      ('GBP_NZD', 30, 500000), ('GBP_USD', 13, 333333), ('GBP_CAD', 26, 333333), ('GBP_CHF', 24, 333333),
      ('GBP_JPY', 22, 333333), ('AUD_NZD', 22, 500000), ('AUD_USD', 12, 500000), ('AUD_CAD', 20, 500000),
      ('AUD_CHF', 20, 500000), ('AUD_JPY', 18, 500000), ('NZD_USD', 15, 500000), ('NZD_CAD', 22, 500000),
      ('NZD_CHF', 22, 500000), ('NZD_JPY', 20, 500000), ('USD_CAD', 15, 333333), ('USD_CHF', 14, 333333),
      ('USD_JPY', 10, 333333), ('CAD_CHF', 20, 333333), ('CAD_JPY', 18, 333333), ('CHF_JPY', 20, 333333),
      ('USD_SEK', 250, 500000), ('USD_NOK', 300, 500000), ('USD_PLN', 350, 500000)) as spreads(pair, tenths, margin)
  ) as opening;
