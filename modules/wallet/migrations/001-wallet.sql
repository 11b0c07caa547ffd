-- Coins in and out. What stands here about the chain is always the state of one block, wallet_cursor: a block is applied or
-- undone in one transaction, so a kill at any moment leaves the state of an older tip. Amounts are whole satoshis.

-- The seed of the account, sealed with the master key; only the signer process opens it. The web process reads xpub.
create table wallet_keys (
  network text primary key check (network in ('regtest', 'signet', 'testnet4')),
  sealed_seed bytea not null,
  xpub text not null,
  fingerprint bigint not null,
  created_at timestamptz not null
);

-- Every script we watch: BIP84 branch 0 receives (index 0 is the treasury), branch 1 takes change.
create table wallet_addresses (
  branch smallint not null check (branch in (0, 1)),
  index integer not null check (index >= 0),
  script_hex text not null unique,
  address text not null unique,
  purpose text not null check (purpose in ('treasury', 'deposit', 'change')),
  user_id uuid check ((user_id is not null) = (purpose = 'deposit')),
  created_at timestamptz not null,
  primary key (branch, index)
);
create index wallet_addresses_user on wallet_addresses (user_id, index desc) where user_id is not null;
create sequence wallet_deposit_index start 1;
create sequence wallet_change_index minvalue 0 start 0;

-- One row: the block our tables describe, and whether money may leave.
create table wallet_cursor (
  singleton boolean primary key default true check (singleton),
  network text not null,
  height integer not null,
  hash text not null,
  -- why the watcher stopped; null while it follows the node
  halted_reason text,
  -- books against coins after the last reconciliation; null before the first, 0 when all is explained
  unexplained_sats bigint,
  reconciled_height integer,
  reconciled_at timestamptz
);

-- The active chain as far as we followed it.
create table wallet_blocks (
  height integer primary key,
  hash text not null unique,
  previous_hash text not null,
  -- the miner's clock
  mined_at timestamptz not null,
  applied_at timestamptz not null
);

-- Outputs that pay one of our scripts and were in a block. height null: that block was undone.
create table wallet_coins (
  txid text not null,
  vout integer not null,
  script_hex text not null references wallet_addresses (script_hex),
  amount_sats bigint not null check (amount_sats >= 0),
  is_coinbase boolean not null,
  is_change boolean not null,
  height integer,
  spent_txid text,
  spent_height integer check ((spent_height is null) = (spent_txid is null)),
  -- the withdrawal that chose this coin; stays after it was spent
  reserved_by text,
  primary key (txid, vout)
);
create index wallet_coins_height on wallet_coins (height);
create index wallet_coins_spent on wallet_coins (spent_height) where spent_height is not null;
create index wallet_coins_reserved on wallet_coins (reserved_by) where reserved_by is not null;

-- Money coming in, one row per output for ever. user_id null: the treasury.
create table wallet_deposits (
  id text primary key,
  txid text not null,
  vout integer not null,
  user_id uuid,
  address text not null,
  amount_sats bigint not null check (amount_sats > 0),
  is_coinbase boolean not null,
  -- our own payment that made this output, a faucet grant for example
  withdrawal_id text,
  height integer,
  block_hash text,
  in_mempool boolean not null,
  -- a transaction in a block that spent one of its inputs, and the height of that block
  replaced_by text,
  replaced_height integer,
  seen_at timestamptz not null,
  -- null: not in the ledger (not yet, or taken back)
  credited_at timestamptz,
  -- how often a credit was taken back; part of the ids of its transfers
  reversals integer not null default 0,
  reversed_at timestamptz,
  unique (txid, vout)
);
create index wallet_deposits_user on wallet_deposits (user_id, id desc);
create index wallet_deposits_height on wallet_deposits (height);
create index wallet_deposits_open on wallet_deposits (id) where credited_at is null;

-- What transactions that pay us spend, to notice when another transaction takes their place.
create table wallet_incoming_inputs (
  txid text not null,
  spent_txid text not null,
  spent_vout bigint not null,
  primary key (spent_txid, spent_vout, txid)
);

-- Payments out. book: what the ledger knows of it. set-aside: money is held or put aside, posted: it has left, returned: it
-- went back.
create table wallet_withdrawals (
  id text primary key,
  purpose text not null check (purpose in ('user', 'faucet')),
  user_id uuid not null,
  method text not null check (method in ('wallet')),
  network text not null,
  address text not null,
  script_hex text not null,
  -- with the posted fee, as the user asked
  amount_sats bigint not null check (amount_sats > 0),
  fee_sats bigint not null check (fee_sats >= 0 and fee_sats < amount_sats),
  state text not null check (state in ('requested', 'approved', 'reserved', 'signed', 'broadcast', 'in_mempool', 'confirming',
    'completed', 'rejected', 'cancelled', 'replaced', 'conflicted')),
  book text not null default 'set-aside' check (book in ('set-aside', 'posted', 'returned')),
  requested_at timestamptz not null,
  approved_at timestamptz,
  -- sha256 of id, network, address, amount and fee as they were approved
  approval_hash text,
  psbt text,
  miner_fee_sats bigint,
  raw_hex text,
  txid text unique,
  virtual_size integer,
  signed_at timestamptz,
  broadcast_at timestamptz,
  send_count integer not null default 0,
  send_answer text,
  next_send_at timestamptz,
  height integer,
  block_hash text,
  reorged_at timestamptz,
  -- another transaction in a block that made this one impossible
  conflict_txid text,
  conflict_height integer,
  completed_at timestamptz,
  rejected_reason text,
  check ((raw_hex is null) = (txid is null) and (raw_hex is null) = (signed_at is null)),
  check (txid is null or state not in ('requested', 'approved', 'reserved', 'rejected', 'cancelled')),
  check (txid is not null or state in ('requested', 'approved', 'reserved', 'rejected', 'cancelled')),
  check (state <> 'completed' or book = 'posted')
);
create index wallet_withdrawals_user on wallet_withdrawals (user_id, id desc);
create index wallet_withdrawals_height on wallet_withdrawals (height) where height is not null;
create index wallet_withdrawals_open on wallet_withdrawals (id) where state not in ('completed', 'rejected', 'cancelled');

-- What a reorg took back and the debtor's account could not cover. Repaid from the next deposits.
create table wallet_debts (
  account text primary key,
  user_id uuid unique,
  owed_sats bigint not null check (owed_sats >= 0)
);

-- Given per user and UTC day; the check is the daily limit (0.05 BTC).
create table wallet_faucet_days (
  user_id uuid not null,
  day date not null,
  given_sats bigint not null check (given_sats between 0 and 5000000),
  primary key (user_id, day)
);
