-- An approved payment that finds no coins says why, and is tried again after those that were not tried yet.
alter table wallet_withdrawals add column tried_at timestamptz;
alter table wallet_withdrawals add column waiting_reason text;
