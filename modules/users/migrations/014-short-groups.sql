-- Of two characters that are both in nearly every name or address, the pair may be in none: the index has each character and
-- each pair as they stand, so that what is found by it is what was searched for.
create function users_short_groups(searched text) returns text[] immutable strict parallel safe
  language sql as $$
    select array(
      select substr(searched, place, width)
      from generate_series(1, length(searched)) as place, generate_series(1, 2) as width
    )
  $$;

drop index users_users_characters;
create index users_users_short_groups on users_users using gin (users_short_groups(search_text))
  where deleted_at is null;
