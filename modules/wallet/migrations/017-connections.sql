-- Addresses that people proved to be theirs. A challenge is one message for one address, user, site and network; it is spent once,
-- in the transaction that saves the address.
create table wallet_challenges (
  id text primary key,
  user_id uuid not null,
  network text not null,
  site text not null,
  address text not null,
  script_hex text not null,
  message text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  spent_at timestamptz
);
create index wallet_challenges_user on wallet_challenges (user_id);
create index wallet_challenges_expiry on wallet_challenges (expires_at);

-- Message and signature stay with the address, so that it can be checked again at any time.
create table wallet_connections (
  id text primary key,
  user_id uuid not null,
  network text not null,
  address text not null,
  script_hex text not null,
  name text not null check (name <> ''),
  connector text not null check (connector in ('by_hand', 'browser_wallet', 'walletconnect', 'ledger')),
  form text not null check (form in ('bip322', 'bip137')),
  message text not null,
  signature text not null,
  verified_at timestamptz not null,
  unique (user_id, script_hex)
);
