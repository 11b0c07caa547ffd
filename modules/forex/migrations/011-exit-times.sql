-- How long the exits of an order that waits are good once its trade is open, by the exit's name; null
-- until they are cancelled.
alter table forex_orders add column exit_times jsonb;
