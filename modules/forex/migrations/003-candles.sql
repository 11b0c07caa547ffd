-- Candles of the days that are over, so that a chart of months costs no ticks: they follow from the day's row and its
-- seed, and never change. Int32 prices: open, high, low and close of bid, mid and ask.
create table forex_candles (
  day date not null references forex_days,
  -- id in the table of instruments
  instrument smallint not null,
  whole_day int[] not null check (cardinality(whole_day) = 12),
  -- 288 candles of five minutes: differences, column by column, deflated
  five_minutes bytea not null,
  primary key (instrument, day)
);
create trigger forex_candles_append_only before update or delete or truncate on forex_candles
  for each statement execute function forex_market_refuse_change();
