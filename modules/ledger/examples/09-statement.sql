-- A transfer is one row with both sides, so a statement is two index scans merged by the account's version.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}', null, null, array['txid:0']);

select ledger_post(null, array[id(2)], array[ann('available')], array[bob('available')], '{300}', '{2}');

select ledger_post(null, array[id(3)], array['chain'], array[ann('available')], '{50}', '{10}', null, null, array['txid:1']);

with account as (select id from ledger_accounts where name = ann('available'))
select c_ver as version, amount, c_bal as balance, code, cause from ledger_transfers where credit = (select id from account)
union all
select d_ver, -amount, d_bal, code, cause from ledger_transfers where debit = (select id from account)
order by version desc;
