-- Blocks that a reorg removed, and the payments that each of them contained. A receipt of such a payment names the block, so
-- the platform can say until which block the receipt was true.
create table wallet_undone_blocks (
  position bigint generated always as identity primary key,
  hash text not null,
  height integer not null,
  -- transactions of the block that pay a user, or that the platform sent
  txids text[] not null,
  undone_at timestamptz not null,
  -- the last block before the reorg
  until_height integer not null check (until_height >= height),
  until_hash text not null
);
create index wallet_undone_blocks_hash on wallet_undone_blocks (hash, position desc);
create index wallet_undone_blocks_txids on wallet_undone_blocks using gin (txids);
