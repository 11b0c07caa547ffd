-- What was given with a sign-up waits with its link, like what was said of the account: only the password of the link that is used becomes
-- the account's.
alter table users_one_time_tokens add column password_hash text;
