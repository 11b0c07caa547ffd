-- A withdrawal that was stopped on its way: its owner owes for a deposit that was taken back, or the account is disabled. It
-- waits in_review again; the reason stays with the row. own_spend: signed, and its coins were spent by a payment of our own
-- keys that this database does not know, so that it may have been paid already.
alter table wallet_withdrawals
  add column held_back_for text check (held_back_for in ('debt', 'disabled', 'own_spend'));
alter table wallet_simulated_payouts
  add column held_back_for text check (held_back_for in ('debt', 'disabled'));
create index wallet_coins_spender on wallet_coins (spent_txid) where spent_txid is not null;
create index wallet_withdrawals_held_back on wallet_withdrawals (id) where held_back_for is not null;
