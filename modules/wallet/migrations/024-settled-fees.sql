-- The miner's fee with which a payment is out of the books. After a deep reorganisation a block may hold another of its
-- transactions, until the books follow at the sixth confirmation.
alter table wallet_withdrawals add column settled_fee_sats bigint;
update wallet_withdrawals set settled_fee_sats = miner_fee_sats where book = 'posted';
alter table wallet_withdrawals add constraint wallet_withdrawals_settled_check
  check ((book = 'posted') = (settled_fee_sats is not null));

-- Where books and chain differ: in the chain and not posted, posted and its block undone, or posted with another fee.
drop index wallet_withdrawals_between;
create index wallet_withdrawals_between on wallet_withdrawals (id)
  where txid is not null and ((height is null) = (book = 'posted') or settled_fee_sats <> miner_fee_sats);

-- void: never signed. returned: signed, and its money came back, because another transaction of the payment was mined or none.
alter table wallet_bumps drop constraint wallet_bumps_state_check;
alter table wallet_bumps add constraint wallet_bumps_state_check
  check (state in ('requested', 'signed', 'returned', 'void'));
update wallet_bumps b set state = 'returned' from wallet_withdrawals w
  where w.id = b.withdrawal_id and b.state = 'signed'
    and (w.book = 'returned' or (w.book = 'posted'
      and b.number > coalesce((select number from wallet_versions v where v.txid = w.txid), 0)));
