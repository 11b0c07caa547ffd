-- Grants of the faucet share one bitcoin transaction, an output each. The first of them keeps what the transaction has once:
-- its PSBT, its bytes and their sending; coins are set aside for it. The others name it. Each has its own share of the
-- miner's fee, so that sums over rows stay exact. Users' withdrawals go alone.
alter table wallet_withdrawals
  add column paid_with text,
  add column output_index smallint not null default 0 check (output_index >= 0),
  -- the signer refused it together with others
  add column goes_alone boolean not null default false,
  drop constraint wallet_withdrawals_txid_key,
  drop constraint wallet_withdrawals_check1;
alter table wallet_withdrawals
  add constraint wallet_withdrawals_output_key unique (txid, output_index),
  add constraint wallet_withdrawals_signed_check check ((txid is null) = (signed_at is null)),
  add constraint wallet_withdrawals_bytes_check check ((raw_hex is null) = (txid is null or paid_with is not null)),
  add constraint wallet_withdrawals_together_check
    check ((paid_with is null) = (output_index = 0) and (paid_with is null or (purpose = 'faucet' and psbt is null))),
  add constraint wallet_withdrawals_alone_check
    check (paid_with is null or state not in ('requested', 'in_review', 'approved', 'rejected', 'cancelled'));
create index wallet_withdrawals_paid_with on wallet_withdrawals (paid_with) where paid_with is not null;
-- The newest transactions, for the public strip.
create index wallet_withdrawals_newest on wallet_withdrawals (signed_at desc) where signed_at is not null and paid_with is null;
