-- What OANDA told: its past cannot be asked for again. The last good quote of each pair values what is open after a restart.
create table forex_last_quotes (
  instrument smallint primary key,
  bid int not null check (bid > 0),
  ask int not null check (ask >= bid),
  at timestamptz not null
);

-- Candles of a minute: twelve prices and the number of ticks of each pair, one after the other.
create table forex_oanda_minutes (
  minute timestamptz primary key,
  prices int[] not null,
  volumes int[] not null check (cardinality(prices) = 12 * cardinality(volumes))
);
