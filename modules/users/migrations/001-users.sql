-- People and their ways in. Column names follow Supabase Auth where it has the same thing.
create table users_users (
  id uuid primary key,
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text not null,
  phone text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  banned_until timestamptz,
  is_anonymous boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (email = lower(email))
);
create unique index users_users_email on users_users (email);

create table users_identities (
  id uuid primary key,
  provider_id text not null,
  user_id uuid not null references users_users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index users_identities_user on users_identities (user_id);

-- A refresh token is never stored: it is session, counter and an HMAC under the session's sealed key. Only the token with
-- the session's counter is live.
create table users_sessions (
  id uuid primary key,
  user_id uuid not null references users_users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  refresh_key_sealed bytea not null,
  refresh_counter integer not null default 0,
  refreshed_at timestamptz,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index users_sessions_user on users_sessions (user_id);

-- Refresh tokens rotated away within the reuse window; older ones are gone, so that their use is known as reuse.
create table users_refresh_rotations (
  session_id uuid not null references users_sessions (id) on delete cascade,
  counter integer not null,
  rotated_at timestamptz not null,
  primary key (session_id, counter)
);

create table users_mfa_amr_claims (
  session_id uuid not null references users_sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (session_id, authentication_method)
);

-- Links sent by mail: one of each type per user, hashed, taken by deleting the row.
create table users_one_time_tokens (
  id uuid primary key,
  user_id uuid not null references users_users (id) on delete cascade,
  token_type text not null,
  token_hash text not null unique,
  relates_to text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  unique (user_id, token_type)
);

-- Codes of a few digits: hashed, one per purpose, dead after some misses.
create table users_security_codes (
  user_id uuid not null references users_users (id) on delete cascade,
  purpose text not null,
  salt text not null,
  code_hash text not null,
  misses integer not null default 0,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

-- Keys that sign access tokens. The private half is sealed under the installation's master key.
create table users_signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_sealed bytea not null,
  active_from timestamptz not null,
  retired_at timestamptz,
  created_at timestamptz not null
);

create table users_login_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references users_users (id) on delete cascade,
  at timestamptz not null,
  ip text not null,
  user_agent text not null,
  method text not null,
  is_success boolean not null
);
create index users_login_history_newest on users_login_history (user_id, id desc);

-- How often something was done in the current window, such as sign-ups from one address.
create table users_rate_counters (
  key text primary key,
  count integer not null,
  window_started_at timestamptz not null
);
create index users_rate_counters_age on users_rate_counters (window_started_at);

-- Failed sign-ins per account. Keyed by a hash of the address, so that unknown addresses behave as known ones.
create table users_sign_in_failures (
  email_hash text primary key,
  failures integer not null,
  failures_since_success integer not null,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);

-- The only place that makes an administrator. Nothing a user can write reaches it.
create table users_roles (
  user_id uuid not null references users_users (id) on delete cascade,
  role text not null check (role in ('administrator')),
  granted_at timestamptz not null,
  primary key (user_id, role)
);

-- The one-time set-up link of an installation without an administrator.
create table users_admin_setup (
  is_only boolean primary key default true check (is_only),
  token_hash text not null,
  created_at timestamptz not null
);

create table users_profiles (
  user_id uuid primary key references users_users (id) on delete cascade,
  mining_name text not null unique check (mining_name ~ '^[a-z0-9][a-z0-9_-]{2,31}$'),
  sms_phone text
);
