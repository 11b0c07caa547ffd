-- The books: accounts with a running balance, and one row per transfer that holds both sides.
-- The database itself refuses what must never happen: edited history (HF001), money made or lost (HF002), a balance below
-- its minimum, two rows with one version of an account, a hold that ends twice.
--
-- Amounts are whole satoshis (asset 1, BTC) or cents (asset 2, USD). debit loses, credit gains.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  name text not null unique,
  asset smallint not null check (asset in (1, 2)),
  -- 1 available, 2 held, 3 house, 4 outside, 5 clearing, 6 rounding, 7 reserve
  code smallint not null check (code between 1 and 7),
  user_id uuid check ((user_id is not null) = (code in (1, 2))),
  balance bigint not null default 0,
  -- the number of transfers that have touched the account
  version bigint not null default 0,
  -- null: no minimum (the outside accounts)
  min_balance bigint,
  closed boolean not null default false,
  constraint ledger_accounts_minimum check (balance >= min_balance)
) with (fillfactor = 50);
create index ledger_accounts_user on ledger_accounts (user_id) where user_id is not null;

create table ledger_transfers (
  -- uuid v7 made by the caller before sending: the idempotency key
  id uuid primary key,
  -- the id of the event's first leg; the legs of one event stand or fall together
  event uuid not null,
  debit bigint not null,
  credit bigint not null check (credit <> debit),
  amount bigint not null check (amount > 0),
  asset smallint not null,
  -- why, see ledger/codes.ts
  code smallint not null,
  -- 0 plain, 1 pending, 2 post, 3 void, 4 release
  kind smallint not null check (kind between 0 and 4),
  pending_id uuid check ((pending_id is not null) = (kind in (2, 3, 4))),
  -- version and balance of both accounts after this transfer
  d_ver bigint not null,
  d_bal bigint not null,
  c_ver bigint not null,
  c_bal bigint not null,
  at timestamptz not null,
  -- what it was for: a withdrawal, a contract, an output of a Bitcoin transaction
  cause text
);
create unique index ledger_transfers_debit on ledger_transfers (debit, d_ver);
create unique index ledger_transfers_credit on ledger_transfers (credit, c_ver);
create unique index ledger_transfers_resolved on ledger_transfers (pending_id) where kind in (2, 3);
create index ledger_transfers_cause on ledger_transfers (cause) where cause is not null;

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger only grows: % on % is refused', tg_op, tg_table_name using errcode = 'HF001';
end $$;

create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_refuse_change();
create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();
create trigger ledger_accounts_identity before update of id, name, asset, code, user_id on ledger_accounts
  for each statement execute function ledger_refuse_change();

create function ledger_refuse_imbalance() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select asset, balance from after_update union all select asset, -balance from before_update
    ) as moved
    group by asset having sum(balance) <> 0
  ) then
    raise exception 'the change does not sum to zero' using errcode = 'HF002';
  end if;
  return null;
end $$;

create trigger ledger_accounts_zero_sum after update on ledger_accounts
  referencing old table as before_update new table as after_update
  for each statement execute function ledger_refuse_imbalance();

create function ledger_refuse_opening_balance() returns trigger language plpgsql as $$
begin
  raise exception 'an account opens with balance 0 and version 0' using errcode = 'HF002';
end $$;

create trigger ledger_accounts_open_empty before insert on ledger_accounts
  for each row when (new.balance <> 0 or new.version <> 0) execute function ledger_refuse_opening_balance();
