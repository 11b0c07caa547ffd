-- Mining: what earns, when it was switched on, the reference values in force, and every payout with its segments.
-- Hash rates are whole hashes per second, amounts whole satoshis, exact values 10^-9 sat ("nanosats").

create function mining_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;

-- The economic inputs of every figure. A row holds from valid_from until the next row's.
create table mining_reference_values (
  id text primary key,
  cents_per_btc bigint not null check (cents_per_btc > 0),
  difficulty numeric(32, 8) not null check (difficulty > 0),
  subsidy_sats bigint not null check (subsidy_sats >= 0),
  fees_sats bigint not null check (fees_sats >= 0),
  pool_fee_millionths int not null check (pool_fee_millionths between 0 and 1000000),
  block_seconds int not null check (block_seconds > 0),
  usd_per_kwh numeric(12, 6) not null check (usd_per_kwh >= 0),
  boost_usd_per_ths_day numeric(12, 6) not null check (boost_usd_per_ths_day > 0),
  valid_from timestamptz not null unique,
  source text not null,
  set_by text not null
);
create trigger mining_reference_values_append_only before update or delete or truncate on mining_reference_values
  for each statement execute function mining_refuse_change();

insert into mining_reference_values values (
  'ref_start', 6000000, 83000000000000, 312500000, 0, 0, 600, 0.1, 0.05, '2024-05-09T00:00:00Z',
  'Starting values of this product; the difficulty is that of Bitcoin from 9 to 23 May 2024, rounded', 'Hashfloor'
);

-- One row per user who ever mined or bought. Its lock orders everything that one user's mining does.
create table mining_miners (
  user_id uuid primary key,
  -- null: switched off
  mining_since timestamptz
);

-- Each stretch of time with mining switched on; off_at null: still on.
create table mining_switches (
  id bigint generated always as identity primary key,
  user_id uuid not null references mining_miners,
  on_at timestamptz not null,
  off_at timestamptz,
  check (off_at >= on_at)
);
create unique index mining_switches_open on mining_switches (user_id) where off_at is null;
create index mining_switches_user on mining_switches (user_id, on_at);

-- What earns: hash rate from starts_at to ends_at. The check on nanosats is the promise that no more than the whole satoshis
-- earned is ever posted, and no less: the fraction below one satoshi is carried.
create table mining_earners (
  id text primary key,
  user_id uuid not null references mining_miners,
  kind text not null check (kind in ('contract', 'boost')),
  hash_rate bigint not null check (hash_rate > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- in force at the purchase; pay follows the later ones
  reference_id text not null references mining_reference_values,
  paid_sats bigint not null check (paid_sats > 0),
  paid_cents bigint not null check (paid_cents > 0),
  accrued_until timestamptz not null check (accrued_until between starts_at and ends_at),
  nanosats bigint not null default 0,
  posted_sats bigint not null default 0,
  payouts int not null default 0,
  closed_at timestamptz,
  -- the fraction of a satoshi that was left when it closed
  remainder_nanosats bigint check ((remainder_nanosats is null) = (closed_at is null)),
  check (nanosats - posted_sats * 1000000000 between 0 and 999999999)
) with (fillfactor = 70);
create index mining_earners_user on mining_earners (user_id, starts_at);
create index mining_earners_open on mining_earners (ends_at) where closed_at is null;

create table mining_contracts (
  id text primary key references mining_earners,
  plan_id text not null,
  name text not null,
  power_kw numeric(12, 3) not null check (power_kw >= 0)
);

create table mining_boosts (
  id text primary key references mining_earners,
  multiplier_tenths smallint not null check (multiplier_tenths between 11 and 30)
);

create table mining_payouts (
  id text primary key,
  position bigint generated always as identity unique,
  earner_id text not null references mining_earners,
  number int not null check (number > 0),
  user_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  carry_before bigint not null check (carry_before between 0 and 999999999),
  nanosats bigint not null check (nanosats >= 0),
  payout_sats bigint not null check (payout_sats >= 0),
  carry_after bigint not null check (carry_after between 0 and 999999999),
  transfer_id uuid unique check ((transfer_id is null) = (payout_sats = 0)),
  unique (earner_id, number),
  check (carry_before + nanosats = payout_sats * 1000000000 + carry_after)
);
create index mining_payouts_user on mining_payouts (user_id, position);
create trigger mining_payouts_append_only before update or delete or truncate on mining_payouts
  for each statement execute function mining_refuse_change();

-- The lines of a payout: one hash rate, one set of reference values, one UTC day. A stretch is the unbroken time with the
-- same inputs; what it earned up to from_at was paid before.
create table mining_segments (
  payout_id text not null references mining_payouts,
  line smallint not null,
  stretch_from timestamptz not null,
  from_at timestamptz not null check (from_at >= stretch_from),
  to_at timestamptz not null check (to_at > from_at),
  hash_rate bigint not null,
  reference_id text not null references mining_reference_values,
  nanosats bigint not null check (nanosats >= 0),
  primary key (payout_id, line)
);
create trigger mining_segments_append_only before update or delete or truncate on mining_segments
  for each statement execute function mining_refuse_change();

-- Paid earnings per user and UTC day, summed from the segments as they are written.
create table mining_days (
  user_id uuid not null,
  day date not null,
  nanosats bigint not null,
  primary key (user_id, day)
);
