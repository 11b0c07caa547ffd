-- Whether an account is disabled, for a process that has the database and not this room's code.
create function users_is_disabled(p_user uuid, p_now timestamptz) returns boolean language sql stable as $$
  select exists (select from users_users where id = p_user and banned_until > p_now)
$$;
