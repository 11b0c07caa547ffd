-- Stop-limit orders, and take profits for parts of a trade.
alter table forex_orders
  drop constraint forex_orders_type_check,
  add constraint forex_orders_type_check check (type in ('MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED',
    'TAKE_PROFIT', 'STOP_LOSS', 'TRAILING_STOP_LOSS')),
  -- the limit of a stop-limit order, and the time at which its stop triggered
  add column limit_price int check (limit_price > 0),
  add column triggered_at timestamptz,
  -- take profits for parts of the trade, each with price, units and time in force
  add column take_profits jsonb,
  -- true for a take profit that closes only a part of the trade
  add column is_part boolean;
