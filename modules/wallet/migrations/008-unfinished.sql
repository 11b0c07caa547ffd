-- What is not finished is found without reading all that ever was: at every block, and when coins are chosen.
create index wallet_withdrawals_unsettled on wallet_withdrawals (height) where height is not null and state <> 'completed';
create index wallet_withdrawals_conflict on wallet_withdrawals (conflict_height) where conflict_height is not null;
-- Where books and chain differ: in the chain and not posted, or posted and its block undone.
create index wallet_withdrawals_between on wallet_withdrawals (id)
  where txid is not null and (height is null) = (book = 'posted');
create index wallet_coins_unspent on wallet_coins (height) include (amount_sats)
  where height is not null and spent_txid is null;
create index wallet_deposits_replaced on wallet_deposits (replaced_height) where replaced_height is not null;
