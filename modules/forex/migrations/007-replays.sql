-- Replays: accounts at the desk whose dollars are virtual and whose market is a past one. A replay's id is the user_id of its
-- rows in forex_accounts, forex_orders, forex_trades and forex_transactions; no ledger account ever has it.

create table forex_replays (
  id uuid primary key,
  position bigint generated always as identity unique,
  user_id uuid not null,
  title text not null,
  -- the instrument that it is about
  instrument text not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  -- the market's time at which it began, and at which it stood when it was set
  starts_at timestamptz not null,
  clock_at timestamptz not null check (clock_at >= starts_at),
  set_at timestamptz not null,
  -- seconds of the market in one; 0 stands still
  pace int not null check (pace between 0 and 1000),
  -- on its way there, as fast as its ticks can be walked
  jump_to timestamptz,
  balance_cents bigint not null check (balance_cents >= 0),
  -- one request at a time walks it; who died with it lets go then
  leased_until timestamptz
) with (fillfactor = 70);
create index forex_replays_user on forex_replays (user_id, position);
