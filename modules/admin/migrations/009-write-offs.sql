-- A debt for a deposit that was taken back can be written off in the same way: proposed by one, approved by another. It moves
-- no balance of the user.
alter table admin_adjustments
  add column kind text not null default 'balance' check (kind in ('balance', 'debt')),
  add constraint admin_adjustments_debt_check check (kind = 'balance' or (asset = 'BTC' and amount > 0));
