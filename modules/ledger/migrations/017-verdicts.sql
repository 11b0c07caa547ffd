-- The last result of each verification of the ledger: of the transfers that are new, and of all of them. While one has a problem
-- no money leaves, in every process that uses this database and after each start.
create table ledger_verdicts (
  scope text primary key check (scope in ('new', 'whole')),
  decided_at timestamptz not null,
  -- null: it passed
  problem text
);
