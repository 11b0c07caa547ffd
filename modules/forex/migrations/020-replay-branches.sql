-- Branches: replays that begin at an earlier moment of another replay, with its account at that moment. A branch inherits the
-- parent's events up to and including branch_transaction, and its own copies of the orders and trades of these events.
alter table forex_replays
  add column branch_of uuid references forex_replays,
  -- market time of the moment
  add column branched_at timestamptz check ((branched_at is null) = (branch_of is null)),
  add column branch_transaction int check ((branch_transaction is null) = (branch_of is null)),
  -- true if forex_trailing_moves has all moves of the replay's trailing stops
  add column records_moves boolean not null default false;
create index forex_replays_branches on forex_replays (branch_of) where branch_of is not null;

-- Moves of the trailing stops in replays, from which a branch computes a stop's price at any moment. The stop had its previous
-- price until since, and has this price from at on, until the next move.
create table forex_trailing_moves (
  order_id text not null references forex_orders,
  since timestamptz not null,
  at timestamptz not null check (at >= since),
  price int not null check (price > 0),
  primary key (order_id, at)
);
create trigger forex_trailing_moves_append_only before update or delete or truncate on forex_trailing_moves
  for each statement execute function forex_refuse_change();
