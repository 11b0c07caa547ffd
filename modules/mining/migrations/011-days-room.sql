-- The row of a person's day is written anew with each payout, every minute: with room on its page no index is touched.
alter table mining_days set (fillfactor = 50);
