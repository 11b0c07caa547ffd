-- Keys with which programs ask in a person's name. Of the secret only its SHA-256: it has 256 random bits, so that nobody
-- guesses it from that, and a slow hash would protect nothing more.
create table users_keys (
  id text primary key,
  user_id uuid not null references users_users (id),
  name text not null,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  hint text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  networks text[] not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text
);
create index users_keys_of_user on users_keys (user_id);
