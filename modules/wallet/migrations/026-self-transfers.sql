-- Transactions of the house of its own: its coins to itself. Every input and every output is the wallet's, so that only the
-- miner's fee leaves; the house pays that. Inputs are P2WPKH, so the txid is known before the signature.
create table wallet_self_transfers (
  id text primary key,
  state text not null default 'chosen' check (state in ('chosen', 'signed', 'broadcast', 'in_mempool', 'confirming', 'completed',
    'conflicted', 'abandoned')),
  -- of the miner's fee, as wallet_withdrawals.book
  book text not null default 'set-aside' check (book in ('set-aside', 'posted', 'returned')),
  txid text not null unique check (txid ~ '^[0-9a-f]{64}$'),
  psbt text not null,
  coins integer not null check (coins > 0),
  amount_sats bigint not null check (amount_sats > 0),
  miner_fee_sats bigint not null check (miner_fee_sats > 0 and miner_fee_sats < amount_sats),
  -- as it was estimated until it is signed
  virtual_size integer not null check (virtual_size > 0),
  chosen_at timestamptz not null,
  raw_hex text,
  signed_at timestamptz,
  broadcast_at timestamptz,
  send_count integer not null default 0,
  send_answer text,
  next_send_at timestamptz,
  height integer,
  block_hash text,
  reorged_at timestamptz,
  conflict_txid text,
  conflict_height integer,
  completed_at timestamptz,
  check ((raw_hex is null) = (signed_at is null)),
  check (raw_hex is not null or state in ('chosen', 'conflicted', 'abandoned')),
  check (state <> 'completed' or book = 'posted')
);
create index wallet_self_transfers_open on wallet_self_transfers (id) where state not in ('completed', 'abandoned');
create index wallet_self_transfers_height on wallet_self_transfers (height) where height is not null;
create index wallet_self_transfers_conflict on wallet_self_transfers (conflict_height) where conflict_height is not null;
-- Where books and chain differ.
create index wallet_self_transfers_between on wallet_self_transfers (id) where (height is null) = (book = 'posted');
create index wallet_self_transfers_newest on wallet_self_transfers (chosen_at desc, id desc);

-- rateMax: whole satoshis for each virtual byte, 0 never; coins: how many small ones there have to be.
insert into wallet_terms (id, subject, terms, valid_from, source, set_by)
  values ('trm_start_consolidation', 'consolidation', '{"rateMax": "3", "coins": "200", "small": "1000000"}',
    '2024-05-09T00:00:00Z', 'Starting limits of this product', 'Hashfloor');
