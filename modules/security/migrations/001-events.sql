-- What happens at the doors, folded: how often in a minute, of what kind, from which network. No row
-- holds a token, code, password or address of a person.
create table security_events (
  minute timestamptz not null,
  kind text not null check (kind in ('administrator_change', 'administrator_look', 'limit_hit',
    'new_place', 'refused', 'token_refused', 'wrong_secret')),
  -- Code of the refusal, or name of the route.
  what text not null check (length(what) between 1 and 64),
  -- Empty: of the networks that had no row of their own any more in that minute.
  network text not null check (length(network) <= 64),
  count bigint not null check (count > 0),
  primary key (minute, kind, what, network)
);
