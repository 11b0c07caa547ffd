-- When password or second factor last changed: withdrawals are locked for a while after it. Null: never since sign-up.
alter table users_users add column credentials_changed_at timestamptz;
-- When a request last used the session, to within some minutes.
alter table users_sessions add column last_used_at timestamptz;
