-- Rigs: machines that users own. A rig earns like a contract, without a fixed end, and pays for its power at its owner's
-- tariff. It stops when the owner's balance does not carry the power, and can be started again.

alter table mining_earners drop constraint mining_earners_kind_check;
alter table mining_earners add check (kind in ('contract', 'boost', 'rig'));
alter table mining_earners alter column ends_at drop not null;
alter table mining_earners add check ((ends_at is null) = (kind = 'rig'));

-- The check is the promise that power is charged to the satoshi: what was charged covers the power used, by less than one
-- satoshi too much, and that fraction is carried.
create table mining_rigs (
  id text primary key references mining_earners,
  name text not null,
  power_watts bigint not null check (power_watts > 0),
  -- start of the time it runs: bought, or started again
  resumed_at timestamptz not null,
  -- its power is not paid from here on; null: it runs while mining is on
  stopped_at timestamptz check (stopped_at >= resumed_at),
  power_nanosats bigint not null default 0,
  charged_sats bigint not null default 0,
  -- what its owner got for it; null while he has it
  proceeds_sats bigint check (proceeds_sats >= 0),
  check (charged_sats * 1000000000 - power_nanosats between 0 and 999999999)
) with (fillfactor = 70);

-- A user's own price of electricity. A row holds from valid_from until the next; before the first, that of the reference values.
create table mining_tariffs (
  user_id uuid not null references mining_miners,
  usd_per_kwh numeric(8, 6) not null check (usd_per_kwh > 0 and usd_per_kwh <= 1),
  valid_from timestamptz not null,
  primary key (user_id, valid_from)
);
create trigger mining_tariffs_append_only before update or delete or truncate on mining_tariffs
  for each statement execute function mining_refuse_change();

-- The power of a payout: what was charged covers the power and what it came to too much, which is carried.
create table mining_power_charges (
  payout_id text primary key references mining_payouts,
  prepaid_before bigint not null check (prepaid_before between 0 and 999999999),
  nanosats bigint not null check (nanosats >= 0),
  charged_sats bigint not null check (charged_sats >= 0),
  prepaid_after bigint not null check (prepaid_after between 0 and 999999999),
  transfer_id uuid unique check ((transfer_id is null) = (charged_sats = 0)),
  check (prepaid_before + charged_sats * 1000000000 = nanosats + prepaid_after)
);
create trigger mining_power_charges_append_only before update or delete or truncate on mining_power_charges
  for each statement execute function mining_refuse_change();

-- The power of each line of a payout, with the inputs that the line itself does not name.
create table mining_power_lines (
  payout_id text not null,
  line smallint not null,
  watts bigint not null,
  usd_per_kwh numeric(8, 6) not null,
  nanosats bigint not null check (nanosats >= 0),
  primary key (payout_id, line),
  foreign key (payout_id, line) references mining_segments
);
create trigger mining_power_lines_append_only before update or delete or truncate on mining_power_lines
  for each statement execute function mining_refuse_change();
