-- The Forex desk: a netting account for each person, their orders and trades, and every event as one row that never changes.
-- Balances are cents of the ledger's USD account less what the house advanced; prices are int32 at the instrument's scale; units
-- are whole, long and bought above 0. The row lock on forex_accounts puts everything that one person does in order.

create function forex_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;

create table forex_accounts (
  user_id uuid primary key,
  opened_at timestamptz not null,
  -- v20 numbers the transactions of an account without gaps
  last_transaction int not null default 0 check (last_transaction >= 0),
  -- what the house paid for a loss beyond the balance while other positions were open
  advance_cents bigint not null default 0 check (advance_cents >= 0),
  -- satoshis that were brought in and are neither given back nor lost, and the cents that they came as
  principal_sats bigint not null default 0 check (principal_sats >= 0),
  principal_cents bigint not null default 0 check (principal_cents >= 0),
  -- the highest rate at which coins came since the desk was last empty; gains go back at it or at today's, whichever is higher
  highest_rate_cents bigint not null default 0 check (highest_rate_cents >= 0),
  is_margin_call boolean not null default false
) with (fillfactor = 70);

create table forex_trades (
  id text primary key,
  position bigint generated always as identity unique,
  user_id uuid not null references forex_accounts,
  instrument text not null,
  initial_units int not null check (initial_units <> 0),
  -- of the same sign, 0 once closed
  units int not null check (units::bigint * initial_units >= 0 and abs(units::bigint) <= abs(initial_units::bigint)),
  price int not null check (price > 0),
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSE_WHEN_TRADEABLE', 'CLOSED')),
  opened_at timestamptz not null,
  realised_cents bigint not null default 0,
  financing_cents bigint not null default 0,
  closed_at timestamptz check ((closed_at is null) = (state <> 'CLOSED')),
  -- of its last part
  close_price int check ((close_price is null) or close_price > 0),
  check ((units = 0) = (state = 'CLOSED'))
) with (fillfactor = 80);
create index forex_trades_open on forex_trades (user_id, position) where state <> 'CLOSED';
create index forex_trades_user on forex_trades (user_id, position);

create table forex_orders (
  id text primary key,
  position bigint generated always as identity unique,
  user_id uuid not null references forex_accounts,
  type text not null check (type in ('MARKET', 'LIMIT', 'STOP', 'MARKET_IF_TOUCHED', 'TAKE_PROFIT', 'STOP_LOSS', 'TRAILING_STOP_LOSS')),
  instrument text not null,
  units int not null check (units <> 0),
  -- of a trailing stop where it stands now
  price int check (price > 0),
  distance int check (distance > 0),
  price_bound int check (price_bound > 0),
  time_in_force text not null check (time_in_force in ('GTC', 'GTD', 'GFD', 'FOK', 'IOC')),
  expires_at timestamptz,
  position_fill text not null,
  trigger_condition text not null,
  is_below_market boolean,
  take_profit int check (take_profit > 0),
  stop_loss int check (stop_loss > 0),
  trailing_distance int check (trailing_distance > 0),
  -- the trade that it closes
  trade_id text references forex_trades,
  created_at timestamptz not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'FILLED', 'CANCELLED')),
  ended_at timestamptz check ((ended_at is null) = (state = 'PENDING')),
  -- why it was cancelled
  reason text check ((reason is null) = (state <> 'CANCELLED')),
  -- the transaction that filled it
  fill_transaction int check ((fill_transaction is null) = (state <> 'FILLED'))
) with (fillfactor = 80);
create index forex_orders_pending on forex_orders (user_id, position) where state = 'PENDING';
create index forex_orders_user on forex_orders (user_id, position);
create index forex_orders_trade on forex_orders (trade_id) where state = 'PENDING';

create table forex_transactions (
  user_id uuid not null references forex_accounts,
  id int not null check (id > 0),
  type text not null,
  at timestamptz not null,
  order_id text,
  trade_id text,
  instrument text,
  units int,
  price int,
  -- what it did to the balance, and the balance after it
  amount_cents bigint not null,
  balance_cents bigint not null,
  -- the New York date that a financing is of
  financed_on date check ((financed_on is not null) = (type = 'DAILY_FINANCING')),
  detail jsonb not null default '{}',
  primary key (user_id, id),
  unique (user_id, financed_on)
);
create index forex_transactions_order on forex_transactions (order_id) where order_id is not null;
create trigger forex_transactions_append_only before update or delete on forex_transactions
  for each row execute function forex_refuse_change();
create trigger forex_transactions_not_truncated before truncate on forex_transactions
  for each statement execute function forex_refuse_change();

-- How far the ticks of the market were walked for orders and stop-outs. One row.
create table forex_engine (
  is_only boolean primary key default true check (is_only),
  walked_at timestamptz
);
insert into forex_engine (walked_at) values (null);
