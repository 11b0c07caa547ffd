-- Equity of each account when a trading day closes, at 17:00 in New York. The share of accounts that lose money is worked out from
-- it, and later analytics use the same rows.
create table forex_equity_marks (
  user_id uuid not null references forex_accounts,
  -- New York's date
  day date not null,
  closed_at timestamptz not null,
  -- dollars less what the house advanced, the day's financing included
  balance_cents bigint not null,
  -- open results at the last prices of the day
  open_cents bigint not null,
  -- brought to the desk less taken back since the account opened, the cost of both conversions included
  deposited_cents bigint not null,
  primary key (user_id, day)
);
create trigger forex_equity_marks_append_only before update or delete or truncate on forex_equity_marks
  for each statement execute function forex_refuse_change();

-- The last close of which every account has its mark.
alter table forex_engine add column marked_at timestamptz;
