-- How many administrators a withdrawal needs follows what its owner asked for in 24 hours, by any method. The sum that
-- decided is kept with it, this one included; null for older ones and for grants of the faucet.
alter table wallet_withdrawals
  add column day_sats bigint check (day_sats > 0);
alter table wallet_simulated_payouts
  add column day_sats bigint check (day_sats > 0);
