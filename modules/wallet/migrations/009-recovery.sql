-- Signing needs a watcher that has read chain and mempool to their end since the sender started: what an older copy of this
-- database says of itself is not enough. By the database's clock.
alter table wallet_cursor
  add column followed_at timestamptz,
  -- why payments wait until an administrator has looked; null while they do not
  add column locked_reason text,
  add column locked_at timestamptz,
  add constraint wallet_cursor_locked_check check ((locked_reason is null) = (locked_at is null));

-- Numbers the signatures. The last number is also kept outside of the database: where that is ahead, the database is older.
create sequence wallet_signature_number;

-- Transactions with coins of ours that these books did not know, as after a restore.
create table wallet_unrecorded_payments (
  txid text primary key,
  found_at timestamptz not null,
  -- the part that no withdrawal of these books explains; booked once an administrator has let payments go on
  unexplained_sats bigint not null check (unexplained_sats >= 0),
  -- whom that part was paid to
  addresses text[] not null,
  booked_at timestamptz
);

-- Found paid on the chain by a transaction that these books did not know.
alter table wallet_withdrawals add column found_at timestamptz;
