-- When a reorganisation last removed the deposit's block. Null: no block that held it ever left the chain, so a deposit that
-- is in no block and not in the mempool was dropped or replaced before it was mined.
alter table wallet_deposits add column reorged_at timestamptz;
-- Uncredited deposits left no trace of an earlier block; those that were credited have the time of their reversal.
update wallet_deposits set reorged_at = reversed_at where reversed_at is not null;
