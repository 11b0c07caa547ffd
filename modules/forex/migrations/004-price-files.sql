-- Prices that a person uploaded for replays: one instrument a file, its quotes packed. A file that is removed keeps its row,
-- which names the source of the replays that were made of it, and loses its prices.
create table forex_price_files (
  id uuid primary key,
  position bigint generated always as identity unique,
  user_id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  -- of the text as it was uploaded
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  instrument text not null,
  kind text not null check (kind in ('TICKS', 'M1')),
  lines int not null check (lines > 0),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  added_at timestamptz not null,
  removed_at timestamptz,
  -- milliseconds, bid and ask: differences, column by column, deflated
  quotes bytea check ((quotes is null) = (removed_at is not null))
);
create unique index forex_price_files_once on forex_price_files (user_id, sha256, instrument) where removed_at is null;

-- Which replays play a file; all others play the ECB's rates.
create table forex_replay_files (
  replay_id uuid primary key,
  file_id uuid not null references forex_price_files
);
create index forex_replay_files_file on forex_replay_files (file_id);
create trigger forex_replay_files_append_only before update or delete or truncate on forex_replay_files
  for each statement execute function forex_market_refuse_change();
