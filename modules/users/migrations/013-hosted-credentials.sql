-- What a hosted sign-in service said last about somebody's ways in, as a hash: when it says something else, withdrawals wait.
create table users_hosted_credentials (
  user_id uuid primary key references users_users (id) on delete cascade,
  issuer text not null,
  told_hash text not null,
  told_at timestamptz not null
);
create index users_hosted_credentials_issuer on users_hosted_credentials (issuer);
