-- A payment on its way may be signed again with a higher fee and the same coins (BIP125). One of its transactions is the
-- payment's own, as wallet_withdrawals has it: the newest, or the one that a block holds.
create table wallet_versions (
  txid text primary key check (txid ~ '^[0-9a-f]{64}$'),
  withdrawal_id text not null references wallet_withdrawals (id),
  -- 0 is the one that was signed first
  number smallint not null check (number >= 0),
  raw_hex text not null,
  virtual_size integer not null,
  miner_fee_sats bigint not null check (miner_fee_sats > 0),
  -- what its owner's bumps up to this one add to the fee of the withdrawal
  bump_sats bigint not null check (bump_sats >= 0),
  signed_at timestamptz not null,
  unique (withdrawal_id, number)
);

-- requested: to be signed. signed: it is the version with that number. void: what it replaces was in a block before.
create table wallet_bumps (
  id text primary key,
  withdrawal_id text not null references wallet_withdrawals (id),
  replaces_txid text not null,
  -- of the version it makes
  number smallint not null check (number > 0),
  -- the owner, who pays what it costs; or an administrator, and the house pays
  asked_by uuid not null,
  paid_by text not null check (paid_by in ('user', 'house')),
  cost_sats bigint not null check (cost_sats > 0),
  psbt text not null,
  state text not null default 'requested' check (state in ('requested', 'signed', 'void')),
  requested_at timestamptz not null
);
create unique index wallet_bumps_requested on wallet_bumps (withdrawal_id) where state = 'requested';
create index wallet_bumps_withdrawal on wallet_bumps (withdrawal_id, number);

alter table wallet_withdrawals add column bump_sats bigint not null default 0 check (bump_sats >= 0);
