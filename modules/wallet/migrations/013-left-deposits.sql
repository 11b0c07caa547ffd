-- A deposit to the address of an account that was deleted: the treasury's, and whose address it was.
alter table wallet_deposits
  add column left_by uuid check (left_by is null or user_id is null);
create index wallet_deposits_left on wallet_deposits (id desc) where left_by is not null;
