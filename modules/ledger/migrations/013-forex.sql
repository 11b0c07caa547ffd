-- The house's own side of the Forex desk. The coins that users brought are real: BTC never goes below zero. Its play dollars,
-- and what it lends and loses when a position is closed at a loss beyond its owner's money, have no limit of our choosing: a
-- stop-out must never fail because the house ran out of them.
insert into ledger_accounts (id, name, asset, class, min_balance) overriding system value values
  (nextval('ledger_common_account_id'), 'house:forex:BTC', 1, 3, 0),
  (nextval('ledger_common_account_id'), 'house:forex:USD', 2, 3, null);
update ledger_accounts set min_balance = null
  where name like 'house:forex-advance:%' or name like 'house:forex-loss:%';
