-- Seasons of live accounts that have ended. The season after the last one is the current season, so
-- an account without a row is in its first season. A season's events, orders and trades are those
-- after the previous season's last ones, up to its own last ones.
create table forex_seasons (
  user_id uuid not null references forex_accounts,
  number int not null check (number > 0),
  -- for the first season, the time of the account's first event
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at),
  -- number of the last event, and positions of the last order and the last trade
  last_transaction int not null,
  last_order bigint not null,
  last_trade bigint not null,
  trades int not null,
  wins int not null,
  losses int not null,
  -- results of the trades, including financing
  closed_cents bigint not null,
  -- brought to the desk less taken back
  transfers_cents bigint not null,
  protection_cents bigint not null,
  -- cost of converting coins to dollars and back
  funds_cost_cents bigint not null,
  -- dollars that were converted to coins at the end, less the cost of the conversion
  equity_cents bigint not null,
  returned_sats bigint not null,
  primary key (user_id, number),
  -- a season begins and ends with an empty account
  check (closed_cents + transfers_cents + protection_cents = 0)
);
create trigger forex_seasons_append_only before update or delete or truncate on forex_seasons
  for each statement execute function forex_refuse_change();

-- Refuses a season that is not the account's next one, and an account that is not empty.
create function forex_seasons_in_order() returns trigger language plpgsql as $$
declare
  previous forex_seasons;
begin
  select * into previous from forex_seasons where user_id = new.user_id order by number desc limit 1;
  if new.number <> coalesce(previous.number, 0) + 1
     or new.last_transaction <= coalesce(previous.last_transaction, 0) then
    raise exception 'season % of an account must follow its last season', new.number using errcode = 'HF001';
  end if;
  if exists (select from forex_trades where user_id = new.user_id and state <> 'CLOSED')
     or exists (select from forex_orders where user_id = new.user_id and state = 'PENDING') then
    raise exception 'a season ends without open trades and pending orders' using errcode = 'HF001';
  end if;
  return new;
end $$;
create trigger forex_seasons_in_order before insert on forex_seasons
  for each row execute function forex_seasons_in_order();
