-- People are also searched by one or two characters, which have no group of three that the other index could find: without an
-- index of their own, a character that is rare or nowhere reads everybody.
create index users_users_characters on users_users using gin (string_to_array(search_text, null))
  where deleted_at is null;
