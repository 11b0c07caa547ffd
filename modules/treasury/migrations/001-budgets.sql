-- What the house may still promise or give, in shares: whoever sells takes from one that nobody else holds, so that sales do
-- not wait for each other's commit. Together they are never more than what the last count left, less all that was taken since.
drop table treasury_counted_promises;

create table treasury_budgets (
  slot smallint primary key,
  -- below 0: the house is not covered
  solvency_sats bigint not null,
  liquidity_sats bigint not null,
  -- the values it was counted at; null: never counted
  reference_id text references treasury_reference_values,
  counted_at timestamptz not null
) with (fillfactor = 50);

insert into treasury_budgets (slot, solvency_sats, liquidity_sats, counted_at)
  select slot, 0, 0, '-infinity' from generate_series(1, 32) as slot;
