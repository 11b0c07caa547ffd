-- The cold part: coins of public keys whose private keys are nowhere on this machine.
create table wallet_cold_descriptors (
  id text primary key,
  network text not null,
  -- with the origin of each key and its checksum (BIP380); never a private key
  descriptor text not null,
  threshold integer not null check (threshold between 1 and 5),
  keys_count integer not null check (keys_count between threshold and 5),
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  -- of what was approved; the signer sends to nothing else
  approval_hash text,
  check ((state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_at is null)),
  check ((state = 'approved') = (approval_hash is not null)),
  -- two people
  check (state <> 'approved' or decided_by <> proposed_by)
);
create unique index wallet_cold_descriptors_known on wallet_cold_descriptors (descriptor) where state <> 'rejected';
create unique index wallet_cold_descriptors_proposed on wallet_cold_descriptors ((true)) where state = 'proposed';

-- Scripts that are watched: those that were used, and some ahead.
create table wallet_cold_addresses (
  script_hex text primary key,
  descriptor_id text not null references wallet_cold_descriptors,
  index integer not null check (index >= 0),
  address text not null unique,
  created_at timestamptz not null,
  -- since a transaction of the house names it
  used_at timestamptz,
  unique (descriptor_id, index)
);

-- As wallet_coins; no payment chooses of these.
create table wallet_cold_coins (
  txid text not null,
  vout integer not null,
  script_hex text not null references wallet_cold_addresses,
  amount_sats bigint not null check (amount_sats > 0),
  height integer,
  spent_txid text,
  spent_height integer,
  -- the return that it is set aside for
  reserved_by text,
  primary key (txid, vout)
);
create index wallet_cold_coins_unspent on wallet_cold_coins (amount_sats desc) where spent_txid is null and height is not null;
create index wallet_cold_coins_height on wallet_cold_coins (height);
create index wallet_cold_coins_spent on wallet_cold_coins (spent_height) where spent_height is not null;
create index wallet_cold_coins_reserved on wallet_cold_coins (reserved_by) where reserved_by is not null;

-- Which transactions of the house take coins to the cold part, and where to.
create table wallet_cold_moves (
  id text primary key references wallet_self_transfers,
  script_hex text not null references wallet_cold_addresses,
  amount_sats bigint not null check (amount_sats > 0)
);

-- Coins that come back: proposed by one person, approved by another, signed elsewhere and imported. From then on it is a
-- transaction of the house under the same id.
create table wallet_cold_returns (
  id text primary key,
  descriptor_id text not null references wallet_cold_descriptors,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'cancelled', 'imported')),
  amount_sats bigint not null check (amount_sats > 0),
  miner_fee_sats bigint not null check (miner_fee_sats > 0),
  coins integer not null check (coins > 0),
  coins_sats bigint not null check (coins_sats >= amount_sats + miner_fee_sats),
  virtual_size integer not null check (virtual_size > 0),
  -- inputs are of witnesses, so the txid is known before a signature
  txid text not null unique check (txid ~ '^[0-9a-f]{64}$'),
  psbt text not null,
  -- of the hot wallet
  address text not null,
  reason text not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancelled_reason text,
  -- null: the chain had it before anybody imported it
  imported_by uuid,
  imported_at timestamptz,
  check ((approved_by is null) = (approved_at is null)),
  check (approved_by <> proposed_by),
  check (state not in ('approved') or approved_by is not null),
  check ((state = 'cancelled') <= (cancelled_by is not null)),
  check ((state = 'imported') = (imported_at is not null))
);
create unique index wallet_cold_returns_open on wallet_cold_returns ((true)) where state in ('proposed', 'approved');
create index wallet_cold_returns_newest on wallet_cold_returns (proposed_at desc, id desc);

-- Above the ceiling coins go to the descriptor until so many are kept; rateMax 0 moves none.
insert into wallet_terms (id, subject, terms, valid_from, source, set_by)
  values ('trm_start_cold', 'cold', '{"ceiling": "10000000000", "keep": "5000000000", "rateMax": "3"}',
    '2024-05-09T00:00:00Z', 'Starting limits of this product', 'Hashfloor');
