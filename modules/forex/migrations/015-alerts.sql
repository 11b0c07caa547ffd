-- Alerts on a user's live account. An alert fires when its condition becomes true at a tick after armed_at.
create table forex_alerts (
  id text primary key,
  position bigint generated always as identity unique,
  user_id uuid not null,
  kind text not null check (kind in ('PRICE', 'SPREAD', 'DAY_MOVE', 'EQUITY', 'MARGIN_LEVEL')),
  instrument text check ((instrument is null) = (kind in ('EQUITY', 'MARGIN_LEVEL'))),
  side text check (side in ('BID', 'ASK', 'MID')),
  direction text not null check (direction in ('ABOVE', 'BELOW', 'EITHER')),
  -- PRICE and SPREAD: int32 price units; DAY_MOVE and MARGIN_LEVEL: hundredths of a percent; EQUITY: cents
  level bigint not null check (level > 0),
  -- shortest time between two messages; null: the alert fires once
  repeat_seconds int check (repeat_seconds between 60 and 86400),
  note text,
  expires_at timestamptz,
  created_at timestamptz not null,
  armed_at timestamptz not null,
  -- true if the saved progress includes this alert; until then it is evaluated from armed_at
  is_watched boolean not null default false,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'FIRED', 'EXPIRED')),
  fired_count int not null default 0,
  -- the last time that the condition became true, when it was found, and the value at that time
  fired_at timestamptz,
  found_at timestamptz check ((found_at is null) = (fired_at is null)),
  fired_value bigint check ((fired_value is null) = (fired_at is null))
) with (fillfactor = 80);
create index forex_alerts_active on forex_alerts (position) where state = 'ACTIVE';
create index forex_alerts_user on forex_alerts (user_id, position);

-- The ticks up to which alerts on prices and alerts on accounts were evaluated. One row.
create table forex_alert_progress (
  is_only boolean primary key default true check (is_only),
  prices_at timestamptz,
  accounts_at timestamptz
);
insert into forex_alert_progress default values;

-- Settings of e-mail and SMS about alerts.
alter table forex_accounts
  add column mails_alerts boolean not null default true,
  add column texts_alerts boolean not null default false;
