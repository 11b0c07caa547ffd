-- An account has a class; a code is why a transfer was made.
alter table ledger_accounts rename column code to class;
do $$ begin
  execute replace(pg_get_functiondef('ledger_post_batch'::regproc), 'a.code = 2', 'a.class = 2');
  execute replace(pg_get_functiondef('ledger_post_plain'::regproc), 'a.code <> 2', 'a.class <> 2');
end $$;

-- Each transfer twice, as its two accounts see it: the amount is negative where it was lost.
create view ledger_entries as
  select id, at, debit as account, d_ver as version, d_bal as balance, -amount as amount, code, kind, cause from ledger_transfers
  union all
  select id, at, credit, c_ver, c_bal, amount, code, kind, cause from ledger_transfers;

-- Money that was set aside by a pending transfer which nothing has ended yet. A part is released only in the event that posts
-- the rest, so an open hold is whole.
create view ledger_open_holds as
  select hold.id, hold.at, hold.credit as account, hold.amount, hold.code, hold.cause from ledger_transfers hold
  where hold.kind = 1
    and not exists (select from ledger_transfers ending where ending.pending_id = hold.id and ending.kind in (2, 3));
