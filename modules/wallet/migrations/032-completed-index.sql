-- The terms of a withdrawal name the median of the newest completed ones: with few of them every grant was read to find no more.
create index wallet_withdrawals_completed on wallet_withdrawals (id) where state = 'completed' and purpose = 'user';
