-- Quoted ticks of a stored day: in total, and of each of its five-minute candles. Null in rows from before this migration.
alter table forex_candles
  add column volume int,
  add column five_minute_volumes smallint[],
  add check ((volume is null) = (five_minute_volumes is null));
