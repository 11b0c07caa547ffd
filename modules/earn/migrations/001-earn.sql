-- Earn: dated rates, products that closed themselves, positions, and the days whose interest is locked for each.
-- Amounts are whole satoshis, rates basis points a year (35 % is 3,500), days are 86,400 s from the opening.

create function earn_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;

-- A row holds from valid_from until the product's next row. "25%+" is a floor: the flexible product never pays less.
create table earn_rates (
  id text primary key,
  product_id text not null,
  apy_basis_points int not null check (apy_basis_points between 1 and 10000),
  valid_from timestamptz not null,
  source text not null,
  set_by text not null,
  unique (product_id, valid_from),
  check (product_id <> 'btc-pro' or apy_basis_points >= 2500)
);
create trigger earn_rates_append_only before update or delete or truncate on earn_rates
  for each statement execute function earn_refuse_change();

insert into earn_rates (id, product_id, apy_basis_points, valid_from, source, set_by)
  select 'rate_start_' || product, product, rate, '2024-05-09T00:00:00Z', 'Starting rates of this product', 'Hashfloor'
  from (values ('btc-starter', 800), ('btc-growth', 1500), ('btc-pro', 2500),
    ('staking-30', 3500), ('staking-90', 5000), ('staking-180', 7500)) as posted(product, rate);

-- Products that closed themselves because the fund could not lock a position's interest; the row goes when they reopen.
create table earn_closings (
  product_id text primary key,
  closed_at timestamptz not null,
  needed_sats bigint not null check (needed_sats > 0)
);

create table earn_positions (
  id text primary key,
  position bigint generated always as identity unique,
  user_id uuid not null,
  product_id text not null,
  principal_sats bigint not null check (principal_sats > 0),
  -- the rate it was opened at; what each locked day pays stands in earn_locked_days
  apy_basis_points int not null check (apy_basis_points > 0),
  opened_at timestamptz not null,
  -- null: flexible, open until its owner leaves
  ends_at timestamptz check (ends_at > opened_at),
  locked_days int not null check (locked_days > 0),
  -- the interest of those days, which lies in reserve:earn until the position is closed
  locked_sats bigint not null check (locked_sats >= 0),
  -- the pending transfer that holds the principal
  hold_id uuid not null unique,
  state text not null default 'open' check (state in ('open', 'matured', 'closed')),
  outcome text check (outcome in ('paid', 'left') and (outcome is null) = (state <> 'closed')),
  closed_at timestamptz check ((closed_at is null) = (state <> 'closed')),
  paid_sats bigint check ((paid_sats is null) = (state <> 'closed') and paid_sats between 0 and locked_sats),
  check (state <> 'matured' or ends_at is not null)
) with (fillfactor = 80);
create index earn_positions_user on earn_positions (user_id, position);
create index earn_positions_due on earn_positions (ends_at) where state <> 'closed';
create index earn_positions_flexible on earn_positions (opened_at) where state = 'open' and ends_at is null;

-- Locked once, a day keeps its rate: a later rate is for days that are not locked yet.
create table earn_locked_days (
  position_id text not null references earn_positions,
  from_day int not null check (from_day >= 0),
  to_day int not null check (to_day > from_day),
  apy_basis_points int not null check (apy_basis_points > 0),
  locked_at timestamptz not null,
  primary key (position_id, from_day)
);
create trigger earn_locked_days_append_only before update or delete or truncate on earn_locked_days
  for each statement execute function earn_refuse_change();
