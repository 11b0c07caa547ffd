-- What is under way is counted every ten seconds while somebody looks: by the few that are, as wallet_withdrawals_open does.
create index wallet_simulated_payouts_open on wallet_simulated_payouts (id)
  where state not in ('completed', 'rejected', 'cancelled');
