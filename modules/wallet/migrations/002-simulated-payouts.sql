-- Withdrawals by bank, PayPal and Cash App: simulators. No account is stored, because each method takes one published test
-- account only. The house buys the coins at the rate of the request; no transaction leaves.
create table wallet_simulated_payouts (
  id text primary key,
  user_id uuid not null,
  method text not null check (method in ('bank', 'paypal', 'cashapp')),
  -- with the posted fee, as the user asked
  amount_sats bigint not null check (amount_sats > 0),
  fee_sats bigint not null check (fee_sats >= 0 and fee_sats < amount_sats),
  -- what the simulator pays out, at the rate of the request
  paid_cents bigint not null check (paid_cents >= 0),
  rate_usd_per_btc text not null,
  state text not null check (state in ('requested', 'processing', 'sent', 'completed', 'cancelled')),
  requested_at timestamptz not null,
  -- when the next step is due by the posted times; null at the end
  next_at timestamptz,
  processing_at timestamptz,
  sent_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  check ((next_at is null) = (state in ('completed', 'cancelled'))),
  check ((completed_at is not null) = (state = 'completed')),
  check ((cancelled_at is not null) = (state = 'cancelled'))
);
create index wallet_simulated_payouts_user on wallet_simulated_payouts (user_id, id desc);
create index wallet_simulated_payouts_due on wallet_simulated_payouts (next_at) where next_at is not null;
