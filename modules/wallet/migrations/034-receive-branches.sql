-- After a restore deposit addresses come from a branch that no earlier life of this wallet can have used: numbers that were issued
-- after the copy was made are not in these books. Without a row the branch is 0. Indexes never start again: one sequence numbers
-- the addresses of all branches.
create table wallet_receive_branches (
  branch integer primary key check (branch >= 2),
  first_index bigint not null,
  -- the newest is in use; '-infinity' for one that only the data folder remembered
  started_at timestamptz not null
);

alter table wallet_addresses drop constraint wallet_addresses_branch_check;
alter table wallet_addresses alter column branch type integer;
alter table wallet_addresses add constraint wallet_addresses_branch_check check (branch >= 0);
