-- Lines that users draw on their charts. An account is a user, or a replay with drawings of its own.
create table forex_drawings (
  account_id uuid not null,
  -- chosen by the browser, so that a repeated request changes nothing
  id uuid not null,
  instrument text not null,
  kind text not null check (kind in ('trend', 'level', 'fibonacci')),
  first_at timestamptz not null,
  -- prices as the market's integers
  first_price int not null check (first_price > 0),
  second_at timestamptz,
  second_price int check (second_price > 0),
  -- counts changes, so that a change of an outdated drawing can be refused
  version int not null default 1,
  primary key (account_id, id),
  check ((kind = 'level') = (second_at is null)),
  check ((second_at is null) = (second_price is null))
);
