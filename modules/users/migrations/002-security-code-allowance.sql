-- How many codes were issued in the running hour: more codes would mean more guesses.
alter table users_security_codes
  add column issued_in_hour integer not null default 1,
  add column hour_started_at timestamptz not null default now();
