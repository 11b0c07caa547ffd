-- Users' withdrawals go together like grants of the faucet.
alter table wallet_withdrawals
  drop constraint wallet_withdrawals_together_check,
  add constraint wallet_withdrawals_together_check check (paid_with is null or (output_index > 0 and psbt is null));

-- A version is of all that its transaction pays, under the first of them. What each adds to the fee is in wallet_bumps.
alter table wallet_versions drop column bump_sats;
