-- Users who asked for a new password where no mail server sends the link: an administrator decides. One row a user, the newest request.
create table users_reset_requests (
  user_id uuid primary key references users_users (id) on delete cascade,
  requested_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  request_count integer not null default 1 check (request_count > 0)
);
create index users_reset_requests_age on users_reset_requests (requested_at);
