-- The journal: plans before orders, notes after trades, and trades imported from other brokers.
-- account_id is the account at the desk, which is the user or one of the user's replays.

-- Users whose journal was deleted with their account. Their plans may then be deleted, and no new
-- plan is accepted.
create table forex_journal_erasures (
  user_id uuid primary key,
  erased_at timestamptz not null
);

create table forex_journal_plans (
  -- The plan of a market order is written before its order, in the same transaction.
  order_id text primary key references forex_orders deferrable initially deferred,
  user_id uuid not null,
  account_id uuid not null,
  text text not null check (char_length(text) <= 2000),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  written_at timestamptz not null
);
create index forex_journal_plans_user on forex_journal_plans (user_id);
create index forex_journal_plans_account on forex_journal_plans (account_id);

-- Refuses a change of a plan once its order is filled or cancelled. Events of orders never change,
-- so an order that is set back to PENDING does not open its plan again.
create function forex_journal_freeze_plan() returns trigger language plpgsql as $$
declare
  is_erased boolean := exists (
    select from forex_journal_erasures
    where user_id = case when tg_op = 'DELETE' then old.user_id else new.user_id end
  );
begin
  if tg_op = 'DELETE' then
    if is_erased then return old; end if;
    raise exception 'a plan is deleted only with its account' using errcode = 'HF001';
  end if;
  if is_erased then
    raise exception 'the account of this plan is deleted' using errcode = 'HF001';
  end if;
  if tg_op = 'UPDATE'
     and (new.order_id, new.user_id, new.account_id) is distinct from (old.order_id, old.user_id, old.account_id) then
    raise exception 'a plan stays with its order' using errcode = 'HF001';
  end if;
  -- Waits for a fill that another transaction is writing.
  perform from forex_orders where id = new.order_id for update;
  if exists (select from forex_orders where id = new.order_id and state <> 'PENDING')
     or exists (select from forex_transactions where order_id = new.order_id and type in ('ORDER_FILL', 'ORDER_CANCEL')) then
    raise exception 'the order has ended, so its plan cannot change' using errcode = 'HF001';
  end if;
  return new;
end $$;
create trigger forex_journal_plans_frozen before insert or update or delete on forex_journal_plans
  for each row execute function forex_journal_freeze_plan();
create trigger forex_journal_plans_not_truncated before truncate on forex_journal_plans
  for each statement execute function forex_refuse_change();

create table forex_journal_notes (
  -- The order that opened the trade.
  order_id text primary key references forex_orders,
  user_id uuid not null,
  account_id uuid not null,
  text text not null check (char_length(text) <= 5000),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  mistakes text[] not null default '{}' check (cardinality(mistakes) <= 10),
  changed_at timestamptz not null
);
create index forex_journal_notes_user on forex_journal_notes (user_id);
create index forex_journal_notes_account on forex_journal_notes (account_id);

create table forex_journal_imports (
  id uuid primary key,
  position bigint generated always as identity unique,
  user_id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  format text not null check (format in ('MT5', 'OANDA', 'CTRADER')),
  time_zone text not null,
  currency text,
  duplicates int not null check (duplicates >= 0),
  skipped int not null check (skipped >= 0),
  imported_at timestamptz not null
);
create index forex_journal_imports_user on forex_journal_imports (user_id, position);

create table forex_imported_trades (
  id uuid primary key,
  import_id uuid not null references forex_journal_imports on delete cascade,
  user_id uuid not null,
  format text not null,
  ticket text not null,
  instrument text not null,
  side text not null check (side in ('buy', 'sell')),
  -- null if the contract size is unknown
  units bigint check (units > 0),
  -- as written in the file
  quantity text not null,
  opened_at timestamptz not null,
  closed_at timestamptz not null check (closed_at >= opened_at),
  price text not null,
  close_price text not null,
  result_cents bigint not null,
  swap_cents bigint not null,
  commission_cents bigint not null,
  -- An import of the same file again finds its trades by this key.
  unique (user_id, format, ticket, closed_at)
);
create index forex_imported_trades_import on forex_imported_trades (import_id);
create index forex_imported_trades_user on forex_imported_trades (user_id, closed_at, id);
