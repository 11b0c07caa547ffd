-- Authenticators. The secret is sealed; a step of the clock that was used once is never accepted again.
create table users_factors (
  id uuid primary key,
  user_id uuid not null references users_users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp')),
  friendly_name text not null,
  status text not null check (status in ('unverified', 'verified')),
  secret_sealed bytea not null,
  last_used_step bigint not null default 0,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_factors_name on users_factors (user_id, friendly_name) where friendly_name <> '';
create index users_factors_user on users_factors (user_id);

create table users_factor_challenges (
  id uuid primary key,
  factor_id uuid not null references users_factors (id) on delete cascade,
  ip text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index users_factor_challenges_factor on users_factor_challenges (factor_id);
create index users_factor_challenges_age on users_factor_challenges (expires_at);

-- Codes for a lost authenticator: 80 random bits each, hashed, taken by marking them used.
create table users_recovery_codes (
  user_id uuid not null references users_users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- The authenticator that raised the session: without it the session falls back to one factor.
alter table users_sessions add column factor_id uuid references users_factors (id) on delete set null;
create index users_sessions_factor on users_sessions (factor_id) where factor_id is not null;
