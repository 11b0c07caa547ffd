-- Accounts that somebody asked for by mail and nobody has used: few among all, and looked for by the hour.
create index users_users_unclaimed on users_users (created_at)
  where email_confirmed_at is null and encrypted_password is null and not is_anonymous and deleted_at is null;
