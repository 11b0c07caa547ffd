-- What reorganisations took back and nobody could pay has no limit of our choosing: the chain decides how much it is. With a
-- floor the block that goes beyond it could never be undone, and the books would stand still at a chain that is gone.
update ledger_accounts set min_balance = null where name = 'house:receivable:BTC';
