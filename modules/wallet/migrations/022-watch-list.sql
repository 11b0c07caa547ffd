-- What the chain says of the transactions that people follow: one row for each, however many follow it. It moves with the cursor,
-- in the transaction of the block. is_news: there may be somebody to tell.
create table wallet_followed_transactions (
  txid text primary key check (txid ~ '^[0-9a-f]{64}$'),
  in_mempool boolean not null,
  height integer,
  seen_at timestamptz,
  -- how often its block left the chain, and when last
  reorgs integer not null default 0,
  taken_back_at timestamptz,
  is_news boolean not null default false,
  check (seen_at is not null or (height is null and not in_mempool))
);
create index wallet_followed_transactions_height on wallet_followed_transactions (height) where height is not null;
create index wallet_followed_transactions_open on wallet_followed_transactions (txid) where height is null;
create index wallet_followed_transactions_news on wallet_followed_transactions (txid) where is_news;

-- Who follows what, and what they have been told; it changes in the transaction of the message.
create table wallet_followers (
  txid text not null references wallet_followed_transactions (txid),
  user_id uuid not null,
  is_mailed boolean not null,
  followed_at timestamptz not null,
  is_seen_told boolean not null,
  is_confirmed_told boolean not null,
  reorgs_told integer not null,
  primary key (txid, user_id)
);
create index wallet_followers_user on wallet_followers (user_id, followed_at desc);
