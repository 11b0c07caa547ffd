-- Pay of measured work. What somebody's machines did the pool counts; here stands how far it was counted, what it came to, and
-- every payout with its lines. Work is whole millionths of difficulty, exact values are 10^-9 sat ("nanosats").

create table mining_work_accounts (
  id text primary key check (id like 'wrk\_%'),
  user_id uuid not null unique references mining_miners,
  -- the pool's number up to which the work was counted
  counted_change bigint not null default 0,
  -- all work that payouts have counted
  counted_micros numeric(38, 0) not null default 0,
  -- to be paid, and above the caps
  nanosats bigint not null default 0,
  unpaid_nanosats numeric(38, 0) not null default 0 check (unpaid_nanosats >= 0),
  posted_sats bigint not null default 0,
  payouts int not null default 0,
  check (nanosats - posted_sats * 1000000000 between 0 and 999999999)
) with (fillfactor = 70);

-- A stretch: the work of a UTC day under one set of reference values.
create table mining_work_stretches (
  account_id text not null references mining_work_accounts,
  day date not null,
  reference_id text not null,
  work_micros numeric(38, 0) not null check (work_micros > 0),
  earned_nanosats numeric(38, 0) not null check (earned_nanosats >= 0),
  unpaid_nanosats numeric(38, 0) not null check (unpaid_nanosats between 0 and earned_nanosats),
  primary key (account_id, day, reference_id)
);

create table mining_work_payouts (
  id text primary key,
  position bigint generated always as identity unique,
  account_id text not null references mining_work_accounts,
  number int not null check (number > 0),
  user_id uuid not null,
  paid_at timestamptz not null,
  carry_before bigint not null check (carry_before between 0 and 999999999),
  nanosats bigint not null check (nanosats >= 0),
  payout_sats bigint not null check (payout_sats >= 0),
  carry_after bigint not null check (carry_after between 0 and 999999999),
  transfer_id uuid unique check ((transfer_id is null) = (payout_sats = 0)),
  unique (account_id, number),
  check (carry_before + nanosats = payout_sats * 1000000000 + carry_after)
);
create index mining_work_payouts_user on mining_work_payouts (user_id, position);
create trigger mining_work_payouts_append_only before update or delete or truncate on mining_work_payouts
  for each statement execute function mining_refuse_change();

-- A line: what a stretch grew by, and what that is worth. Above a day's cap it is earned and not paid.
create table mining_work_lines (
  payout_id text not null references mining_work_payouts,
  line int not null,
  day date not null,
  reference_id text not null,
  work_before numeric(38, 0) not null check (work_before >= 0),
  work_after numeric(38, 0) not null check (work_after > work_before),
  earned_nanosats numeric(38, 0) not null check (earned_nanosats >= 0),
  unpaid_nanosats numeric(38, 0) not null check (unpaid_nanosats between 0 and earned_nanosats),
  primary key (payout_id, line)
);
create trigger mining_work_lines_append_only before update or delete or truncate on mining_work_lines
  for each statement execute function mining_refuse_change();

-- What all together were paid for the work of a UTC day: its row is locked by whoever pays for that day, for the cap.
create table mining_work_days (
  day date primary key,
  nanosats numeric(38, 0) not null default 0 check (nanosats >= 0)
);
