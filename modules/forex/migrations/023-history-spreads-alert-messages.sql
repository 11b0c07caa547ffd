-- Day candles of the modelled history, so that charts of weeks and months do not compute thousands of days. They follow from
-- the rates of a series, whose name is a digest of these rates and of the model's version.
create table forex_history_days (
  series text not null,
  -- id in the table of instruments
  instrument smallint not null,
  -- prices and volumes of all days: differences, column by column, deflated
  packed bytea not null,
  primary key (series, instrument)
);
alter table forex_history_days alter column packed set storage external;

-- Rule for the spreads of a replay, which never changes, so that the fills of a running replay do not depend on the release:
-- 1 follows the hour only, and 2 also follows events and volatility.
alter table forex_replays
  add column spread_rule smallint not null default 1 check (spread_rule in (1, 2));

-- A user's last message about alerts, and the lines of alerts that fired within a minute of it, which wait for the next
-- message: objects with "condition" and "line".
create table forex_alert_messages (
  user_id uuid primary key,
  told_at timestamptz not null,
  waiting jsonb not null default '[]' check (jsonb_typeof(waiting) = 'array')
);
create index forex_alert_messages_waiting on forex_alert_messages (told_at) where waiting <> '[]';
