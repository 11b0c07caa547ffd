-- A replay's own capital, highest leverage, and the factor of its spreads. Replays that began earlier had the defaults.
alter table forex_replays
  add column start_cents bigint not null default 1000000 check (start_cents between 10000 and 100000000),
  add column leverage int not null default 30 check (leverage between 1 and 30),
  add column spread_factor int not null default 1 check (spread_factor between 1 and 5);

-- The famous day of a replay, and the user's answer to its question. Null if the user skipped the question.
alter table forex_replays
  add column famous text,
  add column answer int check (answer between 0 and 2);

-- Central banks have had negative rates. -50,000 is -5 %.
alter table forex_terms
  drop constraint forex_terms_terms_check,
  add constraint forex_terms_rate_check check ((terms ->> 'ratePerYear')::bigint between -50000 and 500000);
