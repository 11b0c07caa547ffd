-- Of the grants that a transaction pays, some may be unknown here, as after a restore: the first one known is not always the
-- first output then.
alter table wallet_withdrawals
  drop constraint wallet_withdrawals_together_check,
  add constraint wallet_withdrawals_together_check
    check (paid_with is null or (output_index > 0 and purpose = 'faucet' and psbt is null));
