-- What brings a payment in or gives it up: a child spends change of it that no block holds and pays the miner for both; an
-- abandonment spends the payment's own coins, so that no more than one of the two can be mined. The coins of an abandonment
-- stay set aside for the payment.
alter table wallet_self_transfers
  add column kind text not null default 'consolidation' check (kind in ('consolidation', 'child', 'abandonment')),
  -- the first of those that the payment pays together
  add column withdrawal_id text references wallet_withdrawals (id),
  -- whose change a child spends
  add column parent_txid text check (parent_txid ~ '^[0-9a-f]{64}$'),
  add constraint wallet_self_transfers_purpose_check
    check ((kind = 'consolidation') = (withdrawal_id is null) and (kind = 'child') = (parent_txid is not null));
create index wallet_self_transfers_withdrawal on wallet_self_transfers (withdrawal_id) where withdrawal_id is not null;
-- One at a time, whoever asks.
create unique index wallet_self_transfers_to_sign on wallet_self_transfers (withdrawal_id)
  where withdrawal_id is not null and state = 'chosen';
